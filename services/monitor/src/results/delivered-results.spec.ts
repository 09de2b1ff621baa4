import { describe, expect, it } from '@jest/globals';
import { readResults } from './delivered-results.ts';

const outcome = {
  verdict: 'SUCCEEDED',
  attempts: [],
  responseMs: 1,
  observation: { certExpiresAt: null, dnsAnswer: null, registration: null },
};
const good = { monitorId: 'mon_1', epoch: 1, slotAt: '2026-11-15T12:00:00.000Z', outcome };
const kinds = (...results: unknown[]) => readResults(JSON.stringify({ results })).map(({ kind }) => kind);

describe('the results of a message', () => {
  it('are read with their slots', () => {
    const [read] = readResults(JSON.stringify({ results: [good] }));
    const result = { ...good, slotAt: new Date(good.slotAt), isScheduled: true };
    expect(read).toEqual({ kind: 'result', raw: good, result });
  });

  it('are read with who ran them, where no attempt says so', () => {
    const ranBy = { worker: 'w', region: 'r', startedAt: good.slotAt };
    const [read] = readResults(JSON.stringify({ results: [{ ...good, ranBy }] }));
    expect(read).toMatchObject({ kind: 'result', result: { ranBy } });
  });

  it.each([
    ['a slot that is none', { ...good, slotAt: 'soon' }],
    ['no slot', { ...good, slotAt: undefined }],
    ['no monitor', { ...good, monitorId: null }],
    ['an epoch that is none', { ...good, epoch: 'first' }],
    ['no outcome', { ...good, outcome: null }],
    ['an outcome without attempts', { ...good, outcome: { ...outcome, attempts: undefined } }],
    ['an outcome without observation', { ...good, outcome: { ...outcome, observation: undefined } }],
    ['a text', 'result'],
    ['nothing', null],
  ])('are read although one of them has %s', (_, bad) => {
    expect(kinds(good, bad, good)).toEqual(['result', 'unreadable', 'result']);
  });

  it.each([
    ['no JSON', '{', 'JSON'],
    ['no list', '{"results":{}}', 'no list of results'],
    ['nothing', '{}', 'no list of results'],
  ])('cannot be read out of %s', (_, json, message) => {
    expect(() => readResults(json)).toThrow(message);
  });
});
