// Decides how results travel: many to a message, none of them larger than NATS takes, and each of them in some message.

import { MAX_PAYLOAD_BYTES, shortError, type CheckResult } from '@vedette/contract';

const MAX_RESULTS = 100;
/** What remains of a DNS answer that nobody could read anyway. */
const MAX_ANSWER_BYTES = 300_000;
const FRAME_BYTES = Buffer.byteLength('{"results":[]}');

/** A result as it travels, which fits into a message by itself. */
export interface PackedResult {
  readonly json: string;
  readonly bytes: number;
}

export function packResult(result: CheckResult): PackedResult {
  const { outcome } = result;
  const { dnsAnswer } = outcome.observation;
  const isAnswerKept = dnsAnswer !== null && Buffer.byteLength(JSON.stringify(dnsAnswer)) <= MAX_ANSWER_BYTES;
  const json = JSON.stringify({
    ...result,
    outcome: {
      ...outcome,
      attempts: outcome.attempts.map((attempt) => ({ ...attempt, error: attempt.error && shortError(attempt.error) })),
      observation: { ...outcome.observation, dnsAnswer: isAnswerKept ? dnsAnswer : null },
    },
  } satisfies CheckResult);
  return { json, bytes: Buffer.byteLength(json) + 1 };
}

/** How many of them, from the first on, make up the next message. */
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
