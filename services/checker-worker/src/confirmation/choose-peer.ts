/** Decides which worker looks again at a failure: one that is alive and trusts its network, elsewhere if there is one. */
import type { WorkerPresence } from '@vedette/contract';

export interface Peer extends WorkerPresence {
  /** When it was last heard of; the same clock as `now`. */
  readonly heardAt: number;
}

/** Three announcements missed in a row are no accident. */
export const presenceMs = 3_000;

/** The others whose word counts. */
export function trustedPeers<P extends Peer>(peers: Iterable<P>, ownId: string, now: number): P[] {
  return [...peers].filter(
    ({ workerId, isTrusted, heardAt }) => workerId !== ownId && isTrusted && now - heardAt < presenceMs,
  );
}

/**
 * Undefined when none has a free slot. Another region comes first; among equals chance decides, by the slots that each
 * has free, since all who ask at this moment see the same numbers. `random` is in [0, 1).
 */
export function choosePeer<P extends Peer>(trusted: readonly P[], ownRegion: string, random: number): P | undefined {
  const free = trusted.filter(({ freeConfirmationSlots }) => freeConfirmationSlots > 0);
  const elsewhere = free.filter(({ region }) => region !== ownRegion);
  const candidates = elsewhere.length > 0 ? elsewhere : free;
  let ticket = random * candidates.reduce((sum, { freeConfirmationSlots }) => sum + freeConfirmationSlots, 0);
  return candidates.find(({ freeConfirmationSlots }) => (ticket -= freeConfirmationSlots) < 0);
}
