import type { Msg } from '@nats-io/transport-node';
import { Inject, Injectable } from '@nestjs/common';
import {
  subjects,
  type CheckLane,
  type ConfirmationReply,
  type ConfirmationRequest,
  type Places,
} from '@vedette/contract';
import { CONFIG, Host } from '@vedette/service-host';
import { Attempts } from '../attempts.ts';
import { divided } from '../places/capacity.ts';
import type { WorkerConfig } from '../config.ts';
import { Draining } from '../draining.ts';
import { NetworkTrust } from '../trust/network-trust.ts';
import { WorkerIdentity } from '../worker-identity.ts';
import { admit, confirmationPlaces, type ConfirmationPlaces } from './confirmation-admission.ts';

/** A confirmation is never given up: another worker waits for it, and the target's timeout ends it. */
const neverGivenUp = new AbortController().signal;

interface Confirming {
  readonly organizationId: string;
  readonly ended: Promise<void>;
}

/** Confirms failures of other workers, in places reserved for that. */
@Injectable()
export class ConfirmationServer {
  readonly #places: ConfirmationPlaces;
  readonly #running: Readonly<Record<CheckLane, Set<Confirming>>> = { FAST: new Set(), SLOW: new Set() };

  constructor(
    { link, lifecycle }: Host,
    @Inject(CONFIG) { concurrency, slowSharePercent }: WorkerConfig,
    { workerId }: WorkerIdentity,
    private readonly attempts: Attempts,
    private readonly trust: NetworkTrust,
    private readonly draining: Draining,
  ) {
    this.#places = divided(concurrency, slowSharePercent);
    link.subscribe(subjects.confirmCheck(workerId), (message) => this.#take(message));
    // A stopping worker keeps listening and refuses: its peers notice a refusal sooner than a missing listener.
    lifecycle.add('entrances', { stop: () => this.#ended() });
  }

  of(lane: CheckLane): Places {
    const total = confirmationPlaces(lane, this.#places);
    return { total, free: total - this.running(lane) };
  }

  running(lane: CheckLane): number {
    return this.#running[lane].size;
  }

  async #ended(): Promise<void> {
    await Promise.all([...this.#running.FAST, ...this.#running.SLOW].map(({ ended }) => ended));
  }

  #take(message: Msg): void {
    const request = message.json<ConfirmationRequest>();
    const refusal = this.#refusal(request);
    if (refusal !== null) {
      respond(message, { kind: 'REFUSED', because: refusal });
      return;
    }
    respond(message, { kind: 'ACCEPTED' });
    const { organizationId, lane } = request;
    const ended = this.#attempt(message, request).finally(() => this.#running[lane].delete(confirming));
    const confirming = { organizationId, ended };
    this.#running[lane].add(confirming);
  }

  #refusal({ organizationId, lane }: ConfirmationRequest): 'FULL' | 'SHARE' | 'CLOSED' | null {
    if (this.trust.reason !== null || this.draining.stopping.aborted) return 'CLOSED';
    const own = [...this.#running[lane]].filter((each) => each.organizationId === organizationId).length;
    const running = { FAST: this.running('FAST'), SLOW: this.running('SLOW') };
    const admission = admit(lane, { running, own }, this.#places);
    return admission === 'ACCEPT' ? null : admission;
  }

  async #attempt(message: Msg, { target }: ConfirmationRequest): Promise<void> {
    const report = await this.attempts.makeAnew(target, neverGivenUp).catch(() => null);
    const isFailed = report !== null && report.attempt.error !== null;
    // If this worker's own network is down, its failed attempt confirms nothing.
    const isUnable = report === null || (isFailed && (await this.trust.isInDoubtSince(performance.now())));
    respond(message, isUnable ? { kind: 'UNABLE' } : { kind: 'ATTEMPTED', ...report });
  }
}

function respond(message: Msg, reply: ConfirmationReply): void {
  message.respond(JSON.stringify(reply));
}
