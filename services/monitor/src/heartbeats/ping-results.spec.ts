import { describe, expect, it } from '@jest/globals';
import type { PingKind } from './ping-path.ts';
import { hearPings, type HeardJob, type StoredPing } from './ping-results.ts';

const at = (ms: number): Date => new Date(Date.parse('2026-03-01T00:00:00Z') + ms);
const ping = (kind: PingKind, ms: number, exitCode: number | null = null): StoredPing => ({
  monitorId: 'mon_1',
  epoch: 2,
  kind,
  exitCode,
  receivedAt: at(ms),
});
const unheard: HeardJob = { lastPingAt: null, runStartedAt: null };

const brief = (job: HeardJob, pings: StoredPing[]) =>
  hearPings(job, pings).results.map(({ slotAt, outcome, runMs }) => [
    slotAt.getTime() - at(0).getTime(),
    outcome.attempts[0]?.error ?? null,
    runMs ?? null,
  ]);

describe('pings', () => {
  it('measure a run that ends in the millisecond in which it began', () => {
    expect(brief(unheard, [ping('START', 5), ping('SUCCESS', 5)])).toEqual([[5, null, 0]]);
  });

  it('report success and failure at the time they came', () => {
    expect(brief(unheard, [ping('SUCCESS', 5), ping('FAILURE', 9, 3), ping('FAILURE', 12)])).toEqual([
      [5, null, null],
      [9, 'The job ended with exit code 3', null],
      [12, 'The job reported a failure', null],
    ]);
  });

  it('that mark a start are no result, and measure the run that ends next', () => {
    expect(brief(unheard, [ping('START', 10), ping('SUCCESS', 250), ping('SUCCESS', 300)])).toEqual([
      [250, null, 240],
      [300, null, null],
    ]);
  });

  it('measure a run that began long before', () => {
    expect(brief({ lastPingAt: at(0), runStartedAt: at(0) }, [ping('FAILURE', 90)])).toEqual([
      [90, 'The job reported a failure', 90],
    ]);
  });

  it.each([
    [2_147_483_647, 2_147_483_647],
    [2_147_483_648, null],
  ])('of a run of %i ms measure %s', (ms, measured) => {
    expect(brief({ lastPingAt: at(0), runStartedAt: at(0) }, [ping('SUCCESS', ms)])).toEqual([[ms, null, measured]]);
  });

  it('of a run that began anew measure the newest start', () => {
    expect(brief(unheard, [ping('START', 1), ping('START', 50), ping('SUCCESS', 60)])).toEqual([[60, null, 10]]);
  });

  it('are heard in the order in which they came', () => {
    expect(brief(unheard, [ping('SUCCESS', 60), ping('START', 50)])).toEqual([[60, null, 10]]);
  });

  it('of the same millisecond are one result, the last', () => {
    expect(brief(unheard, [ping('SUCCESS', 5), ping('FAILURE', 5), ping('SUCCESS', 6)])).toEqual([
      [5, 'The job reported a failure', null],
      [6, null, null],
    ]);
  });

  it('of every kind are heard; the last one counts', () => {
    expect(hearPings(unheard, [ping('START', 5)])).toEqual({ results: [], lastPingAt: at(5), runStartedAt: at(5) });
    const known = { lastPingAt: at(90), runStartedAt: null };
    expect(hearPings(known, [ping('SUCCESS', 5)]).lastPingAt).toEqual(at(90));
  });

  it('are unscheduled results of the epoch in which they came, without a latency', () => {
    const [result] = hearPings(unheard, [ping('SUCCESS', 5)]).results;
    const outcome = { verdict: 'SUCCEEDED', responseMs: null };
    expect(result).toMatchObject({ monitorId: 'mon_1', epoch: 2, outcome, isScheduled: false });
    expect(result?.outcome.attempts).toMatchObject([{ worker: 'heartbeats', checkedAt: at(5).toISOString() }]);
  });
});
