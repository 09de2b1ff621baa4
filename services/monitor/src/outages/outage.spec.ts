import { describe, expect, it } from '@jest/globals';
import type { IncidentEvidence } from '@vedette/contract';
import { openOutage, stepOutage, type Outage } from './outage.ts';

const AT = new Date('2026-03-01T00:00:00Z');
const evidence = (error: string): IncidentEvidence => ({
  checkedAt: AT.toISOString(),
  worker: 'w1',
  region: 'eu',
  error,
  statusCode: 503,
  responseMs: 12,
  phases: { dns: 1, connect: 1, tls: null, firstByte: 9, total: 11 },
});
const ongoing: Outage = {
  incidentId: 'inc_1',
  revision: 4,
  startedAt: '2026-02-28T00:00:00.000Z',
  cause: 'got 503',
  evidence: [evidence('got 503')],
  resolved: null,
};
const over: Outage = { ...ongoing, resolved: { at: AT.toISOString(), because: 'RECOVERED' } };
const open = { kind: 'open', startedAt: AT, cause: 'got 500', evidence: [evidence('got 500')] } as const;
const change = { kind: 'change-cause', cause: 'got 500', evidence: [evidence('got 500')] } as const;
const resolve = { kind: 'resolve', at: AT, because: 'PAUSED' } as const;

describe('an outage', () => {
  it('opens with an id of its own', () => {
    expect(openOutage(open, 'inc_2')).toEqual({
      incidentId: 'inc_2',
      revision: 1,
      startedAt: AT.toISOString(),
      cause: 'got 500',
      evidence: [evidence('got 500')],
      resolved: null,
    });
  });

  it('changes its cause with a new revision, keeping its evidence', () => {
    expect(stepOutage(ongoing, change)).toEqual({
      ...ongoing,
      revision: 5,
      cause: 'got 500',
      evidence: [evidence('got 503'), evidence('got 500')],
    });
  });

  it('keeps no more evidence than anybody reads', () => {
    const long = { ...ongoing, evidence: Array.from({ length: 50 }, () => evidence('got 503')) };
    expect(stepOutage(long, change)?.evidence).toEqual(long.evidence);
  });

  it('ends with a new revision that says when and why', () => {
    const end = { at: AT.toISOString(), because: 'PAUSED' };
    expect(stepOutage(ongoing, resolve)).toEqual({ ...ongoing, revision: 5, resolved: end });
  });

  it.each([change, resolve])('that is over stays as it is ($kind)', (step) => {
    expect(stepOutage(over, step)).toBeUndefined();
    expect(stepOutage(undefined, step)).toBeUndefined();
  });
});
