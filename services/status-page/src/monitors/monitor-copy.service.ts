import { Injectable } from '@nestjs/common';
import { internal, type EventMessage, type MonitorFacts } from '@vedette/contract';
import { inParts, type Mutation } from '@vedette/messaging';
import { Host } from '@vedette/service-host';
import { MonitorCopyRepository, type HeardMonitor, type ReferredMonitor } from './monitor-copy.repository.ts';
import { ReferenceRepository } from './reference.repository.ts';
import { PageVersionRepository } from '../page-version.repository.ts';
import { StatusPageMutations, type Transaction } from '../mutations.ts';

const BATCH = 500;
/** This many failures in a row mean a general problem rather than one of single organizations: the refresh stops. */
const MOST_FAILURES = 3;

interface ToldMonitor extends HeardMonitor {
  readonly eventId: string;
}

/** Keeps the copies of monitors that pages show in step with the monitors themselves. */
@Injectable()
export class MonitorCopyService {
  constructor(
    private readonly host: Host,
    private readonly mutations: StatusPageMutations,
    private readonly copies: MonitorCopyRepository,
    private readonly references: ReferenceRepository,
    private readonly versions: PageVersionRepository,
  ) {}

  /** A deletion has a transaction of its own; the others share one. */
  async receiveAll(messages: readonly EventMessage[]): Promise<void> {
    const told = messages.flatMap(heardIn);
    if (told.length > 0) await this.#hear(told);
    for (const { organizationId, event } of messages) {
      if (event.type !== 'monitor.deleted') continue;
      const { id } = event.data.monitor;
      await this.mutations.receive(event.id, (tx, mutation) =>
        this.#forget(tx, mutation, organizationId, id, new Date(event.timestamp)),
      );
    }
  }

  #hear(told: readonly ToldMonitor[]): Promise<void> {
    const ids = told.map(({ eventId }) => eventId);
    return this.mutations.receiveAll(ids, async (tx, fresh, mutation) => {
      const unseen = told.filter(({ eventId }) => fresh.has(eventId));
      const changed = await this.copies.hear(tx, unseen);
      if (changed.length > 0) await this.versions.touchWith(tx, mutation, changed);
    });
  }

  /** After this, nothing shows or refers to the monitor. A repeated call has no further effect. */
  forget(organizationId: string, monitorId: string): Promise<void> {
    return this.mutations.run((tx, mutation) => this.#forget(tx, mutation, organizationId, monitorId, new Date()));
  }

  /**
   * Asks the monitor service about every monitor on a page and corrects outdated copies. A failure of one organization
   * does not affect the others; the last failure is thrown at the end.
   */
  async refresh(): Promise<void> {
    let failure: { readonly error: unknown } | undefined;
    let failuresInARow = 0;
    let batch: ReferredMonitor[] = [];
    do {
      // One batch after the other, in the order of ids.
      batch = await this.copies.shown(batch.at(-1)?.id ?? '', BATCH);
      for (const [organizationId, monitors] of Map.groupBy(batch, (monitor) => monitor.organizationId)) {
        try {
          await this.#refresh(organizationId, monitors);
          failuresInARow = 0;
        } catch (error) {
          failure = { error };
          failuresInARow += 1;
          if (failuresInARow === MOST_FAILURES) throw error;
        }
      }
    } while (batch.length === BATCH);
    if (failure !== undefined) throw failure.error;
  }

  async #refresh(organizationId: string, referred: readonly ReferredMonitor[]): Promise<void> {
    const monitorIds = referred.map(({ id }) => id);
    const { monitors } = await this.host.rpc.ask(internal.describeMonitors, { organizationId, monitorIds });
    const sequences = new Map(referred.map(({ id, sequence }) => [id, sequence]));
    const described = monitors.map(({ id, name, state }) => ({
      id,
      name,
      state,
      sequence: sequences.get(id) ?? null,
    }));
    await inParts(
      described,
      (part) =>
        this.mutations.run(async (tx, mutation) => {
          await this.copies.hold(tx, organizationId, part);
          await this.versions.touchWith(tx, mutation, await this.copies.correct(tx, part));
        }),
      ({ id }, error) => this.host.logger.error({ error, monitorId: id }, 'the copy of a monitor cannot be refreshed'),
    );
  }

  async #forget(
    tx: Transaction,
    mutation: Mutation,
    organizationId: string,
    monitorId: string,
    now: Date,
  ): Promise<void> {
    await this.copies.forget(tx, organizationId, monitorId, now);
    this.versions.touch(tx, mutation, await this.references.removeMonitor(tx, monitorId));
  }
}

/** Nothing in an event about something else, or about a deletion. */
function heardIn({ organizationId, event, facts }: EventMessage): ToldMonitor[] {
  if (!('monitor' in event.data) || event.type === 'monitor.deleted') return [];
  const { id, name, state } = event.data.monitor;
  // The facts of a monitor event are MonitorFacts. Replicas of the previous version send no sequence.
  const { sequence = 0 } = (facts ?? {}) as Partial<MonitorFacts>;
  return [{ eventId: event.id, id, organizationId, name, state, sequence }];
}
