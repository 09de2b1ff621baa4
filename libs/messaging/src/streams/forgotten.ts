// Decides which acknowledged messages a stream has lost. A stream loses its newest messages, but other publishers may
// have reused their sequences since, so message ids are compared.

/** One of our messages as the stream acknowledged it. */
export interface Acknowledged {
  readonly sequence: number;
  readonly messageId: string;
}

export interface StreamMark {
  readonly createdAt: string;
  readonly firstSequence: number;
}

export type Forgotten = { kind: 'nothing' } | { kind: 'everything' } | { kind: 'after'; sequence: number };

export interface StreamMemory {
  /** Returns our newest message at or below a sequence. */
  newestUpTo(sequence: number): Promise<Acknowledged | undefined>;
  /** Returns the id of the message that the stream holds at a sequence. */
  messageAt(sequence: number): Promise<string | undefined>;
}

/** `knownCreatedAt` is the creation time of the stream at the last inspection; undefined at the first one. */
export async function forgotten(
  knownCreatedAt: string | undefined,
  current: StreamMark,
  memory: StreamMemory,
): Promise<Forgotten> {
  if (knownCreatedAt !== undefined && knownCreatedAt !== current.createdAt) return { kind: 'everything' };
  const newest = await memory.newestUpTo(Number.MAX_SAFE_INTEGER);
  if (newest === undefined || (await isKept(newest, current, memory))) return { kind: 'nothing' };
  // Binary search: all our messages up to `kept` are in the stream, and none from `lost` on.
  let kept = 0;
  let lost = newest.sequence;
  while (kept < lost - 1) {
    const middle = Math.floor((kept + lost) / 2);
    const candidate = await memory.newestUpTo(middle);
    if (candidate === undefined || (await isKept(candidate, current, memory))) kept = middle;
    else lost = candidate.sequence;
  }
  return { kind: 'after', sequence: kept };
}

/** A message that the stream has dropped because of its age is not lost. */
async function isKept(message: Acknowledged, { firstSequence }: StreamMark, memory: StreamMemory): Promise<boolean> {
  return message.sequence < firstSequence || (await memory.messageAt(message.sequence)) === message.messageId;
}
