// Decides which worker confirms a failure: one that is alive and trusts its network, in another region if possible.

import { PRESENCE_MS, type CheckLane, type WorkerPresence } from '@vedette/contract';

export interface Peer extends Pick<WorkerPresence, 'workerId' | 'region' | 'isTrusted' | 'confirmations'> {
  /** When the peer was last heard, on the same clock as `now`. */
  readonly heardAt: number;
  /** Organizations that already hold their share of the peer's places, by lane. */
  readonly satisfied: Readonly<Record<CheckLane, ReadonlySet<string>>>;
}

/** The organization and lane of the failure to confirm. */
export interface Asker {
  readonly organizationId: string;
  readonly lane: CheckLane;
}

/** The other workers that are alive and trust their network. */
export function trustedPeers<P extends Peer>(peers: Iterable<P>, ownId: string, now: number): P[] {
  return [...peers].filter(
    ({ workerId, isTrusted, heardAt }) => workerId !== ownId && isTrusted && now - heardAt < PRESENCE_MS,
  );
}

/**
 * Undefined when no peer has a place. Another region comes first. Among equals the choice is random, weighted by free
 * places, since all workers that ask at this moment see the same numbers. `random` is in [0, 1).
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
