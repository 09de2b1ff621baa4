import { describe, expect, it } from '@jest/globals';
import { totalsLine, type JestReport } from './test-totals.ts';

const none = {
  numTotalTests: 0,
  numPassedTests: 0,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  numRuntimeErrorTestSuites: 0,
};

describe('the last line of a test run', () => {
  const rows: { name: string; reports: JestReport[]; missing?: number; line: string }[] = [
    { name: 'no run at all', reports: [], line: '0 passed, 0 failed' },
    { name: 'one run', reports: [{ ...none, numPassedTests: 7 }], line: '7 passed, 0 failed' },
    {
      name: 'several runs in sum',
      reports: [
        { ...none, numPassedTests: 7, numFailedTests: 1 },
        { ...none, numPassedTests: 5, numFailedTests: 2 },
      ],
      line: '12 passed, 3 failed',
    },
    {
      name: 'skipped ones only when there are some',
      reports: [{ ...none, numPassedTests: 1, numPendingTests: 2, numTodoTests: 1 }],
      line: '1 passed, 0 failed, 3 skipped',
    },
    {
      name: 'a file that does not even load is a failure',
      reports: [{ ...none, numPassedTests: 1, numRuntimeErrorTestSuites: 1 }],
      line: '1 passed, 1 failed',
    },
    {
      name: 'a run without a report is a failure',
      reports: [{ ...none, numPassedTests: 1 }],
      missing: 1,
      line: '1 passed, 1 failed',
    },
  ];
  it.each(rows)('$name', ({ reports, missing = 0, line }) => {
    expect(totalsLine(reports, missing)).toBe(line);
  });
});
