import { Injectable } from '@nestjs/common';
import { BackgroundLoop } from '@vedette/messaging';
import { Host } from '@vedette/service-host';
import type { Lane } from './sending-pace.ts';
import { DispatchRepository } from '../queue/dispatch.repository.ts';
import { DueSignal } from '../queue/due-signal.ts';
import type { EndpointRunner } from './endpoint-runner.ts';
import { EndpointRunners } from './endpoint-runners.ts';

/** A replica with endpoints may have had no place for others. A replica without any is woken for what is new. */
const POLL_MS = { busy: 500, idle: 1_000 };
/**
 * Another replica takes over this long after a replica died. Several renewals may be late: the loss of a lease costs a
 * living replica its endpoint, and never sends a delivery twice, because deliveries are marked in flight themselves.
 */
const LEASE_MS = 5_000;
const RENEW_MS = 1_000;
const MOST_CLAIMED_AT_ONCE = 50;
/** Polling finds everything that is due later. */
const LONGEST_TIMER_MS = 60_000;

/**
 * Claims endpoints that have something to send, with one lease each, and runs each on its own: a dead or slow endpoint
 * delays no other. Any number of replicas share the work; NATS and timers only start it before the next poll.
 */
@Injectable()
export class Dispatcher {
  readonly #runners = new Map<string, EndpointRunner>();
  readonly #running = new Set<Promise<void>>();
  /** Endpoints that were claimed while their previous runner was still ending. */
  readonly #again = new Map<string, boolean>();
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #claiming: BackgroundLoop;
  readonly #renewing: BackgroundLoop;
  #isStopping = false;

  constructor(
    private readonly host: Host,
    private readonly repository: DispatchRepository,
    private readonly factory: EndpointRunners,
    signal: DueSignal,
  ) {
    const { logger, metrics } = host;
    const pauseMs = (): number => (this.#runners.size > 0 ? POLL_MS.busy : POLL_MS.idle);
    this.#claiming = new BackgroundLoop('claiming endpoints', pauseMs, logger, () => this.#claim());
    this.#renewing = new BackgroundLoop('renewing leases', RENEW_MS, logger, () => this.#renew());
    host.lifecycle.add('entrances', this);
    signal.listen((endpointIds, isChange) => this.#wake(endpointIds, isChange));
    metrics.observedGauge(
      'webhook_attempts_in_flight',
      'Attempts in flight in this replica',
      () => factory.places.inUse,
    );
    metrics.observedGauge('webhook_endpoints_leased', 'Endpoints that this replica sends to', () => this.#runners.size);
    metrics.observedGauge(
      'webhook_oldest_due_seconds',
      'How long the endpoint that waits longest for a replica has waited; failing ones do not count',
      () => repository.oldestDueSeconds(),
    );
  }

  start(): void {
    this.#claiming.start();
    this.#renewing.start();
  }

  /** Starts no new attempts, waits for those in flight and gives back all leases. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#claiming.stop();
    for (const timer of this.#timers) clearTimeout(timer);
    const endpointIds = [...this.#runners.keys()];
    for (const runner of this.#runners.values()) runner.stop();
    await Promise.all(this.#running);
    await this.#renewing.stop();
    await this.repository.surrender(this.factory.owner, endpointIds).catch(() => undefined);
  }

  #wake(endpointIds: readonly string[], isChange: boolean): void {
    for (const endpointId of endpointIds) this.#runners.get(endpointId)?.wake(isChange);
    if (endpointIds.some((endpointId) => !this.#runners.has(endpointId))) this.#claiming.wake();
  }

  /** Claims no more endpoints than it has places for; other replicas can claim the rest. */
  async #claim(): Promise<void> {
    let claimed: readonly unknown[];
    do {
      // Runners that started a moment ago have not taken their places yet.
      const promised = [...this.#runners.values()].filter(({ isIdle }) => isIdle).length;
      const claimable = (lane: Lane): number =>
        clamp(this.factory.places.free(lane) - promised, 0, MOST_CLAIMED_AT_ONCE);
      const [well, failing] = [claimable('swift'), claimable('troubled')];
      if (well === 0) return;
      const endpoints = await this.repository.claim(this.factory.owner, LEASE_MS, { well, failing });
      for (const { endpointId, isFailing } of endpoints) this.#run(endpointId, isFailing);
      claimed = endpoints;
    } while (claimed.length >= MOST_CLAIMED_AT_ONCE);
  }

  #run(endpointId: string, isFailing: boolean): void {
    if (this.#runners.has(endpointId)) {
      // The endpoint was released, or its lease expired, a moment ago, and its previous runner has not ended yet.
      this.#again.set(endpointId, isFailing);
      return;
    }
    const runner = this.factory.runner(endpointId, isFailing);
    this.#runners.set(endpointId, runner);
    const running = runner
      .run()
      .then((dueAt) => this.#wakeAt(dueAt))
      .catch((error: unknown) => {
        this.host.logger.warn({ error, endpointId }, 'sending to an endpoint broke off; its lease runs out');
      })
      .finally(() => {
        this.#runners.delete(endpointId);
        this.#running.delete(running);
        const isFailingAgain = this.#again.get(endpointId);
        if (isFailingAgain === undefined || this.#isStopping) return;
        this.#again.delete(endpointId);
        this.#run(endpointId, isFailingAgain);
      });
    this.#running.add(running);
  }

  async #renew(): Promise<void> {
    const endpointIds = [...this.#runners.keys()];
    if (endpointIds.length === 0) return;
    const renewed = await this.repository.renew(this.factory.owner, LEASE_MS, endpointIds);
    for (const endpointId of endpointIds) {
      if (!renewed.has(endpointId)) this.#runners.get(endpointId)?.stop();
    }
  }

  #wakeAt(dueAt: Date | null): void {
    if (dueAt === null) return;
    const delayMs = dueAt.getTime() - Date.now();
    if (delayMs > LONGEST_TIMER_MS) return;
    const timer = setTimeout(
      () => {
        this.#timers.delete(timer);
        this.#claiming.wake();
      },
      Math.max(0, delayMs),
    );
    this.#timers.add(timer);
  }
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
