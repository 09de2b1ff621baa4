// Decides how due checks travel: few messages for many jobs, none of them larger than NATS takes by default.

import { maxJobsPerBatch, type CheckJob } from '@vedette/contract';

/** Half of what NATS takes: a job with the longest body has more than this, and travels alone. */
const MAX_BATCH_BYTES = 512 * 1024;

/** The messages as JSON. */
export function jobBatches(jobs: readonly CheckJob[]): string[] {
  const messages: string[] = [];
  let batch: string[] = [];
  let bytes = 0;
  const close = (): void => {
    if (batch.length > 0) messages.push(`{"jobs":[${batch.join(',')}]}`);
    batch = [];
    bytes = 0;
  };
  for (const job of jobs) {
    const json = JSON.stringify(job);
    const jobBytes = Buffer.byteLength(json);
    if (batch.length === maxJobsPerBatch || bytes + jobBytes > MAX_BATCH_BYTES) close();
    batch.push(json);
    bytes += jobBytes;
  }
  close();
  return messages;
}
