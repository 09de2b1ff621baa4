import { describe, expect, it } from '@jest/globals';
import type { EndpointDisabledReason } from '@vedette/contract';
import { decideManualAttempt, type AskedAttempt } from './manual-decision.ts';

interface Row {
  name: string;
  asked?: Partial<AskedAttempt>;
  endpoint?: { disabledReason: EndpointDisabledReason | null } | null;
  /** `attempt`, `wait`, or a part of the refusal. */
  decision: string;
}

const enabled = { disabledReason: null };

describe('an attempt by hand', () => {
  const rows: Row[] = [
    { name: 'is made', decision: 'attempt' },
    { name: 'is refused while another is in flight', asked: { isInFlight: true }, decision: 'in flight' },
    { name: 'goes on after an interruption', asked: { isResumed: true }, decision: 'attempt' },
    {
      name: 'waits for an earlier run of its key',
      asked: { isResumed: true, isInFlight: true },
      decision: 'wait',
    },
    {
      name: 'waits for it whatever became of the endpoint',
      asked: { isResumed: true, isInFlight: true },
      endpoint: null,
      decision: 'wait',
    },
    { name: 'needs an endpoint', endpoint: null, decision: 'is deleted' },
    { name: 'needs an endpoint to go on', asked: { isResumed: true }, endpoint: null, decision: 'is deleted' },
    { name: 'is not for one disabled by hand', endpoint: { disabledReason: 'MANUAL' }, decision: 'is disabled' },
    { name: 'nor for one that is gone', endpoint: { disabledReason: 'GONE' }, decision: 'is disabled' },
    {
      name: 'nor for one that failed',
      asked: { isInFlight: true },
      endpoint: { disabledReason: 'FAILING' },
      decision: 'is disabled',
    },
    {
      name: 'is for a disabled one when it is a test',
      asked: { isTest: true },
      endpoint: { disabledReason: 'FAILING' },
      decision: 'attempt',
    },
    {
      name: 'is not for a deleted one, a test neither',
      asked: { isTest: true },
      endpoint: null,
      decision: 'is deleted',
    },
  ];
  it.each(rows)('$name', ({ asked, endpoint = enabled, decision }) => {
    const target = endpoint ?? undefined;
    const decided = decideManualAttempt({ isTest: false, isResumed: false, isInFlight: false, ...asked }, target);
    switch (decision) {
      case 'attempt':
        return expect(decided).toEqual({ kind: 'attempt', endpoint: target });
      case 'wait':
        return expect(decided).toEqual({ kind: 'wait' });
      default:
        return expect(decided).toEqual({ kind: 'refuse', message: expect.stringContaining(decision) });
    }
  });
});
