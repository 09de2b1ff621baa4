import { describe, expect, it } from '@jest/globals';
import type { IncidentEvidence } from '@vedette/contract';
import { evidenceRows } from './evidence-rows.ts';

const attempt: IncidentEvidence = {
  checkedAt: '2026-11-15T10:00:03.250Z',
  worker: 'worker-1',
  region: 'eu',
  error: 'got 503',
  statusCode: 503,
  responseMs: 120,
  phases: { dns: 2, connect: 5, tls: 9, firstByte: 100, total: 120 },
};

describe('what is kept of failed attempts', () => {
  it.each([
    { name: 'below the half', ms: 1.49, kept: 1 },
    { name: 'from the half on', ms: 1.5, kept: 2 },
    { name: 'nothing', ms: 0, kept: 0 },
    { name: 'not measured', ms: null, kept: null },
  ])('is whole milliseconds: $name', ({ ms, kept }) => {
    const phases = { dns: ms, connect: ms, tls: ms, firstByte: ms, total: ms };
    const keptPhases = { dns: kept, connect: kept, tls: kept, firstByte: kept, total: kept };
    expect(evidenceRows([{ ...attempt, responseMs: ms, phases }])).toEqual([
      { ...attempt, responseMs: kept, phases: keptPhases },
    ]);
  });

  it('is nothing that an incident does not show', () => {
    const untidy = { ...attempt, secret: 'x', phases: { ...attempt.phases, queue: 3 } };
    expect(evidenceRows([untidy])).toEqual([attempt]);
  });

  it('keeps the order', () => {
    const later = { ...attempt, checkedAt: '2026-11-15T10:00:04.000Z' };
    expect(evidenceRows([attempt, later])).toEqual([attempt, later]);
    expect(evidenceRows([])).toEqual([]);
  });
});
