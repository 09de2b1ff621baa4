import { Injectable } from '@nestjs/common';
import { erasureRequests } from '@vedette/contract';
import { eraseInBatches, Host, ServiceDatabase, type ErasingStep } from '@vedette/service-host';
import { nextSweep } from './erasure-schedule.ts';
import { OrganizationDeletionRepository, type PendingDeletion } from './organization-deletion.repository.ts';

const POLL_MS = 1_000;
/** Longer than one round of requests takes. A deletion whose replica was killed is taken again after this time. */
const LEASE_MS = 10_000;
const WORK_MS = 1_500;

/**
 * Removes the data of deleted organizations from all services. Every round asks each service to erase for a moment; a
 * crash costs at most the round. Organizations take turns, so that a small one does not wait for a large one.
 */
@Injectable()
export class OrganizationEraser {
  readonly #steps: readonly ErasingStep[];

  constructor(
    private readonly host: Host,
    private readonly deletions: OrganizationDeletionRepository,
    database: ServiceDatabase,
  ) {
    this.#steps = database.erasing([(id, limit) => deletions.eraseAuditLog(id, limit)]);
    host.metrics.observedGauge(
      'organization_deletion_oldest_seconds',
      'Time since the oldest deletion of an organization that is not finished',
      () => deletions.oldestSeconds(new Date()),
    );
    const loop = host.lifecycle.loop('erasing deleted organizations', POLL_MS, () => this.eraseDue());
    this.wake = () => loop.wake();
  }

  /** Call this after the commit of a deletion. */
  readonly wake: () => void;

  async eraseDue(): Promise<void> {
    while (!this.host.stopping.aborted) {
      const now = new Date();
      const taken = await this.deletions.take(now, new Date(now.getTime() + LEASE_MS));
      if (taken === undefined) return;
      await this.#sweep(taken);
    }
  }

  async #sweep({ id, deletedAt, sweeps }: PendingDeletion): Promise<void> {
    const outcomes = await Promise.allSettled([
      ...Object.values(erasureRequests).map(
        async (request) => (await this.host.rpc.ask(request, { organizationId: id })).isDone,
      ),
      eraseInBatches(this.#steps, id, Date.now() + WORK_MS),
    ]);
    // The RPC client has already logged that a service does not answer.
    if (outcomes.some(({ status }) => status === 'rejected')) {
      return this.deletions.postpone(id, sweeps, new Date(Date.now() + POLL_MS));
    }
    const isDone = outcomes.every((outcome) => outcome.status === 'fulfilled' && outcome.value);
    if (!isDone) return this.deletions.postpone(id, sweeps, new Date());
    const next = nextSweep(deletedAt, sweeps + 1);
    if (next.kind === 'sweep') return this.deletions.postpone(id, sweeps + 1, next.at);
    this.host.logger.info({ organizationId: id }, 'a deleted organization has left no data');
    return this.deletions.end(id);
  }
}
