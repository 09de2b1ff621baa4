// Decides which acknowledged messages a stream has lost, from what it said when it took them and what it says now.

export interface StreamMark {
  readonly createdAt: string;
  readonly lastSequence: number;
}

export type Forgotten = { kind: 'nothing' } | { kind: 'everything' } | { kind: 'after'; sequence: number };

/** `known` is what we last saw: undefined before the first look. */
export function forgotten(known: StreamMark | undefined, current: StreamMark): Forgotten {
  if (known === undefined) return { kind: 'nothing' };
  if (known.createdAt !== current.createdAt) return { kind: 'everything' };
  if (current.lastSequence < known.lastSequence) return { kind: 'after', sequence: current.lastSequence };
  return { kind: 'nothing' };
}
