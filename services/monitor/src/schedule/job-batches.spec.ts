import { describe, expect, it } from '@jest/globals';
import { type CheckJob, type CheckLane, type JobBatch, maxJobsPerBatch } from '@vedette/contract';
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
      sslExpiryThresholdDays: 2,
      requestHeaders: null,
      requestBody,
      timeoutSeconds: 30,
    },
  }));
}

describe('the messages of due checks', () => {
  const most = maxJobsPerBatch.FAST;
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
    const messages = jobBatches(lane, due);
    const batches = messages.map(({ json }) => (JSON.parse(json) as JobBatch).jobs);
    expect(batches.map((batch) => batch.length)).toEqual(sizes);
    expect(messages.map((message) => message.jobs)).toEqual(sizes);
    expect(batches.flat()).toEqual(due);
    for (const { json } of messages) expect(Buffer.byteLength(json)).toBeLessThan(DEFAULT_MAX_PAYLOAD);
  });
});
