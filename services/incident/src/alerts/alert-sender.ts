import { Inject, Injectable } from '@nestjs/common';
import type { ContactType } from '@vedette/contract';
import { BackgroundLoop } from '@vedette/messaging';
import { Host } from '@vedette/service-host';
import type { AlertChannel } from '../channels/alert-channel.ts';
import { AlertDelivery } from './alert-story.ts';
import { AlertJobRepository, type AlertJob } from '../jobs/alert-job.repository.ts';
import { AlertLeases } from '../jobs/alert-leases.ts';
import { organizationShare, type LanePlaces } from '../jobs/alert-shares.ts';
import { lookPauseMs, lookStep } from './alert-looks.ts';

export const CHANNELS = Symbol('alert channels');

/**
 * Sends due alerts. Each channel has places of its own, so that a slow mail server delays no webhook, and an
 * organization gets half of them at most. A contact gets one message at a time, in order and at a pace that chat
 * services allow.
 */
@Injectable()
export class AlertSender {
  readonly #lanes: ReadonlyMap<ContactType, Lane>;
  readonly #loop: BackgroundLoop;
  #isTold = false;
  #areWaiting = true;
  /** Since when an alert could be sent that has no place, or since when nobody has been able to look for any. */
  #lateSince: Date | null = null;

  constructor(
    { logger, lifecycle, metrics }: Host,
    @Inject(CHANNELS) channels: readonly AlertChannel[],
    private readonly jobs: AlertJobRepository,
    private readonly leases: AlertLeases,
    private readonly delivery: AlertDelivery,
  ) {
    this.#lanes = new Map(channels.map((channel) => [channel.type, new Lane(channel)]));
    this.#loop = new BackgroundLoop(
      'alerts',
      () => lookPauseMs(this.#areWaiting),
      logger,
      () => this.#sendDue(),
    );
    metrics.observedGauge(
      'alert_oldest_due_seconds',
      'How long an alert that could be sent has waited for a place',
      () => (this.#lateSince === null ? 0 : Math.max(0, Date.now() - this.#lateSince.getTime()) / 1_000),
    );
    lifecycle.add('loops', { start: () => this.#start(), stop: () => this.#stop() });
  }

  /** Called after a commit that created jobs, so that they are sent at once and not with the next look. */
  wake(): void {
    this.#isTold = true;
    this.#loop.wake();
  }

  async #sendDue(): Promise<void> {
    const places = [...this.#lanes.values()].map((lane) => lane.places());
    const step = lookStep(places.filter(({ free }) => free > 0).length, this.#isTold);
    if (step === 'wait') return;
    this.#isTold = false;
    this.#lateSince ??= new Date();
    this.#areWaiting = step === 'claim' || (await this.jobs.areWaiting());
    this.#lateSince = this.#areWaiting ? await this.#claim(places) : null;
  }

  async #claim(places: readonly LanePlaces[]): Promise<Date | null> {
    const { jobs, placelessSince } = await this.leases.claim(places);
    for (const job of jobs) {
      const lane = this.#lanes.get(job.channel);
      lane?.take(job, this.delivery.deliver(lane.channel, job), () => this.wake());
    }
    return placelessSince;
  }

  #start(): void {
    this.leases.start();
    this.#loop.start();
  }

  /** Takes no more jobs, and returns when the jobs already taken are settled. */
  async #stop(): Promise<void> {
    await this.#loop.stop();
    await Promise.all([...this.#lanes.values()].map((lane) => lane.end()));
    await this.leases.stop();
  }
}

/** The places of one channel. */
class Lane {
  readonly channel: AlertChannel;
  readonly #taken = new Map<string, number>();
  readonly #underWay = new Set<Promise<void>>();

  constructor(channel: AlertChannel) {
    this.channel = channel;
  }

  places(): LanePlaces {
    const { type, concurrency } = this.channel;
    const free = concurrency - this.#underWay.size;
    return { channel: type, free, share: organizationShare(concurrency), taken: this.#taken };
  }

  take({ organizationId }: AlertJob, delivery: Promise<void>, whenFree: () => void): void {
    this.#count(organizationId, 1);
    const work = delivery.finally(() => {
      this.#underWay.delete(work);
      this.#count(organizationId, -1);
      whenFree();
    });
    this.#underWay.add(work);
  }

  async end(): Promise<void> {
    await Promise.all(this.#underWay);
    this.channel.close();
  }

  #count(organizationId: string, change: 1 | -1): void {
    const taken = (this.#taken.get(organizationId) ?? 0) + change;
    if (taken === 0) this.#taken.delete(organizationId);
    else this.#taken.set(organizationId, taken);
  }
}
