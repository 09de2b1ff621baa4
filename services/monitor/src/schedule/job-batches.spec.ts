import { describe, expect, it } from '@jest/globals';
import { type CheckJob, type JobBatch, maxJobsPerBatch } from '@vedette/contract';
import { jobBatches } from './job-batches.ts';

const DEFAULT_MAX_PAYLOAD = 1024 * 1024;
/** The longest body: 100,000 characters, each of which takes six bytes of JSON. */
const LONGEST_BODY = '\u0001'.repeat(100_000);

function jobs(count: number, requestBody: string | null): CheckJob[] {
  return Array.from({ length: count }, (_, index) => ({
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
  const rows = [
    { name: 'nothing', due: jobs(0, null), sizes: [] },
    { name: 'a few', due: jobs(3, null), sizes: [3] },
    { name: 'as many as a message holds', due: jobs(maxJobsPerBatch, null), sizes: [maxJobsPerBatch] },
    { name: 'one more', due: jobs(maxJobsPerBatch + 1, null), sizes: [maxJobsPerBatch, 1] },
    { name: 'long bodies, of four bytes a character', due: jobs(3, '😀'.repeat(50_000)), sizes: [2, 1] },
    { name: 'the longest bodies', due: jobs(3, LONGEST_BODY), sizes: [1, 1, 1] },
  ];
  it.each(rows)('$name', ({ due, sizes }) => {
    const messages = jobBatches(due);
    const batches = messages.map((message) => (JSON.parse(message) as JobBatch).jobs);
    expect(batches.map((batch) => batch.length)).toEqual(sizes);
    expect(batches.flat()).toEqual(due);
    for (const message of messages) expect(Buffer.byteLength(message)).toBeLessThan(DEFAULT_MAX_PAYLOAD);
  });
});
