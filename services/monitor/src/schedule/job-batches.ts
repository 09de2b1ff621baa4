// Decides how jobs are grouped into messages: many fast jobs share a message, each slow job has its own, and no message
// exceeds the default limit of NATS.

import { MAX_JOBS_PER_BATCH, MAX_PAYLOAD_BYTES, type CheckJob, type CheckLane } from '@vedette/contract';

/** Half of the NATS limit. A job with the longest body is larger than this and travels alone. */
const MAX_BATCH_BYTES = 512 * 1024;
const FRAME_BYTES = Buffer.byteLength('{"jobs":[]}');

export interface JobMessage {
  readonly json: string;
  readonly jobs: number;
}

export interface JobMessages {
  readonly messages: readonly JobMessage[];
  /** Jobs that fit into no message. They must not block the others. */
  readonly tooLarge: readonly CheckJob[];
}

export function jobBatches(lane: CheckLane, jobs: readonly CheckJob[]): JobMessages {
  const messages: JobMessage[] = [];
  const tooLarge: CheckJob[] = [];
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
    if (FRAME_BYTES + jobBytes > MAX_PAYLOAD_BYTES) {
      tooLarge.push(job);
      continue;
    }
    if (batch.length === MAX_JOBS_PER_BATCH[lane] || bytes + jobBytes > MAX_BATCH_BYTES) close();
    batch.push(json);
    bytes += jobBytes;
  }
  close();
  return { messages, tooLarge };
}
