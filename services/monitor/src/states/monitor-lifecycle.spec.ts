import { describe, expect, it } from '@jest/globals';
import type { MonitorState } from '@vedette/contract';
import { deletion, pause, resume, type DeletionDecision, type LifecycleDecision } from './monitor-lifecycle.ts';

const now = new Date('2026-11-15T12:00:00Z');
const unchanged: LifecycleDecision = { kind: 'unchanged' };
const paused: LifecycleDecision = {
  kind: 'changed',
  runtime: { enters: 'PAUSED', raisesEpoch: true, nextCheck: { kind: 'none' }, forgetsResults: false },
};
const resumed: LifecycleDecision = {
  kind: 'changed',
  runtime: {
    enters: 'PENDING',
    raisesEpoch: true,
    nextCheck: { kind: 'no-later-than', at: now },
    forgetsResults: false,
  },
};

describe('pausing', () => {
  const rows: { state: MonitorState; decision: LifecycleDecision }[] = [
    { state: 'PENDING', decision: paused },
    { state: 'UP', decision: paused },
    { state: 'DEGRADED', decision: paused },
    { state: 'DOWN', decision: paused },
    { state: 'PAUSED', decision: unchanged },
  ];
  it.each(rows)('a monitor that is $state: $decision.kind', ({ state, decision }) => {
    expect(pause({ state, type: 'HTTP' })).toEqual(decision);
  });
});

describe('resuming', () => {
  const rows: { state: MonitorState; decision: LifecycleDecision }[] = [
    { state: 'PENDING', decision: unchanged },
    { state: 'UP', decision: unchanged },
    { state: 'DEGRADED', decision: unchanged },
    { state: 'DOWN', decision: unchanged },
    { state: 'PAUSED', decision: resumed },
  ];
  it.each(rows)('a monitor that is $state: $decision.kind', ({ state, decision }) => {
    expect(resume({ state, type: 'HTTP' }, now)).toEqual(decision);
  });

  it('a cron job waits for its next ping', () => {
    expect(resume({ state: 'PAUSED', type: 'CRON' }, now)).toMatchObject({ runtime: { nextCheck: { kind: 'none' } } });
  });
});

describe('deleting', () => {
  const rows: { name: string; presence: Parameters<typeof deletion>[0]; kind: DeletionDecision['kind'] }[] = [
    { name: 'a live monitor deletes it', presence: 'live', kind: 'delete' },
    { name: 'one whose deletion was never finished finishes it', presence: 'deleted', kind: 'finish' },
    {
      name: 'one that is gone finds nothing, though its row may still be there',
      presence: 'released',
      kind: 'not-found',
    },
    { name: 'one that never was finds nothing', presence: undefined, kind: 'not-found' },
  ];
  it.each(rows)('$name', ({ presence, kind }) => {
    expect(deletion(presence).kind).toBe(kind);
  });

  it('ends its checks and makes those in flight meaningless', () => {
    const runtime = { enters: undefined, raisesEpoch: true, nextCheck: { kind: 'none' }, forgetsResults: false };
    expect(deletion('live')).toEqual({ kind: 'delete', runtime });
  });
});
