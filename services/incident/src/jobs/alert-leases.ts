import { Injectable } from '@nestjs/common';
import { BackgroundLoop } from '@vedette/messaging';
import { Host } from '@vedette/service-host';
import { AlertJobRepository, type AlertJob, type LeasedJob } from './alert-job.repository.ts';
import { fullOrganizations, sharesOf, type LanePlaces, type Shares } from './alert-shares.ts';
import { LEASE_MS, leasesEndedBy, RENEW_MS, withAnswer, type Heard } from './ended-leases.ts';

/** An alert that could not be settled for a reason of our own is tried again after this time. */
const UNSETTLED_MS = 30_000;

export interface Claim extends Pick<Shares, 'placelessSince'> {
  readonly jobs: readonly AlertJob[];
}

interface Lease {
  readonly job: Pick<LeasedJob, 'id' | 'attempts'>;
  /** By the clock that never jumps. The lease is at least as long. */
  untilMs: number;
}

/**
 * The alerts that this process is sending. Their leases are renewed as long as it lives, and end soon when it has died.
 * Times are compared by the clock of PostgreSQL, because those of replicas differ.
 */
@Injectable()
export class AlertLeases {
  readonly #held = new Map<string, Lease>();
  readonly #renewing: BackgroundLoop;
  #heard: readonly Heard[] = [];

  constructor(
    { logger }: Host,
    private readonly jobs: AlertJobRepository,
  ) {
    this.#renewing = new BackgroundLoop('renewing leases of alerts', RENEW_MS, logger, () => this.#renewAll());
  }

  start(): void {
    this.#renewing.start();
  }

  /** Call this when nothing is under way any more. */
  stop(): Promise<void> {
    return this.#renewing.stop();
  }

  /** Leases due jobs, at most one for each contact, as many as the places of the channels allow. */
  async claim(lanes: readonly LanePlaces[]): Promise<Claim> {
    const [now, nowMs] = [new Date(), performance.now()];
    const endedBy = leasesEndedBy(this.#heard, nowMs);
    const channels = lanes.map(({ channel }) => channel);
    const { claimants, answeredAt } = await this.jobs.due(channels, fullOrganizations(lanes), now, endedBy);
    this.#heard = withAnswer(this.#heard, { at: answeredAt, heardMs: performance.now() });
    const { shares, placelessSince } = sharesOf(lanes, claimants);
    const jobs = shares.length === 0 ? [] : await this.jobs.claim(shares, now, endedBy, LEASE_MS);
    for (const job of jobs) this.#held.set(job.id, { job, untilMs: nowMs + LEASE_MS });
    return { jobs, placelessSince };
  }

  /** False if another process may have taken the job: this one was stopped meanwhile. */
  async isHeld({ id, attempts }: LeasedJob): Promise<boolean> {
    const lease = this.#held.get(id);
    if (lease === undefined || lease.job.attempts !== attempts) return false;
    return performance.now() < lease.untilMs || (await this.#renew([lease])).has(id);
  }

  /** The job is settled. */
  end({ id, attempts }: LeasedJob): void {
    if (this.#held.get(id)?.job.attempts === attempts) this.#held.delete(id);
  }

  /** The job could not be settled. Nobody takes it at once, because it would fail again. */
  async endLater(job: LeasedJob): Promise<void> {
    this.end(job);
    await this.jobs.renew([job], UNSETTLED_MS);
  }

  async #renewAll(): Promise<void> {
    if (this.#held.size > 0) await this.#renew([...this.#held.values()]);
  }

  async #renew(leases: readonly Lease[]): Promise<ReadonlySet<string>> {
    const untilMs = performance.now() + LEASE_MS;
    const renewed = await this.jobs.renew(
      leases.map(({ job }) => job),
      LEASE_MS,
    );
    for (const lease of leases) if (renewed.has(lease.job.id)) lease.untilMs = untilMs;
    return renewed;
  }
}
