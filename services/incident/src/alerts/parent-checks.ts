import { Injectable } from '@nestjs/common';
import { ApiError, internal, newId } from '@vedette/contract';
import { BackgroundLoop } from '@vedette/messaging';
import { Host } from '@vedette/service-host';
import { IncidentMutations } from '../mutations.ts';
import { organizationShare } from './alert-places.ts';
import { AlertSender } from './alert-sender.ts';
import { AlertService } from './alert.service.ts';
import { ParentWaitRepository, type AskedWait, type WantedCheck } from './parent-wait.repository.ts';

/** Finds waits that another process began or gave back; this one is woken for its own. */
const LOOK_EVERY_MS = 500;
/** Checks that one replica awaits at the same time. */
const PLACES = 40;
/** Alerts that come while a monitor is being checked wait for the next check; one that takes longer holds up nobody. */
const NEXT_AFTER_MS = 1_000;

interface RunningCheck extends WantedCheck {
  readonly beganAt: number;
  readonly check: Promise<void>;
  /** Leaves the check to another replica. */
  readonly giveUp: () => void;
}

/**
 * Asks for the checks that alerts wait for: of a parent when a monitor goes down, and of that monitor when the parent has
 * recovered. One check serves all alerts that wait for it. An organization gets half of the places at most.
 */
@Injectable()
export class ParentChecks {
  readonly #loop: BackgroundLoop;
  readonly #running = new Set<RunningCheck>();

  constructor(
    private readonly host: Host,
    private readonly mutations: IncidentMutations,
    private readonly waits: ParentWaitRepository,
    private readonly alerts: AlertService,
    private readonly sender: AlertSender,
  ) {
    this.#loop = new BackgroundLoop('checks of parents', LOOK_EVERY_MS, host.logger, () => this.#begin());
    host.lifecycle.add('loops', { start: () => this.#loop.start(), stop: () => this.#stop() });
  }

  /** Called after a commit that made alerts wait. */
  wake(): void {
    this.#loop.wake();
  }

  async #begin(): Promise<void> {
    for (let isMoreWanted = true; isMoreWanted;) {
      const limit = PLACES - this.#running.size;
      if (limit === 0) return;
      const began = [...this.#running].filter(({ beganAt }) => Date.now() - beganAt < NEXT_AFTER_MS);
      const running = began.map(({ monitorId }) => monitorId);
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
    const check = this.#check({ monitorId, organizationId }, waits, stopped.promise).finally(() => {
      this.#running.delete(running);
    });
    const giveUp = (): void => stopped.resolve(false);
    const running = { monitorId, organizationId, beganAt: Date.now(), check, giveUp };
    this.#running.add(running);
    return true;
  }

  #full(): string[] {
    const counts = new Map<string, number>();
    for (const { organizationId } of this.#running) {
      counts.set(organizationId, (counts.get(organizationId) ?? 0) + 1);
    }
    return [...counts].flatMap(([id, count]) => (count >= organizationShare(PLACES) ? [id] : []));
  }

  /** Never fails: what is not decided here is decided when the wait ends. */
  async #check(wanted: WantedCheck, waits: readonly AskedWait[], stopped: Promise<false>): Promise<void> {
    try {
      const isChecked = await Promise.race([this.#ask(wanted, waits), stopped]);
      // The next look asks again, as long as there is time.
      if (!isChecked) return await this.waits.giveBack(waits);
      for (const wait of waits) await this.mutations.run((tx) => this.alerts.decideChecked(tx, wait, new Date()));
      this.sender.wake();
      this.#loop.wake();
    } catch (error) {
      this.host.logger.warn({ error, monitorId: wanted.monitorId }, 'alerts wait longer than for a check');
    }
  }

  /** False if nobody could check the monitor. One that is paused or deleted cannot be checked, and is not down. */
  async #ask({ monitorId, organizationId }: WantedCheck, waits: readonly AskedWait[]): Promise<boolean> {
    const deadlineAt = Math.max(...waits.map(({ until }) => until.getTime()));
    const cause = { requestId: newId('req'), deadlineAt };
    try {
      await this.host.rpc.ask(internal.checkMonitorNow, { organizationId, monitorId }, cause);
      return true;
    } catch (error) {
      return error instanceof ApiError && (error.code === 'not_found' || error.code === 'conflict');
    }
  }

  async #stop(): Promise<void> {
    await this.#loop.stop();
    const running = [...this.#running];
    for (const { giveUp } of running) giveUp();
    await Promise.all(running.map(({ check }) => check));
  }
}
