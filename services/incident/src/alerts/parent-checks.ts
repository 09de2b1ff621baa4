import { Injectable } from '@nestjs/common';
import { ApiError, internal, newId, type ErrorCode } from '@vedette/contract';
import { BackgroundLoop } from '@vedette/messaging';
import { Host } from '@vedette/service-host';
import { inRequestScope } from '@vedette/telemetry';
import { IncidentMutations } from '../mutations.ts';
import { organizationShare } from '../jobs/alert-shares.ts';
import { AlertSender } from './alert-sender.ts';
import { ParentWaitService } from './parent-wait.service.ts';
import { ParentWaitRepository, type AskedWait, type WantedCheck } from './parent-wait.repository.ts';

/** Finds waits that another process began or gave back; this one is woken for its own. */
const LOOK_EVERY_MS = { running: 500, none: 1_000 };
/** Checks that one replica awaits at the same time. */
const PLACES = 40;

interface RunningCheck extends WantedCheck {
  /** When its alerts stop waiting. The check then goes on without a place, so that it does not block others. */
  readonly awaitedUntil: number;
  readonly check: Promise<boolean>;
  /** Leaves the check to another replica. */
  readonly giveUp: () => void;
}

/**
 * Asks for the checks that alerts wait for: of a parent when a monitor goes down, and of that monitor when the parent has
 * recovered. One check serves all alerts that wait for it, and those that come while it runs wait for the next one: a
 * monitor is never checked twice at a time. An organization gets half of the places at most.
 */
@Injectable()
export class ParentChecks {
  readonly #loop: BackgroundLoop;
  readonly #running = new Set<RunningCheck>();
  #isStopping = false;

  constructor(
    private readonly host: Host,
    private readonly mutations: IncidentMutations,
    private readonly waits: ParentWaitRepository,
    private readonly service: ParentWaitService,
    private readonly sender: AlertSender,
  ) {
    const pauseMs = (): number => (this.#running.size > 0 ? LOOK_EVERY_MS.running : LOOK_EVERY_MS.none);
    this.#loop = new BackgroundLoop('checks of parents', pauseMs, host.logger, () => this.#begin());
    host.lifecycle.add('loops', { start: () => this.#loop.start(), stop: () => this.#stop() });
  }

  /** Called after a commit that made alerts wait. */
  wake(): void {
    this.#loop.wake();
  }

  async #begin(): Promise<void> {
    for (let isMoreWanted = true; isMoreWanted;) {
      const limit = PLACES - this.#awaited().length;
      if (limit <= 0) return;
      const running = [...this.#running].map(({ monitorId }) => monitorId);
      const found = await this.waits.wanted(new Date(), { running, full: this.#full(), limit });
      let begun = 0;
      for (const wanted of found) if (await this.#beginOne(wanted)) begun += 1;
      isMoreWanted = found.length === limit && begun > 0;
    }
  }

  /** False if another replica was first, or if the organization has its share of the places. */
  async #beginOne({ monitorId, organizationId }: WantedCheck): Promise<boolean> {
    if (this.#full().includes(organizationId)) return false;
    const waits = await this.waits.claim(monitorId, new Date());
    if (waits.length === 0) return false;
    const stopped = Promise.withResolvers<false>();
    const check = this.#check({ monitorId, organizationId }, waits, stopped.promise).then((isChecked) => {
      this.#running.delete(running);
      if (isChecked) this.#loop.wake();
      return isChecked;
    });
    const giveUp = (): void => stopped.resolve(false);
    const awaitedUntil = Math.max(...waits.map(({ until }) => until.getTime()));
    const running = { monitorId, organizationId, awaitedUntil, check, giveUp };
    this.#running.add(running);
    return true;
  }

  #awaited(): RunningCheck[] {
    return [...this.#running].filter(({ awaitedUntil }) => Date.now() < awaitedUntil);
  }

  #full(): string[] {
    const counts = new Map<string, number>();
    for (const { organizationId } of this.#awaited()) {
      counts.set(organizationId, (counts.get(organizationId) ?? 0) + 1);
    }
    return [...counts].flatMap(([id, count]) => (count >= organizationShare(PLACES) ? [id] : []));
  }

  /** True if it was checked. Never fails: what is not decided here is decided when the wait ends. */
  async #check(wanted: WantedCheck, waits: readonly AskedWait[], stopped: Promise<false>): Promise<boolean> {
    try {
      const isChecked = await Promise.race([this.#ask(wanted), stopped]);
      for (const wait of isChecked ? waits : []) {
        if (this.#isStopping) break;
        await this.mutations.run((tx) => this.service.decideChecked(tx, wait, new Date()));
      }
      // The next look, or another replica, asks again, as long as there is time.
      if (!isChecked || this.#isStopping) await this.waits.giveBack(waits);
      this.sender.wake();
      return isChecked;
    } catch (error) {
      this.host.logger.warn({ error, monitorId: wanted.monitorId }, 'alerts wait longer than for a check');
      return false;
    }
  }

  /** False if nobody could check the monitor. One that is paused or deleted cannot be checked, and is not down. */
  async #ask(wanted: WantedCheck): Promise<boolean> {
    const refusal = await this.#askOnce(wanted);
    // The first conflict may be that its target was changed during the check; the second one is not.
    const last = refusal === 'conflict' ? await this.#askOnce(wanted) : refusal;
    return last === undefined || last === 'not_found' || last === 'conflict';
  }

  /** Undefined if it was checked. The check may take longer than alerts wait: its result counts for later ones. */
  async #askOnce({ monitorId, organizationId }: WantedCheck): Promise<ErrorCode | undefined> {
    const cause = { requestId: newId('req'), deadlineAt: Infinity };
    try {
      await inRequestScope({ ...cause, organizationId }, () =>
        this.host.rpc.ask(internal.checkMonitorNow, { organizationId, monitorId }, cause),
      );
      return undefined;
    } catch (error) {
      return error instanceof ApiError ? error.code : 'internal_error';
    }
  }

  async #stop(): Promise<void> {
    this.#isStopping = true;
    await this.#loop.stop();
    const running = [...this.#running];
    for (const { giveUp } of running) giveUp();
    await Promise.all(running.map(({ check }) => check));
  }
}
