// Decides how due checks travel: few messages for many fast jobs, a message for each slow one, none of them larger than
// NATS takes by default.

import { maxJobsPerBatch, type CheckJob, type CheckLane } from '@vedette/contract';

/** Half of what NATS takes: a job with the longest body has more than this, and travels alone. */
const MAX_BATCH_BYTES = 512 * 1024;

export interface JobMessage {
  readonly json: string;
  readonly jobs: number;
}

export function jobBatches(lane: CheckLane, jobs: readonly CheckJob[]): JobMessage[] {
  const messages: JobMessage[] = [];
  let batch: string[] = [];
  let bytes = 0;
  const close = (): void => {
    if (batch.length > 0) messages.push({ json: `{"jobs":[${batch.join(',')}]}`, jobs: batch.length });
    batch = [];
    bytes = 0;
  };
  for (const job of jobs) {
    const json = JSON.stringify(job);
    const jobBytes = Buffer.byteLength(json);
    if (batch.length === maxJobsPerBatch[lane] || bytes + jobBytes > MAX_BATCH_BYTES) close();
    batch.push(json);
    bytes += jobBytes;
  }
  close();
  return messages;
}
