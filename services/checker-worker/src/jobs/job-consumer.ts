import { setTimeout as sleep } from 'node:timers/promises';
import type { JsMsg } from '@nats-io/jetstream';
import { Injectable } from '@nestjs/common';
import { CHECK_LANES, type CheckJob, type CheckLane, type CheckOutcome, type JobBatch } from '@vedette/contract';
import { Host } from '@vedette/service-host';
import { messagesToPull } from '../places/capacity.ts';
import { cutOffOutcome } from '../check-outcome.ts';
import { CheckPlaces, CUT_OFF, type Place } from '../places/check-places.ts';
import { CheckService } from '../check.service.ts';
import { Draining } from '../draining.ts';
import { NetworkTrust } from '../trust/network-trust.ts';
import { WorkerMetrics } from '../worker-metrics.ts';
import { HeldBatch } from './held-batch.ts';
import { LanePuller } from './lane-puller.ts';
import { ResultPublisher } from './result-publisher.ts';

const KEEP_EVERY_MS = 5_000;
const LOOK_AGAIN_MS = 100;
const ELSEWHERE_MS = 250;

/** Pulls jobs when there are places for them, runs them, and acknowledges them when their results are stored. */
@Injectable()
export class JobConsumer {
  readonly #pullers: readonly LanePuller[];
  readonly #held = new Set<HeldBatch>();

  constructor(
    private readonly host: Host,
    private readonly checks: CheckService,
    private readonly places: CheckPlaces,
    private readonly results: ResultPublisher,
    private readonly trust: NetworkTrust,
    private readonly draining: Draining,
    private readonly metrics: WorkerMetrics,
  ) {
    this.#pullers = CHECK_LANES.map(
      (lane) =>
        new LanePuller({
          host,
          lane,
          wanted: () => this.#wanted(lane),
          take: (message) => this.#take(lane, message),
        }),
    );
    places.onRoom(() => {
      for (const puller of this.#pullers) puller.wake();
    });
    draining.stopping.addEventListener('abort', () => this.#giveBack((batch) => !batch.isStarted));
    draining.givingUp.addEventListener('abort', () => {
      this.#giveBack(() => true);
      places.giveUpScheduled();
    });
    host.lifecycle.add('entrances', this);
    host.lifecycle.loop('keeping jobs', KEEP_EVERY_MS, async () => {
      for (const batch of this.#held) batch.keep();
    });
  }

  start(): void {
    for (const puller of this.#pullers) puller.start();
  }

  /** Returns when all pulled messages are finished or given back. */
  async stop(): Promise<void> {
    await Promise.all(this.#pullers.map((puller) => puller.stop()));
    while (this.#held.size > 0) await sleep(LOOK_AGAIN_MS);
    await Promise.all(this.#pullers.map((puller) => puller.close()));
  }

  #wanted(lane: CheckLane): number {
    if (this.draining.stopping.aborted || this.trust.reason !== null) return 0;
    return messagesToPull(lane, {
      places: this.places.limit(lane),
      running: this.places.running(lane),
      waiting: this.places.waiting(lane),
      unpublished: this.results.unpublished,
    });
  }

  #take(lane: CheckLane, message: JsMsg): void {
    // The message was already on its way when this worker stopped, or lost trust in its network.
    if (this.draining.stopping.aborted || this.trust.reason !== null) {
      message.nak(this.draining.stopping.aborted ? 0 : ELSEWHERE_MS);
      return;
    }
    const jobs = jobsIn(message);
    if (jobs === null) {
      this.host.logger.error({ sequence: message.seq }, 'a message of jobs cannot be read; it is dropped');
      message.term();
      return;
    }
    const batch = new HeldBatch(message, jobs.length);
    this.#held.add(batch);
    for (const job of jobs) void this.#work(lane, job, batch);
  }

  async #work(lane: CheckLane, job: CheckJob, batch: HeldBatch): Promise<void> {
    const { organizationId, monitorId, epoch, slotAt } = job;
    try {
      let startedAt = new Date();
      const outcome = await this.places.run(lane, organizationId, async (place) => {
        if (batch.isOver) return null;
        batch.noteStart();
        startedAt = new Date();
        return this.#check(job, place);
      });
      if (outcome === null) return;
      await this.results.publish({ monitorId, epoch, slotAt, outcome }, startedAt);
      if (batch.noteStored()) this.#held.delete(batch);
    } catch (error) {
      if (!this.draining.givingUp.aborted) this.host.logger.error({ error, monitorId }, 'a check broke off');
      this.#return(batch);
    }
  }

  /** A check that is cut off counts as unobserved, and runs in the slow lane the next time. */
  async #check(job: CheckJob, place: Place): Promise<CheckOutcome> {
    const startedAt = performance.now();
    try {
      return await this.checks.run(job, place);
    } catch (error) {
      if (place.signal.reason !== CUT_OFF) throw error;
      this.metrics.cutOff();
      return cutOffOutcome(performance.now() - startedAt);
    }
  }

  #giveBack(which: (batch: HeldBatch) => boolean): void {
    for (const batch of this.#held) if (which(batch)) this.#return(batch);
  }

  #return(batch: HeldBatch): void {
    if (!batch.isOver) this.metrics.gaveBack();
    batch.giveBack();
    this.#held.delete(batch);
  }
}

function jobsIn(message: JsMsg): readonly CheckJob[] | null {
  try {
    const { jobs } = message.json<Partial<JobBatch>>();
    return Array.isArray(jobs) && jobs.length > 0 ? jobs : null;
  } catch {
    return null;
  }
}
