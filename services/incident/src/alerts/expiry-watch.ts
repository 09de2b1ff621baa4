import { Injectable } from '@nestjs/common';
import { internal, type ExpiryQuery } from '@vedette/contract';
import { Host } from '@vedette/service-host';
import { MonitorCopyRepository } from '../incidents/monitor-copy.repository.ts';
import { IncidentMutations } from '../mutations.ts';
import { DueDecisions } from './due-decisions.ts';
import { SubjectRepository } from './subject.repository.ts';

const LOOK_EVERY_MS = 2_000;
/** Expiries are known days before, so a pass is seldom needed. */
const PASS_EVERY_MS = 10 * 60_000;
/** After a pass that failed. */
const RETRY_AFTER_MS = 30_000;
const DAY_MS = 86_400_000;
const PAGE = 1_000;

/**
 * Fetches all coming expiries from the monitor service regularly: contacts choose any days, while the events about
 * expiries follow the threshold of the monitor. One replica at a time does it.
 */
@Injectable()
export class ExpiryWatch {
  constructor(
    private readonly host: Host,
    private readonly mutations: IncidentMutations,
    private readonly subjects: SubjectRepository,
    private readonly monitors: MonitorCopyRepository,
    private readonly decisions: DueDecisions,
  ) {
    host.lifecycle.loop('comparing expiries', LOOK_EVERY_MS, () => this.look());
  }

  /** Begins a pass if none has begun for long enough. */
  async look(): Promise<void> {
    const now = new Date();
    if (!this.host.link.isConnected) return;
    if (!(await this.subjects.beginPass(now, new Date(now.getTime() - PASS_EVERY_MS)))) return;
    try {
      await this.#pass(now);
    } catch (error) {
      this.host.logger.warn({ error }, 'what is going to expire could not be learned; it is tried again');
      await this.subjects.abandonPass(new Date(now.getTime() - PASS_EVERY_MS + RETRY_AFTER_MS));
    }
  }

  /** Looks one pass further ahead than the first contact is told, so that it is told in time. */
  async #pass(now: Date): Promise<void> {
    const days = (await this.subjects.horizonDays()) ?? 0;
    const until = new Date(now.getTime() + days * DAY_MS + PASS_EVERY_MS).toISOString();
    for (let after: string | null = null; ;) {
      const query: ExpiryQuery = { until, after, limit: PAGE };
      const { expiries } = await this.host.rpc.ask(internal.listExpiries, query);
      const last = expiries.length < PAGE ? null : (expiries.at(-1)?.monitor.id ?? null);
      const page = { expiries, after, last };
      await this.mutations.run(async (tx) => {
        await this.monitors.meet(tx, expiries);
        await this.subjects.syncExpiries(tx, page, new Date());
      });
      this.decisions.wake();
      if (last === null) return;
      after = last;
    }
  }
}
