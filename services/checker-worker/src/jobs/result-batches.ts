// Decides how results are grouped into messages: many in each, no message above the NATS limit, and no result left out.

import { MAX_PAYLOAD_BYTES, shortError, type CheckResult } from '@vedette/contract';

const MAX_RESULTS = 100;
/** A longer DNS answer is dropped: no person could read it. */
const MAX_ANSWER_BYTES = 300_000;
const FRAME_BYTES = Buffer.byteLength('{"results":[]}');

/** A serialised result, small enough to fit into a message by itself. */
export interface PackedResult {
  readonly json: string;
  readonly bytes: number;
}

export function packResult(result: CheckResult): PackedResult {
  const json = JSON.stringify(bounded(result));
  return { json, bytes: Buffer.byteLength(json) + 1 };
}

/** Most results hold no text of a target, and are left as they are. */
function bounded(result: CheckResult): CheckResult {
  const { outcome } = result;
  const { dnsAnswer } = outcome.observation;
  if (dnsAnswer === null && outcome.attempts.every(({ error }) => error === null)) return result;
  const isAnswerKept = dnsAnswer !== null && Buffer.byteLength(JSON.stringify(dnsAnswer)) <= MAX_ANSWER_BYTES;
  return {
    ...result,
    outcome: {
      ...outcome,
      attempts: outcome.attempts.map((attempt) => ({ ...attempt, error: attempt.error && shortError(attempt.error) })),
      observation: { ...outcome.observation, dnsAnswer: isAnswerKept ? dnsAnswer : null },
    },
  };
}

/** How many results, from the first on, make up the next message. */
export function nextBatch(packed: readonly PackedResult[]): number {
  let bytes = FRAME_BYTES;
  let count = 0;
  for (const result of packed) {
    bytes += result.bytes;
    if (count === MAX_RESULTS || (count > 0 && bytes > MAX_PAYLOAD_BYTES)) break;
    count += 1;
  }
  return count;
}

export function messageOf(packed: readonly PackedResult[]): string {
  return `{"results":[${packed.map(({ json }) => json).join(',')}]}`;
}
