import { Injectable } from '@nestjs/common';
import type { BackgroundLoop } from '@vedette/messaging';
import { Host } from '@vedette/service-host';
import { IncidentMutations, type Transaction } from '../mutations.ts';
import { AlertSender } from './alert-sender.ts';
import { AlertRepository } from './alert.repository.ts';
import { AlertService } from './alert.service.ts';

const LOOK_EVERY_MS = 500;
const BATCH = 100;

/** Decides again about incidents when that is due: an end of a window, delay or quiet hours, or a reminder. */
@Injectable()
export class DueDecisions {
  readonly #loop: BackgroundLoop;

  constructor(
    private readonly host: Host,
    private readonly mutations: IncidentMutations,
    private readonly alerts: AlertRepository,
    private readonly service: AlertService,
    private readonly sender: AlertSender,
  ) {
    this.#loop = host.lifecycle.loop('due alert decisions', LOOK_EVERY_MS, () => this.#decideDue());
  }

  /** Call this after the commit of `reconsider`. */
  wake(): void {
    this.#loop.wake();
  }

  /** Called when the windows of these monitors have changed. */
  reconsider(tx: Transaction, monitorIds: readonly string[]): Promise<void> {
    return this.alerts.reconsiderMonitors(tx, monitorIds, new Date());
  }

  /** Called when the settings of these contacts, or the monitors that they are attached to, have changed. */
  reconsiderContacts(tx: Transaction, contactIds: readonly string[]): Promise<void> {
    return this.alerts.reconsiderContacts(tx, contactIds, new Date());
  }

  /** Returns how many failed: an incident that cannot be decided about must not hold up the others. */
  async #decide(due: readonly string[]): Promise<number> {
    let failed = 0;
    for (const incidentId of due) {
      try {
        // Few incidents are due at a time, so one transaction for each is fast enough.
        await this.mutations.run((tx) => this.service.decide(tx, incidentId, new Date()));
      } catch (error) {
        failed += 1;
        this.host.logger.warn({ error, incidentId }, 'what contacts are told could not be decided; it is tried again');
      }
    }
    return failed;
  }

  async #decideDue(): Promise<void> {
    for (;;) {
      const due = await this.alerts.due(new Date(), BATCH);
      const failed = await this.#decide(due);
      if (due.length > 0) this.sender.wake();
      // Failed incidents are still due, so stop here: the next look retries them.
      if (due.length < BATCH || failed > 0) return;
    }
  }
}
