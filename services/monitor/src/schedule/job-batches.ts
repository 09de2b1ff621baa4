// Decides how due checks travel: few messages for many jobs, none of them larger than NATS likes.

import { maxJobsPerBatch, type CheckJob } from '@vedette/contract';

const MAX_CHARACTERS = 1_000_000;

/** The messages as JSON. */
export function jobBatches(jobs: readonly CheckJob[]): string[] {
  const messages: string[] = [];
  let batch: string[] = [];
  let characters = 0;
  const close = (): void => {
    if (batch.length > 0) messages.push(`{"jobs":[${batch.join(',')}]}`);
    batch = [];
    characters = 0;
  };
  for (const job of jobs) {
    const json = JSON.stringify(job);
    if (batch.length === maxJobsPerBatch || characters + json.length > MAX_CHARACTERS) close();
    batch.push(json);
    characters += json.length;
  }
  close();
  return messages;
}
