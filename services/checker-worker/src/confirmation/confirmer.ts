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
import { MOST_UNANSWERED, nextInSearch, type SearchStep } from '../peers/peer-search.ts';
import { PeerVerdicts } from './peer-verdicts.ts';
import { Peers } from '../peers/peers.ts';

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
    const found = await this.#search(request, signal);
    if (typeof found === 'object') {
      const isContradicted = found.attempt.error === null;
      if (isContradicted) this.trust.noteContradicted(target);
      else this.trust.noteAgreed();
      this.metrics.confirmed('peer', isContradicted ? 'contradicted' : 'agreed');
      return { by: 'PEER', report: found };
    }
    // If other trusted workers are there, or may be, the second attempt of a worker in doubt would prove nothing.
    if (found === 'UNKNOWN' || (this.trust.reason !== null && this.peers.hasTrusted())) {
      this.metrics.confirmed('nobody', 'unable');
      return { by: 'NOBODY' };
    }
    await nextMillisecond(signal);
    const report = await this.attempts.makeAnew(target, signal);
    const isFailed = report !== null && report.attempt.error !== null;
    const isNetworkInDoubt = isFailed && (await this.#isInDoubt(found, lane, failedAt, signal));
    this.metrics.confirmed('self', isFailed && !isNetworkInDoubt ? 'agreed' : isFailed ? 'unable' : 'contradicted');
    return { by: 'SELF', report, isNetworkInDoubt };
  }

  async #isInDoubt(found: 'ALONE' | 'BUSY', lane: CheckLane, failedAt: number, signal: AbortSignal): Promise<boolean> {
    if (this.peers.hasTrusted() && (await this.verdicts.speakAgainst(lane, failedAt, signal))) return true;
    if (await this.trust.isInDoubtSince(failedAt)) return true;
    // NATS has answered just now, after every announcement that was on its way: a frozen worker had not heard them.
    return found === 'ALONE' && !this.peers.isAlone();
  }

  /** Asks other workers until one makes the attempt. */
  async #search(
    request: ConfirmationRequest,
    signal: AbortSignal,
  ): Promise<AttemptReport | Exclude<SearchStep, 'WAIT'>> {
    const startedAt = performance.now();
    let { connectedAt } = this.peers;
    let unanswered = 0;
    for (;;) {
      if (connectedAt !== this.peers.connectedAt) {
        ({ connectedAt } = this.peers);
        unanswered = 0;
      }
      const { connection } = this.host.link;
      const canAsk = connection !== undefined && unanswered < MOST_UNANSWERED;
      const peer = canAsk ? this.peers.choose(request) : undefined;
      if (connection === undefined || peer === undefined) {
        const elapsedMs = performance.now() - startedAt;
        const { listenedMs, trusted, isOneAwaited } = this.peers;
        const step = nextInSearch({ lane: request.lane, elapsedMs, listenedMs, trusted, isOneAwaited, unanswered });
        if (step !== 'WAIT') return step;
        await sleep(ASK_AGAIN_MS, undefined, { signal });
        continue;
      }
      const answer = await this.#ask(peer, { connection, request, signal });
      switch (answer.kind) {
        case 'ATTEMPTED':
          return answer.report;
        case 'UNABLE':
          return 'BUSY';
        case 'REFUSED':
          this.peers.noteRefusal(peer.workerId, request, answer.because);
          break;
        case 'UNANSWERED':
          this.peers.noteUnanswered(peer.workerId);
          unanswered += 1;
          break;
      }
    }
  }

  async #ask(
    { workerId }: Peer,
    question: Omit<PeerQuestion, 'workerId' | 'canAnswer' | 'onAccepted'>,
  ): Promise<PeerAnswer> {
    let noteEnd: (() => void) | undefined;
    const onAccepted = (): void => {
      noteEnd ??= this.verdicts.noteUnderWay(question.request.lane);
    };
    const { connectedAt } = this.peers;
    const canAnswer = (): boolean => this.peers.isAlive(workerId) && this.peers.connectedAt === connectedAt;
    try {
      const answer = await askPeer({ ...question, workerId, canAnswer, onAccepted });
      if (answer.kind === 'ATTEMPTED') this.verdicts.note(answer.report.attempt.error === null);
      return answer;
    } finally {
      noteEnd?.();
    }
  }
}

/** Evidence tells the attempts of one worker apart by the milliseconds in which they began. */
async function nextMillisecond(signal: AbortSignal): Promise<void> {
  for (const now = Date.now(); Date.now() === now;) await sleep(1, undefined, { signal });
}
