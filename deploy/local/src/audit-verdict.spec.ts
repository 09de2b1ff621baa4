import { describe, expect, it } from '@jest/globals';
import { auditVerdict } from './audit-verdict.ts';

const advisory = (name: string, severity: string) => ({ module_name: name, severity, title: 'Reads out of bounds' });
const report = (advisories: object[], counts: Record<string, number> = {}): string =>
  JSON.stringify({
    advisories: Object.fromEntries(advisories.map((each, index) => [index, each])),
    metadata: { vulnerabilities: { info: 0, low: 0, moderate: 0, high: 0, critical: 0, ...counts } },
  });

describe('an audit', () => {
  it.each([
    { name: 'nothing known', printed: report([]), verdict: { kind: 'clean' } },
    {
      name: 'moderate severity',
      printed: report([advisory('a', 'moderate')], { moderate: 1 }),
      verdict: { kind: 'clean' },
    },
    {
      name: 'high and critical severity, one of them twice',
      printed: report([advisory('b', 'high'), advisory('a', 'critical'), advisory('b', 'high')], {
        high: 2,
        critical: 1,
      }),
      verdict: { kind: 'vulnerable', known: ['a (critical): Reads out of bounds', 'b (high): Reads out of bounds'] },
    },
    {
      name: 'a count alone',
      printed: report([], { high: 2 }),
      verdict: { kind: 'vulnerable', known: ['2 without a description'] },
    },
    {
      name: 'an error of the registry',
      printed:
        '{"error":{"code":"ERR_PNPM_AUDIT_BAD_RESPONSE","message":"https://token@registry.internal/ answered 404"}}',
      verdict: { kind: 'no-answer' },
    },
    { name: 'an empty report', printed: '{}', verdict: { kind: 'no-answer' } },
    { name: 'no JSON', printed: 'getaddrinfo ENOTFOUND', verdict: { kind: 'no-answer' } },
    { name: 'nothing', printed: '', verdict: { kind: 'no-answer' } },
    { name: 'null', printed: 'null', verdict: { kind: 'no-answer' } },
  ])('of $name: $verdict.kind', ({ printed, verdict }) => {
    expect(auditVerdict(printed)).toEqual(verdict);
  });
});
