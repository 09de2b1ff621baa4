import type { JsMsg } from '@nats-io/jetstream';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { streams, subjects, type CheckJob, type JobBatch } from '@vedette/contract';
import { BackgroundLoop, DurableConsumer } from '@vedette/messaging';
import { Host } from '@vedette/service-host';
import { messagesToPull } from '../capacity.ts';
import { CheckService } from '../check.service.ts';
import { CheckSlots } from '../check-slots.ts';
import { Draining } from '../draining.ts';
import { NetworkTrust } from '../trust/network-trust.ts';
import { WorkerMetrics } from '../worker-metrics.ts';
import { HeldBatch } from './held-batch.ts';
import { ResultPublisher } from './result-publisher.ts';

/** The one consumer that all workers share. */
const consumerName = 'checker-workers';
const ackWaitMs = 15_000;
const keepEveryMs = 5_000;
/** Of the whole fleet; the default of 1,000 would stall it. */
const maxAckPending = 100_000;
const maxWaitingPulls = 4_096;
/** A pull that nobody answers ends by itself, so that none is ever left open behind us. */
const pullMs = 1_000;
const lookAgainMs = 100;
const elsewhereMs = 250;

/** Pulls jobs as there are places for them, runs them, and acknowledges them when their results are stored. */
@Injectable()
export class JobConsumer implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #loop: BackgroundLoop;
  readonly #consumer: DurableConsumer;
  readonly #held = new Set<HeldBatch>();
  #keeping: NodeJS.Timeout | undefined;
  #endWait: (() => void) | undefined;

  constructor(
    private readonly host: Host,
    private readonly checks: CheckService,
    private readonly slots: CheckSlots,
    private readonly results: ResultPublisher,
    private readonly trust: NetworkTrust,
    private readonly draining: Draining,
    private readonly metrics: WorkerMetrics,
  ) {
    this.#consumer = new DurableConsumer({
      stream: streams.CHECKS,
      name: consumerName,
      subject: subjects.checkJobs,
      ackWaitMs,
      maxAckPending,
      maxWaiting: maxWaitingPulls,
      link: host.link,
      logger: host.logger,
    });
    this.#loop = new BackgroundLoop('pulling jobs', lookAgainMs, host.logger, () => this.#pull());
    host.link.onConnect(() => this.#loop.wake());
    slots.onRoom(() => {
      if (this.#endWait !== undefined && this.#wanted() > 0) this.#endWait();
    });
    draining.stopping.addEventListener('abort', () => this.#giveBack((batch) => !batch.isStarted));
    draining.givingUp.addEventListener('abort', () => this.#giveBack(() => true));
  }

  onApplicationBootstrap(): void {
    this.#loop.start();
    this.#keeping = setInterval(() => {
      for (const batch of this.#held) batch.keep();
    }, keepEveryMs);
  }

  /** Returns when everything that was taken is finished or given back. */
  async onModuleDestroy(): Promise<void> {
    await this.#loop.stop();
    while (this.#held.size > 0) await this.#wait();
    clearInterval(this.#keeping);
    await this.#consumer.stop();
  }

  /** Returns, or throws, when the connection or the consumer is gone, so that the loop begins anew. */
  async #pull(): Promise<void> {
    const { connection } = this.host.link;
    if (connection === undefined) return;
    const consumer = await this.#consumer.open(connection);
    while (!this.draining.stopping.aborted && this.host.link.connection === connection) {
      const wanted = this.#wanted();
      if (wanted === 0) {
        await this.#wait();
        continue;
      }
      const messages = await consumer.fetch({ max_messages: wanted, expires: pullMs });
      for await (const message of messages) this.#take(message);
      const failure = await messages.closed();
      if (failure instanceof Error) throw failure;
    }
  }

  /** Until there is room for jobs; in any case not long. */
  #wait(): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        this.#endWait = undefined;
        resolve();
      };
      const timer = setTimeout(end, lookAgainMs);
      this.#endWait = end;
    });
  }

  #wanted(): number {
    if (this.trust.reason !== null) return 0;
    const { limit: places, running, waiting } = this.slots;
    return messagesToPull({ places, running, waiting, unpublished: this.results.unpublished });
  }

  #take(message: JsMsg): void {
    // It was on its way when we stopped, or stopped trusting ourselves.
    if (this.draining.stopping.aborted || this.trust.reason !== null) {
      message.nak(this.draining.stopping.aborted ? 0 : elsewhereMs);
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
    for (const job of jobs) void this.#work(job, batch);
  }

  async #work({ monitorId, epoch, slotAt, target }: CheckJob, batch: HeldBatch): Promise<void> {
    try {
      const outcome = await this.slots.run(async () => {
        if (batch.isOver) return null;
        batch.noteStart();
        return this.checks.run(target, this.draining.givingUp);
      });
      if (outcome === null) return;
      this.results.add({ monitorId, epoch, slotAt, outcome }, () => {
        if (batch.noteStored()) this.#held.delete(batch);
      });
    } catch (error) {
      if (!this.draining.givingUp.aborted) this.host.logger.error({ error, monitorId }, 'a check broke off');
      this.#return(batch);
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
