// Decides how due checks travel: few messages for many jobs, none of them larger than NATS likes.

import type { CheckJob } from '@vedette/contract';

/** One message of 25 costs little more than one of 1; a worker that dies leaves no more than that to another. */
const MAX_JOBS = 25;
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
    if (batch.length === MAX_JOBS || characters + json.length > MAX_CHARACTERS) close();
    batch.push(json);
    characters += json.length;
  }
  close();
  return messages;
}
