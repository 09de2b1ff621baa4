import { describe, expect, it } from '@jest/globals';
import { healthNotes } from './endpoint-health.ts';

const at = (second: number): Date => new Date(second * 1_000);
const ok = (second: number, endpointId = 'a') => ({ endpointId, isSuccess: true, endedAt: at(second) });
const bad = (second: number, endpointId = 'a') => ({ endpointId, isSuccess: false, endedAt: at(second) });

describe('what attempts say about an endpoint', () => {
  const rows = [
    { name: 'a success', attempts: [ok(1)], since: null, hadSuccess: true },
    { name: 'a failure', attempts: [bad(1)], since: at(1), hadSuccess: false },
    { name: 'the first of failures', attempts: [bad(1), bad(2)], since: at(1), hadSuccess: false },
    { name: 'a success after failures', attempts: [bad(1), bad(2), ok(3)], since: null, hadSuccess: true },
    { name: 'failures after a success', attempts: [bad(1), ok(2), bad(3), bad(4)], since: at(3), hadSuccess: true },
    { name: 'in the order of their ends', attempts: [ok(3), bad(4), bad(1)], since: at(4), hadSuccess: true },
  ];
  it.each(rows)('$name', ({ attempts, since, hadSuccess }) => {
    expect(healthNotes(attempts)).toEqual([{ endpointId: 'a', failingSince: since, hadSuccess }]);
  });

  it('each endpoint has its own', () => {
    expect(healthNotes([bad(1, 'a'), ok(2, 'b')])).toEqual([
      { endpointId: 'a', failingSince: at(1), hadSuccess: false },
      { endpointId: 'b', failingSince: null, hadSuccess: true },
    ]);
    expect(healthNotes([])).toEqual([]);
  });
});
