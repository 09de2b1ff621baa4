import { Inject, Injectable } from '@nestjs/common';
import { pauseUntilDue, type BackgroundLoop } from '@vedette/messaging';
import { Host } from '@vedette/service-host';
import { IncidentMutations, type Transaction } from '../mutations.ts';
import { AlertSender } from './alert-sender.ts';
import { BATCH, isDecisionDue, LOOK_PAUSES, mayMoreBeDue } from './decision-looks.ts';
import { DueDecisionRepository } from './due-decision.repository.ts';

/** What is decided about one by one. */
export interface DueSource {
  due(now: Date, limit: number): Promise<string[]>;
  decide(tx: Transaction, id: string, now: Date): Promise<void>;
}

export const DUE_SOURCES = Symbol('sources of due decisions');

/** Decides again when that is due: an end of a window, delay, quiet hours or wait, a reminder, or a day before an expiry. */
@Injectable()
export class DueDecisions {
  readonly #loop: BackgroundLoop;
  /** When something is due, as the last look found it. */
  #nextAt: Date | null = null;

  constructor(
    private readonly host: Host,
    private readonly mutations: IncidentMutations,
    @Inject(DUE_SOURCES) private readonly sources: readonly DueSource[],
    private readonly times: DueDecisionRepository,
    private readonly sender: AlertSender,
  ) {
    const pauseMs = (): number => pauseUntilDue(this.#nextAt, new Date(), LOOK_PAUSES);
    this.#loop = host.lifecycle.loop('due alert decisions', pauseMs, () => this.#look());
  }

  /** Call this after the commit of `reconsider`. */
  wake(): void {
    this.#loop.wake();
  }

  /** Called when the windows of these monitors have changed. */
  async reconsider(tx: Transaction, monitorIds: readonly string[]): Promise<void> {
    await this.times.reconsiderMonitors(tx, monitorIds, new Date());
  }

  /** Called when the settings of these contacts, or the monitors that they are attached to, have changed. */
  async reconsiderContacts(tx: Transaction, contactIds: readonly string[]): Promise<void> {
    await this.times.reconsiderContacts(tx, contactIds, new Date());
  }

  async #look(): Promise<void> {
    this.#nextAt = await this.times.nextAt();
    if (isDecisionDue(this.#nextAt, new Date())) await this.#decideDue();
  }

  /** Returns how many failed: one that cannot be decided about must not hold up the others. */
  async #decide(source: DueSource, due: readonly string[]): Promise<number> {
    let failed = 0;
    for (const id of due) {
      try {
        // Few are due at a time, so one transaction for each is fast enough.
        await this.mutations.run((tx) => source.decide(tx, id, new Date()));
      } catch (error) {
        failed += 1;
        this.host.logger.warn({ error, about: id }, 'what contacts are told could not be decided; it is tried again');
      }
    }
    return failed;
  }

  /** The sources take turns: an outage does not wait until thousands of expiries are decided about. */
  async #decideDue(): Promise<void> {
    for (let isMoreDue = true; isMoreDue;) {
      isMoreDue = false;
      for (const source of this.sources) isMoreDue = (await this.#decideBatch(source)) || isMoreDue;
    }
  }

  /** True if more may be due. */
  async #decideBatch(source: DueSource): Promise<boolean> {
    const due = await source.due(new Date(), BATCH);
    const failed = await this.#decide(source, due);
    if (due.length > 0) this.sender.wake();
    return mayMoreBeDue(due.length, failed);
  }
}
