import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { CheckTarget } from '@vedette/contract';
import { Host } from '@vedette/service-host';
import { Attempts, type AttemptReport } from '../attempts.ts';
import type { Confirmation } from '../check-outcome.ts';
import { NetworkTrust } from '../trust/network-trust.ts';
import { WorkerMetrics } from '../worker-metrics.ts';
import { askPeer } from './ask-peer.ts';
import { Peers } from './peers.ts';

/** The others have this long to take a failure on; then we look again ourselves. */
const findPeerMs = 2_000;
const askAgainMs = 100;

/** Has a failed attempt looked at again: by another worker if one can, by ourselves otherwise. */
@Injectable()
export class Confirmer {
  constructor(
    private readonly host: Host,
    private readonly attempts: Attempts,
    private readonly peers: Peers,
    private readonly trust: NetworkTrust,
    private readonly metrics: WorkerMetrics,
  ) {}

  async confirm(target: CheckTarget, signal: AbortSignal): Promise<Confirmation> {
    const failedAt = performance.now();
    const byPeer = await this.#askPeers(target, signal);
    if (byPeer !== null) {
      const isContradicted = byPeer.attempt.error === null;
      if (isContradicted) this.trust.noteContradicted(target);
      else this.trust.noteAgreed();
      this.metrics.confirmed('peer', isContradicted ? 'contradicted' : 'agreed');
      return { by: 'PEER', report: byPeer };
    }
    // Others are there and we do not trust ourselves: a second look of ours would be worth as little as the first.
    if (this.trust.reason !== null && this.peers.hasTrusted()) {
      this.metrics.confirmed('nobody', 'unable');
      return { by: 'NOBODY' };
    }
    const report = await this.attempts.make(target, signal);
    const isFailed = report !== null && report.attempt.error !== null;
    const isNetworkInDoubt = isFailed && (await this.trust.isInDoubtSince(failedAt));
    this.metrics.confirmed('self', isFailed && !isNetworkInDoubt ? 'agreed' : isFailed ? 'unable' : 'contradicted');
    return { by: 'SELF', report, isNetworkInDoubt };
  }

  /** Null when no other worker is alive, or none took it on. */
  async #askPeers(target: CheckTarget, signal: AbortSignal): Promise<AttemptReport | null> {
    const { connection } = this.host.link;
    if (connection === undefined) return null;
    const until = performance.now() + findPeerMs;
    while (this.peers.hasTrusted()) {
      const acceptMs = until - performance.now();
      if (acceptMs <= 0) return null;
      const peer = this.peers.choose();
      if (peer === undefined) {
        // All are full, as they are when a thousand targets fail at once.
        await sleep(Math.min(askAgainMs, acceptMs), undefined, { signal });
        continue;
      }
      const { workerId } = peer;
      const isAlive = (): boolean => this.peers.isAlive(workerId);
      const answer = await askPeer({ connection, workerId, target, acceptMs, isAlive, signal });
      switch (answer.kind) {
        case 'ATTEMPTED':
          return answer.report;
        case 'REFUSED':
          this.peers.noteFull(workerId);
          break;
        case 'GONE':
          this.peers.noteGone(workerId);
          break;
        case 'SILENT':
        case 'UNABLE':
          return null;
      }
    }
    return null;
  }
}
