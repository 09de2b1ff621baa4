import { Injectable } from '@nestjs/common';
import { ApiError, internal, type CheckOutcome, type CheckTarget, type RequestContext } from '@vedette/contract';
import { Host } from '@vedette/service-host';
import { MonitorSecrets } from '../views/monitor-secrets.ts';
import type { Result } from '../observations/check-outcome.ts';
import { targetOf } from '../schedule/job-target.ts';
import { ScheduleRepository } from '../schedule/schedule.repository.ts';

/** The time that a worker needs in addition to its two attempts. */
const MARGIN_MS = 10_000;

/** How long a check by hand takes at most. */
export function probeLimitMs({ timeoutSeconds }: Pick<CheckTarget, 'timeoutSeconds'>): number {
  return 2_000 * timeoutSeconds + MARGIN_MS;
}

/** Runs a check by hand, for which a client waits, on a worker at once. */
@Injectable()
export class CheckRunner {
  #lastSlotMs = 0;

  constructor(
    private readonly host: Host,
    private readonly schedule: ScheduleRepository,
    private readonly secrets: MonitorSecrets,
  ) {}

  /** Undefined for a cron job, which is not probed. */
  async run(organizationId: string, monitorId: string, cause: RequestContext): Promise<Result | undefined> {
    const monitor = await this.schedule.findCheckable(organizationId, monitorId);
    if (monitor === undefined) throw ApiError.notFound('monitor', monitorId);
    if (monitor.state === 'PAUSED') throw ApiError.conflict('The monitor is paused; resume it to check it.');
    const slotAt = this.#newSlot();
    const target = targetOf(monitor, this.secrets.open(monitorId, monitor), slotAt);
    if (target === null) return undefined;
    const outcome = await this.probe(organizationId, target, cause);
    return { monitorId, epoch: monitor.epoch, slotAt, outcome, isScheduled: false };
  }

  /** What a worker finds, with the confirmation of a failure. */
  async probe(organizationId: string, target: CheckTarget, cause: RequestContext): Promise<CheckOutcome> {
    const deadlineMs = probeLimitMs(target);
    const outcome = await this.host.rpc.ask({ ...internal.runCheck, deadlineMs }, { organizationId, target }, cause);
    if (outcome.verdict === 'UNOBSERVED') {
      this.host.logger.warn({ organizationId }, 'no worker could judge a check that somebody waits for');
      throw ApiError.internal();
    }
    return outcome;
  }

  /** Checks that begin in the same millisecond get different slots. */
  #newSlot(): Date {
    this.#lastSlotMs = Math.max(Date.now(), this.#lastSlotMs + 1);
    return new Date(this.#lastSlotMs);
  }
}
