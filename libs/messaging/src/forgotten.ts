// Decides which acknowledged messages a stream has lost. A stream that loses messages loses a tail, but others may have
// published over it since: only the messages themselves tell.

/** A message of ours as the stream acknowledged it. */
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
  /** Our newest message at or below a sequence. */
  newestUpTo(sequence: number): Promise<Acknowledged | undefined>;
  /** The id of the message that the stream has at a sequence. */
  messageAt(sequence: number): Promise<string | undefined>;
}

/** `knownCreatedAt` is the stream's age as we last saw it: undefined before the first look. */
export async function forgotten(
  knownCreatedAt: string | undefined,
  current: StreamMark,
  memory: StreamMemory,
): Promise<Forgotten> {
  if (knownCreatedAt !== undefined && knownCreatedAt !== current.createdAt) return { kind: 'everything' };
  const newest = await memory.newestUpTo(Number.MAX_SAFE_INTEGER);
  if (newest === undefined || (await isKept(newest, current, memory))) return { kind: 'nothing' };
  // Everything up to `kept` is there, everything of ours from `lost` on is not.
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

/** What the stream has dropped for its age is no loss. */
async function isKept(message: Acknowledged, { firstSequence }: StreamMark, memory: StreamMemory): Promise<boolean> {
  return message.sequence < firstSequence || (await memory.messageAt(message.sequence)) === message.messageId;
}
