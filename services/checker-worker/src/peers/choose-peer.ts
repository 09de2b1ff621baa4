// Decides which worker looks again at a failure: one that is alive and trusts its network, elsewhere if there is one.

import { PRESENCE_MS, type CheckLane, type WorkerPresence } from '@vedette/contract';

export interface Peer extends Pick<WorkerPresence, 'workerId' | 'region' | 'isTrusted' | 'confirmations'> {
  /** When it was last heard of; the same clock as `now`. */
  readonly heardAt: number;
  /** Organizations that have their share of its places, by lane. */
  readonly satisfied: Readonly<Record<CheckLane, ReadonlySet<string>>>;
}

/** Whose failure is to be looked at. */
export interface Asker {
  readonly organizationId: string;
  readonly lane: CheckLane;
}

/** The others whose word counts. */
export function trustedPeers<P extends Peer>(peers: Iterable<P>, ownId: string, now: number): P[] {
  return [...peers].filter(
    ({ workerId, isTrusted, heardAt }) => workerId !== ownId && isTrusted && now - heardAt < PRESENCE_MS,
  );
}

/**
 * Undefined when none has a place for it. Another region comes first; among equals chance decides, by the places that each
 * has free, since all who ask at this moment see the same numbers. `random` is in [0, 1).
 */
export function choosePeer<P extends Peer>(
  trusted: readonly P[],
  ownRegion: string,
  { organizationId, lane }: Asker,
  random: number,
): P | undefined {
  const freeAt = (peer: P): number => peer.confirmations[lane].free;
  const free = trusted.filter((peer) => freeAt(peer) > 0 && !peer.satisfied[lane].has(organizationId));
  const elsewhere = free.filter(({ region }) => region !== ownRegion);
  const candidates = elsewhere.length > 0 ? elsewhere : free;
  let ticket = random * candidates.reduce((sum, peer) => sum + freeAt(peer), 0);
  return candidates.find((peer) => (ticket -= freeAt(peer)) < 0);
}
