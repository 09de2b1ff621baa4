import type { Msg, NatsConnection, Subscription } from '@nats-io/transport-node';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { subjects, type ConfirmationReply, type ConfirmationRequest } from '@vedette/contract';
import { CONFIG, Host } from '@vedette/service-host';
import { Attempts } from '../attempts.ts';
import { divided } from '../capacity.ts';
import type { WorkerConfig } from '../config.ts';
import { Draining } from '../draining.ts';
import { NetworkTrust } from '../trust/network-trust.ts';
import { WorkerIdentity } from '../worker-identity.ts';

/** Another worker waits for it, and its target's timeout ends it. */
const neverGivenUp = new AbortController().signal;

/** Looks at failures of other workers, in slots that nothing else takes. */
@Injectable()
export class ConfirmationDesk implements OnModuleDestroy {
  readonly #slots: number;
  readonly #running = new Set<Promise<void>>();
  #subscribed: { connection: NatsConnection; subscription: Subscription } | undefined;

  constructor(
    { link }: Host,
    @Inject(CONFIG) { concurrency }: WorkerConfig,
    { workerId }: WorkerIdentity,
    private readonly attempts: Attempts,
    private readonly trust: NetworkTrust,
    private readonly draining: Draining,
  ) {
    this.#slots = divided(concurrency).confirmations;
    link.onConnect((connection) => {
      // The client itself restores subscriptions after a reconnection.
      if (this.#subscribed?.connection === connection) return;
      const subscription = connection.subscribe(subjects.confirmCheck(workerId), {
        callback: (error, message) => {
          if (error === null) this.#take(message);
        },
      });
      this.#subscribed = { connection, subscription };
    });
  }

  get freeSlots(): number {
    return this.#slots - this.#running.size;
  }

  get running(): number {
    return this.#running.size;
  }

  async onModuleDestroy(): Promise<void> {
    this.#subscribed?.subscription.unsubscribe();
    await Promise.all(this.#running);
  }

  #take(message: Msg): void {
    if (this.freeSlots <= 0 || this.trust.reason !== null || this.draining.stopping.aborted) {
      respond(message, { kind: 'REFUSED' });
      return;
    }
    respond(message, { kind: 'ACCEPTED' });
    const work = this.#attempt(message).finally(() => this.#running.delete(work));
    this.#running.add(work);
  }

  async #attempt(message: Msg): Promise<void> {
    const { target } = message.json<ConfirmationRequest>();
    const report = await this.attempts.make(target, neverGivenUp).catch(() => null);
    const isFailed = report !== null && report.attempt.error !== null;
    // A failure seen from a network that is down itself would confirm anything.
    const isUnable = report === null || (isFailed && (await this.trust.isInDoubtSince(performance.now())));
    respond(message, isUnable ? { kind: 'UNABLE' } : { kind: 'ATTEMPTED', ...report });
  }
}

function respond(message: Msg, reply: ConfirmationReply): void {
  message.respond(JSON.stringify(reply));
}
