import { Injectable } from '@nestjs/common';
import type { BackgroundLoop } from '@vedette/messaging';
import { Host } from '@vedette/service-host';
import { IncidentMutations, type Transaction } from '../mutations.ts';
import { AlertSender } from './alert-sender.ts';
import { AlertRepository } from './alert.repository.ts';
import { AlertService } from './alert.service.ts';

const LOOK_EVERY_MS = 500;
const BATCH = 100;

/** Decides anew about incidents that maintenance kept from contacts, when their time has come. */
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

  /** Called after the commit of `reconsider`. */
  wake(): void {
    this.#loop.wake();
  }

  /** The windows of these monitors are others now. */
  reconsider(tx: Transaction, monitorIds: readonly string[]): Promise<void> {
    return this.alerts.reconsider(tx, monitorIds, new Date());
  }

  /** How many failed: one that cannot be released must not keep the others from it. */
  async #release(due: readonly string[]): Promise<number> {
    let failed = 0;
    for (const incidentId of due) {
      try {
        // A window's end releases few, and a transaction each is enough.
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
      // Those that failed are due again at once: with the next look, not in this one.
      if (due.length < BATCH || failed > 0) return;
    }
  }
}
