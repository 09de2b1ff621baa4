import { describe, expect, it } from '@jest/globals';
import { MAX_ERROR_CHARACTERS, MAX_PAYLOAD_BYTES, type CheckAttempt, type CheckResult } from '@vedette/contract';
import { messageOf, nextBatch, packResult } from './result-batches.ts';

function attempt(error: string | null): CheckAttempt {
  return {
    checkedAt: '2026-11-15T12:00:00.000Z',
    worker: 'worker-1',
    region: 'here',
    error,
    statusCode: null,
    responseMs: null,
    phases: { dns: null, connect: null, tls: null, firstByte: null, total: 12 },
  };
}

function result(error: string | null = null, dnsAnswer: string[] | null = null): CheckResult {
  return {
    monitorId: 'mon_01kb3d2v7r9c4y6tqhx0nzmgwe',
    epoch: 1,
    slotAt: '2026-11-15T12:00:00.000Z',
    outcome: {
      verdict: error === null ? 'SUCCEEDED' : 'FAILED',
      attempts: error === null ? [attempt(null)] : [attempt(error), attempt(error)],
      responseMs: null,
      pace: null,
      observation: { certExpiresAt: null, dnsAnswer, registration: null },
    },
  };
}

const many = (count: number, each: CheckResult) => Array.from({ length: count }, () => packResult(each));
/** The largest answer that is still kept. */
const longAnswer = ['\u0001'.repeat(49_000)];

describe('the next message of results', () => {
  it.each([
    { name: 'nothing', packed: [], count: 0 },
    { name: 'one', packed: many(1, result()), count: 1 },
    { name: 'as many as it may', packed: many(100, result()), count: 100 },
    { name: 'no more than it may', packed: many(101, result()), count: 100 },
    { name: 'no more than NATS takes', packed: many(50, result('x', longAnswer)), count: 3 },
  ])('holds $name', ({ packed, count }) => {
    expect(nextBatch(packed)).toBe(count);
    expect(Buffer.byteLength(messageOf(packed.slice(0, count)))).toBeLessThanOrEqual(MAX_PAYLOAD_BYTES);
  });
});

describe('a result', () => {
  it('travels as it is', () => {
    const plain = result('Connection refused by 203.0.113.7:443', ['10.0.0.1']);
    expect(JSON.parse(packResult(plain).json)).toEqual(plain);
  });

  it.each([
    ['control characters', '\u0001'],
    ['characters of four bytes', '😀'],
    ['quotes', '"'],
  ])('fits into a message by itself, whatever a target made of %s', (_, character) => {
    const huge = result(character.repeat(500_000), [character.repeat(700_000)]);
    const packed = packResult(huge);
    expect(packed.bytes).toBeLessThan(MAX_PAYLOAD_BYTES);
    const { outcome } = JSON.parse(packed.json) as CheckResult;
    expect(outcome.observation.dnsAnswer).toBeNull();
    for (const { error } of outcome.attempts) expect(Array.from(error ?? '')).toHaveLength(MAX_ERROR_CHARACTERS);
  });
});
