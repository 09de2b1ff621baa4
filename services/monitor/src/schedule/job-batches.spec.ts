import { describe, expect, it } from '@jest/globals';
import {
  type CheckJob,
  type CheckLane,
  type JobBatch,
  MAX_JOBS_PER_BATCH,
  MAX_PAYLOAD_BYTES,
  newId,
} from '@vedette/contract';
import { jobBatches } from './job-batches.ts';

const DEFAULT_MAX_PAYLOAD = 1024 * 1024;
/** The longest body: 100,000 characters, each of which takes six bytes of JSON. */
const LONGEST_BODY = '\u0001'.repeat(100_000);

function jobs(count: number, requestBody: string | null): CheckJob[] {
  return Array.from({ length: count }, (_, index) => ({
    organizationId: 'org_1',
    monitorId: `mon_${index}`,
    epoch: 1,
    slotAt: '2026-11-15T00:00:00.000Z',
    target: {
      type: 'HTTP',
      url: 'https://example.com',
      method: 'POST',
      expectedStatus: [200],
      followRedirects: true,
      verifySsl: true,
      requestHeaders: null,
      requestBody,
      timeoutSeconds: 30,
    },
  }));
}

describe('the messages of due checks', () => {
  const most = MAX_JOBS_PER_BATCH.FAST;
  const rows: { name: string; lane?: CheckLane; due: CheckJob[]; sizes: number[] }[] = [
    { name: 'nothing', due: jobs(0, null), sizes: [] },
    { name: 'a few', due: jobs(3, null), sizes: [3] },
    { name: 'as many as a message holds', due: jobs(most, null), sizes: [most] },
    { name: 'one more', due: jobs(most + 1, null), sizes: [most, 1] },
    { name: 'slow ones, each for itself', lane: 'SLOW', due: jobs(3, null), sizes: [1, 1, 1] },
    { name: 'long bodies, of four bytes a character', due: jobs(3, '😀'.repeat(50_000)), sizes: [2, 1] },
    { name: 'the longest bodies', due: jobs(3, LONGEST_BODY), sizes: [1, 1, 1] },
  ];
  it.each(rows)('$name', ({ lane = 'FAST', due, sizes }) => {
    const { messages, tooLarge } = jobBatches(lane, due);
    expect(tooLarge).toEqual([]);
    const batches = messages.map(({ json }) => (JSON.parse(json) as JobBatch).jobs);
    expect(batches.map((batch) => batch.length)).toEqual(sizes);
    expect(messages.map((message) => message.jobs)).toEqual(sizes);
    expect(batches.flat()).toEqual(due);
    for (const { json } of messages) expect(Buffer.byteLength(json)).toBeLessThan(DEFAULT_MAX_PAYLOAD);
  });

  it('hold any job that the specification allows', () => {
    // Names and values total 32 KiB, in as many entries as possible: each entry costs six more bytes of JSON.
    const requestHeaders = Object.fromEntries(
      Array.from({ length: 8_000 }, (_, index) => [index.toString(36).padStart(3, '!'), '"']),
    );
    expect(Object.entries(requestHeaders).flat().join('').length).toBeGreaterThan(31_000);
    const largest: CheckJob = {
      organizationId: newId('org'),
      monitorId: newId('mon'),
      epoch: 2_147_483_647,
      slotAt: '2026-11-15T00:00:00.000Z',
      target: {
        type: 'KEYWORD',
        url: '\u0001'.repeat(2_048),
        keyword: '\u0001'.repeat(500),
        keywordMatch: 'NOT_EXISTS',
        method: 'DELETE',
        expectedStatus: Array.from({ length: 100 }, () => 599),
        followRedirects: false,
        verifySsl: false,
        requestHeaders,
        requestBody: LONGEST_BODY,
        timeoutSeconds: 60,
      },
    };
    const { messages, tooLarge } = jobBatches('FAST', [largest]);
    expect(tooLarge).toEqual([]);
    const bytes = Buffer.byteLength(messages[0]?.json ?? '');
    expect(bytes).toBeGreaterThan(600_000);
    expect(bytes).toBeLessThanOrEqual(MAX_PAYLOAD_BYTES);
  });

  it('leave out a job that none of them can hold, and carry the others', () => {
    const [before, huge, after] = [jobs(1, 'a'), jobs(1, 'x'.repeat(1_100_000)), jobs(1, 'b')];
    const { messages, tooLarge } = jobBatches('FAST', [...before, ...huge, ...after]);
    expect(tooLarge).toEqual(huge);
    expect(messages.flatMap(({ json }) => (JSON.parse(json) as JobBatch).jobs)).toEqual([...before, ...after]);
  });
});
