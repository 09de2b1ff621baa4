import { Injectable } from '@nestjs/common';
import type { BackgroundLoop } from '@vedette/messaging';
import { Host } from '@vedette/service-host';
import { IncidentMutations, type Transaction } from '../mutations.ts';
import { AlertSender } from './alert-sender.ts';
import { AlertRepository } from './alert.repository.ts';
import { AlertService } from './alert.service.ts';

const LOOK_EVERY_MS = 500;
const BATCH = 100;

/** Decides again about incidents whose alerts maintenance held back, when they are due. */
@Injectable()
export class HeldAlerts {
  readonly #loop: BackgroundLoop;

  constructor(
    private readonly host: Host,
    private readonly mutations: IncidentMutations,
    private readonly alerts: AlertRepository,
    private readonly service: AlertService,
    private readonly sender: AlertSender,
  ) {
    this.#loop = host.lifecycle.loop('held alerts', LOOK_EVERY_MS, () => this.#releaseDue());
  }

  /** Call this after the commit of `reconsider`. */
  wake(): void {
    this.#loop.wake();
  }

  /** Called when the windows of these monitors have changed. */
  reconsider(tx: Transaction, monitorIds: readonly string[]): Promise<void> {
    return this.alerts.reconsider(tx, monitorIds, new Date());
  }

  /** Returns how many failed: an incident that cannot be released must not hold up the others. */
  async #release(due: readonly string[]): Promise<number> {
    let failed = 0;
    for (const incidentId of due) {
      try {
        // The end of a window releases few incidents, so one transaction for each is fast enough.
        await this.mutations.run((tx) => this.service.decide(tx, incidentId, new Date()));
      } catch (error) {
        failed += 1;
        this.host.logger.warn({ error, incidentId }, 'a held alert could not be released; it goes on');
      }
    }
    return failed;
  }

  async #releaseDue(): Promise<void> {
    for (;;) {
      const due = await this.alerts.due(new Date(), BATCH);
      const failed = await this.#release(due);
      if (due.length > 0) this.sender.wake();
      // Failed incidents are still due, so stop here: the next look retries them.
      if (due.length < BATCH || failed > 0) return;
    }
  }
}
