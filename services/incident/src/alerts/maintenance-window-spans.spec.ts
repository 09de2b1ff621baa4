import { describe, expect, it } from '@jest/globals';
import type { MaintenanceFacts } from '@vedette/contract';
import { applyNotice, type StoredWindow, type WindowDecision, type WindowNotice } from './maintenance-window-spans.ts';

const at = new Date('2026-11-15T10:00:00.000Z');
const occurrence = { startsAt: '2026-11-15T11:00:00.000Z', endsAt: '2026-11-15T12:00:00.000Z' };
const span = { startsAt: new Date(occurrence.startsAt), endsAt: new Date(occurrence.endsAt) };

function notice(facts: Partial<MaintenanceFacts> = {}, isCancelled = false): WindowNotice {
  return { at, isCancelled, facts: { revision: 3, monitorIds: ['mon_1'], occurrences: [occurrence], ...facts } };
}

const rows: { name: string; told: WindowNotice; stored?: StoredWindow; decision: WindowDecision }[] = [
  {
    name: 'is taken over when it is new',
    told: notice(),
    decision: { kind: 'replace', from: at, spans: [span] },
  },
  {
    name: 'is replaced from now on by a higher revision',
    told: notice(),
    stored: { revision: 2, isCancelled: false },
    decision: { kind: 'replace', from: at, spans: [span] },
  },
  {
    name: 'gains occurrences from the same revision',
    told: notice(),
    stored: { revision: 3, isCancelled: false },
    decision: { kind: 'add', spans: [span] },
  },
  {
    name: 'is not changed by a lower revision',
    told: notice(),
    stored: { revision: 4, isCancelled: false },
    decision: { kind: 'ignore' },
  },
  {
    name: 'ends when it is cancelled',
    told: notice({ revision: 4, occurrences: [] }, true),
    stored: { revision: 3, isCancelled: false },
    decision: { kind: 'replace', from: at, spans: [] },
  },
  {
    name: 'ends when it is cancelled, whatever its revision and occurrences say',
    told: notice({}, true),
    stored: { revision: 3, isCancelled: false },
    decision: { kind: 'replace', from: at, spans: [] },
  },
  {
    name: 'stays cancelled',
    told: notice({ revision: 9 }),
    stored: { revision: 4, isCancelled: true },
    decision: { kind: 'ignore' },
  },
  {
    name: 'has no span when no occurrence is left',
    told: notice({ revision: 4, occurrences: [] }),
    stored: { revision: 3, isCancelled: false },
    decision: { kind: 'replace', from: at, spans: [] },
  },
];

describe('a maintenance window', () => {
  it.each(rows)('$name', ({ told, stored, decision }) => {
    expect(applyNotice(told, stored)).toEqual(decision);
  });
});
