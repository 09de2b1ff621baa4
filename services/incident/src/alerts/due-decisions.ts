import { Injectable } from '@nestjs/common';
import { pauseUntilDue, type BackgroundLoop } from '@vedette/messaging';
import { Host } from '@vedette/service-host';
import { IncidentMutations, type Transaction } from '../mutations.ts';
import { AlertSender } from './alert-sender.ts';
import { AlertRepository } from './alert.repository.ts';
import { AlertService } from './alert.service.ts';
import { ParentWaitRepository } from './parent-wait.repository.ts';
import { SubjectRepository } from './subject.repository.ts';
import { SubjectService } from './subject.service.ts';
import { BATCH, isDecisionDue, LOOK_PAUSES, mayMoreBeDue } from './decision-looks.ts';
import { DueDecisionRepository } from './due-decision.repository.ts';

/** What is decided about one by one. */
interface DueSource {
  due(now: Date, limit: number): Promise<string[]>;
  decide(tx: Transaction, id: string, now: Date): Promise<void>;
}

/** Decides again when that is due: an end of a window, delay, quiet hours or wait, a reminder, or a day before an expiry. */
@Injectable()
export class DueDecisions {
  readonly #loop: BackgroundLoop;
  readonly #sources: readonly DueSource[];
  /** When something is due, as the last look found it. */
  #nextAt: Date | null = null;

  constructor(
    private readonly host: Host,
    private readonly mutations: IncidentMutations,
    private readonly alerts: AlertRepository,
    private readonly subjects: SubjectRepository,
    service: AlertService,
    subjectService: SubjectService,
    waits: ParentWaitRepository,
    private readonly sender: AlertSender,
    private readonly times: DueDecisionRepository,
  ) {
    this.#sources = [
      { due: (...look) => waits.due(...look), decide: (...about) => service.decideUnchecked(...about) },
      { due: (...look) => alerts.due(...look), decide: (...about) => service.decide(...about) },
      { due: (...look) => subjects.due(...look), decide: (...about) => subjectService.decide(...about) },
    ];
    const pauseMs = (): number => pauseUntilDue(this.#nextAt, new Date(), LOOK_PAUSES);
    this.#loop = host.lifecycle.loop('due alert decisions', pauseMs, () => this.#look());
  }

  /** Call this after the commit of `reconsider`. */
  wake(): void {
    this.#loop.wake();
  }

  /** Called when the windows of these monitors have changed. */
  async reconsider(tx: Transaction, monitorIds: readonly string[]): Promise<void> {
    const now = new Date();
    await this.alerts.reconsiderMonitors(tx, monitorIds, now);
    await this.subjects.reconsiderMonitors(tx, monitorIds, now);
  }

  /** Called when the settings of these contacts, or the monitors that they are attached to, have changed. */
  async reconsiderContacts(tx: Transaction, contactIds: readonly string[]): Promise<void> {
    const now = new Date();
    await this.alerts.reconsiderContacts(tx, contactIds, now);
    await this.subjects.reconsiderContacts(tx, contactIds, now);
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
      for (const source of this.#sources) isMoreDue = (await this.#decideBatch(source)) || isMoreDue;
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
