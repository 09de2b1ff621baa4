import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { CheckLane, ConfirmationRequest } from '@vedette/contract';
import { Host } from '@vedette/service-host';
import { Attempts, type AttemptReport } from '../attempts.ts';
import type { Confirmation } from '../check-outcome.ts';
import { NetworkTrust } from '../trust/network-trust.ts';
import { WorkerMetrics } from '../worker-metrics.ts';
import { askPeer, type PeerAnswer, type PeerQuestion } from '../peers/ask-peer.ts';
import type { Peer } from '../peers/choose-peer.ts';
import { PeerVerdicts } from './peer-verdicts.ts';
import { Peers } from '../peers/peers.ts';

/**
 * Other workers have this long to accept a failure; then this worker tries again itself. The time is shorter for slow
 * failures: they hold places for long, so a full peer stays full.
 */
const FIND_PEER_MS: Readonly<Record<CheckLane, number>> = { FAST: 2_000, SLOW: 500 };
const ASK_AGAIN_MS = 100;

/** Has a failed attempt confirmed: by another worker if possible, otherwise by this one. */
@Injectable()
export class Confirmer {
  constructor(
    private readonly host: Host,
    private readonly attempts: Attempts,
    private readonly peers: Peers,
    private readonly verdicts: PeerVerdicts,
    private readonly trust: NetworkTrust,
    private readonly metrics: WorkerMetrics,
  ) {}

  async confirm(request: ConfirmationRequest, signal: AbortSignal): Promise<Confirmation> {
    const { target, lane } = request;
    const failedAt = performance.now();
    const byPeer = await this.#askPeers(request, signal);
    if (byPeer !== null) {
      const isContradicted = byPeer.attempt.error === null;
      if (isContradicted) this.trust.noteContradicted(target);
      else this.trust.noteAgreed();
      this.metrics.confirmed('peer', isContradicted ? 'contradicted' : 'agreed');
      return { by: 'PEER', report: byPeer };
    }
    // Other trusted workers exist and this worker distrusts its network, so its second attempt would prove nothing.
    if (this.trust.reason !== null && this.peers.hasTrusted()) {
      this.metrics.confirmed('nobody', 'unable');
      return { by: 'NOBODY' };
    }
    const report = await this.attempts.make(target, signal);
    const isFailed = report !== null && report.attempt.error !== null;
    const isNetworkInDoubt = isFailed && (await this.#isInDoubt(lane, failedAt, signal));
    this.metrics.confirmed('self', isFailed && !isNetworkInDoubt ? 'agreed' : isFailed ? 'unable' : 'contradicted');
    return { by: 'SELF', report, isNetworkInDoubt };
  }

  async #isInDoubt(lane: CheckLane, failedAt: number, signal: AbortSignal): Promise<boolean> {
    if (this.peers.hasTrusted() && (await this.verdicts.speakAgainst(lane, failedAt, signal))) return true;
    return this.trust.isInDoubtSince(failedAt);
  }

  /** Null when no other worker is alive or none accepted. */
  async #askPeers(request: ConfirmationRequest, signal: AbortSignal): Promise<AttemptReport | null> {
    const { connection } = this.host.link;
    if (connection === undefined) return null;
    const until = performance.now() + FIND_PEER_MS[request.lane];
    while (this.peers.hasTrusted()) {
      const acceptMs = until - performance.now();
      if (acceptMs <= 0) return null;
      const peer = this.peers.choose(request);
      if (peer === undefined) {
        // All peers are full, as happens when a thousand targets fail at once.
        await sleep(Math.min(ASK_AGAIN_MS, acceptMs), undefined, { signal });
        continue;
      }
      const answer = await this.#ask(peer, { connection, request, acceptMs, signal });
      switch (answer.kind) {
        case 'ATTEMPTED':
          return answer.report;
        case 'REFUSED':
          this.peers.noteRefusal(peer.workerId, request, answer.because);
          break;
        case 'GONE':
          this.peers.noteGone(peer.workerId);
          break;
        case 'SILENT':
        case 'UNABLE':
          return null;
      }
    }
    return null;
  }

  async #ask(
    { workerId }: Peer,
    question: Omit<PeerQuestion, 'workerId' | 'isAlive' | 'onAccepted'>,
  ): Promise<PeerAnswer> {
    let noteEnd: (() => void) | undefined;
    const onAccepted = (): void => {
      noteEnd ??= this.verdicts.noteUnderWay(question.request.lane);
    };
    const isAlive = (): boolean => this.peers.isAlive(workerId);
    try {
      const answer = await askPeer({ ...question, workerId, isAlive, onAccepted });
      if (answer.kind === 'ATTEMPTED') this.verdicts.note(answer.report.attempt.error === null);
      return answer;
    } finally {
      noteEnd?.();
    }
  }
}
