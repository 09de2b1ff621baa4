import { Injectable } from '@nestjs/common';
import { CHECK_LANES, PRESENCE_MS, readPresence, subjects, type CheckLane } from '@vedette/contract';
import { Host } from '@vedette/service-host';
import { WorkerIdentity } from '../worker-identity.ts';
import type { RefusalReason } from './ask-peer.ts';
import { choosePeer, trustedPeers, type Asker, type Peer } from './choose-peer.ts';
import { knowsOthers } from './peer-search.ts';

interface Heard extends Peer {
  readonly satisfied: Record<CheckLane, Set<string>>;
  /** It left a question unanswered. Its next announcement replaces this entry. */
  isAwaited: boolean;
}

/** The workers that have announced themselves, including this one. */
@Injectable()
export class Peers {
  readonly #heard = new Map<string, Heard>();
  #connectedAt = 0;

  constructor(
    private readonly host: Host,
    private readonly identity: WorkerIdentity,
  ) {
    const { link } = host;
    link.onConnect(() => {
      this.#connectedAt = performance.now();
    });
    link.subscribe(subjects.workerPresence, (message) => this.#hear(message.string()));
  }

  /** How many other workers could confirm our failures. */
  get trusted(): number {
    return this.#trusted().length;
  }

  hasTrusted(): boolean {
    return this.trusted > 0;
  }

  /** When the present connection to NATS began; null while NATS is away. With a connection, an answer may be lost. */
  get connectedAt(): number | null {
    return this.host.link.isConnected ? this.#connectedAt : null;
  }

  /** How long announcements have been heard without a gap; null while NATS is away. */
  get listenedMs(): number | null {
    return this.connectedAt === null ? null : performance.now() - this.connectedAt;
  }

  /** True when another worker would have been heard. A worker that has just connected does not know. */
  isAlone(): boolean {
    return !this.hasTrusted() && knowsOthers(this.listenedMs);
  }

  get isOneAwaited(): boolean {
    return this.#trusted().some(({ isAwaited }) => isAwaited);
  }

  choose(asker: Asker): Peer | undefined {
    const peer = choosePeer(this.#trusted(), this.identity.region, asker, Math.random());
    // Counts the place as taken until the peer's next announcement.
    if (peer !== undefined) peer.confirmations[asker.lane].free -= 1;
    return peer;
  }

  isAlive(workerId: string): boolean {
    const peer = this.#heard.get(workerId);
    return peer !== undefined && performance.now() - peer.heardAt < PRESENCE_MS;
  }

  /** Until its next announcement, the peer is not asked again for failures of this kind. */
  noteRefusal(workerId: string, { organizationId, lane }: Asker, because: RefusalReason): void {
    const peer = this.#heard.get(workerId);
    if (peer === undefined) return;
    if (because === 'SHARE') {
      peer.satisfied[lane].add(organizationId);
      peer.confirmations[lane].free += 1;
    } else {
      peer.confirmations[lane].free = 0;
    }
  }

  /** The peer may be gone, or its connection was lost with our question. Its next announcement tells. */
  noteUnanswered(workerId: string): void {
    const peer = this.#heard.get(workerId);
    if (peer === undefined) return;
    peer.isAwaited = true;
    for (const lane of CHECK_LANES) peer.confirmations[lane].free = 0;
  }

  #trusted(): Heard[] {
    return trustedPeers(this.#heard.values(), this.identity.workerId, performance.now());
  }

  #hear(announcement: string): void {
    const presence = readPresence(announcement);
    if (presence === undefined) return;
    const now = performance.now();
    const { workerId, region, isTrusted, confirmations } = presence;
    const satisfied = { FAST: new Set<string>(), SLOW: new Set<string>() };
    this.#heard.set(workerId, {
      workerId,
      region,
      isTrusted,
      confirmations,
      satisfied,
      isAwaited: false,
      heardAt: now,
    });
    for (const [id, { heardAt }] of this.#heard) {
      if (now - heardAt > 10 * PRESENCE_MS) this.#heard.delete(id);
    }
  }
}
