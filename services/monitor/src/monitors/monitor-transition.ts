import { Injectable } from '@nestjs/common';
import type { Monitor, MonitorFacts } from '@vedette/contract';
import { HeartbeatChanges } from '../heartbeats/heartbeat-changes.ts';
import type { RuntimeChange } from '../states/monitor-lifecycle.ts';
import { MonitorRepository, type MonitorChanges } from './monitor.repository.ts';
import type { LockedMonitor } from '../views/monitor-view.repository.ts';
import { MonitorRuntimeRepository } from './monitor-runtime.repository.ts';
import type { Transaction } from '../mutations.ts';
import { requestAfter } from '../views/request-secrets.ts';
import { stepOutage, type Resolution } from '../outages/outage.ts';
import { OutageRepository } from '../outages/outage.repository.ts';
import { factsOf } from '../outages/outage-fact.ts';
import { periodEnded } from '../states/degraded-period.ts';
import { recordChange } from '../states/state-record.ts';
import { StateRecordRepository } from '../states/state-record.repository.ts';

export interface Transition {
  readonly changes: Omit<MonitorChanges, 'request'>;
  readonly runtime: RuntimeChange;
  readonly forgetsTarget: boolean;
}

/** Monitors that a pause or a resume changes in the same way. */
export interface Move {
  readonly locked: readonly LockedMonitor[];
  readonly runtime: RuntimeChange;
}

/** The facts for events about outages and slow periods that ended with a change, by monitor. */
export type EndedFacts = ReadonlyMap<string, Omit<MonitorFacts, 'sequence'>>;

/** Writes changes by hand and their consequences, in the caller's transaction and under the monitors' locks. */
@Injectable()
export class MonitorTransition {
  constructor(
    private readonly monitors: MonitorRepository,
    private readonly runtimes: MonitorRuntimeRepository,
    private readonly records: StateRecordRepository,
    private readonly outages: OutageRepository,
    private readonly heartbeats: HeartbeatChanges,
  ) {}

  /** After this, the monitors are invisible, and results of checks in flight change nothing. */
  async end(tx: Transaction, ids: readonly string[], runtime: RuntimeChange, now: Date): Promise<void> {
    await this.monitors.mark(tx, ids, 'deleted_at', now);
    await this.runtimes.change(tx, ids, runtime, {}, now);
  }

  async update(tx: Transaction, locked: LockedMonitor, transition: Transition, now: Date): Promise<EndedFacts> {
    const { monitor } = locked;
    const { changes, runtime, forgetsTarget } = transition;
    const { fields = {} } = changes;
    await this.monitors.change(tx, monitor.id, { ...changes, request: requestAfter(monitor, fields) });
    await this.runtimes.change(tx, [monitor.id], runtime, fields, now);
    const changesLimit = fields.intervalSeconds !== undefined || fields.timeoutSeconds !== undefined;
    await this.#record(tx, [locked], runtime, changesLimit, now);
    if (forgetsTarget) await this.runtimes.forgetTarget(tx, monitor.id);
    else if ((fields.degradedSamples ?? 0) > monitor.degradedSamples) {
      await this.runtimes.recallSamples(tx, monitor.id, fields.degradedSamples ?? 0);
    }
    await this.heartbeats.follow(tx, [monitor], fields, runtime.enters, now);
    return this.#end(tx, [monitor], runtime, 'TYPE_CHANGED', now);
  }

  async move(tx: Transaction, { locked, runtime }: Move, now: Date): Promise<EndedFacts> {
    const monitors = locked.map(({ monitor }) => monitor);
    const ids = monitors.map(({ id }) => id);
    await this.monitors.mark(tx, ids, 'updated_at', now);
    await this.runtimes.change(tx, ids, runtime, {}, now);
    await this.#record(tx, locked, runtime, false, now);
    await this.heartbeats.follow(tx, monitors, {}, runtime.enters, now);
    return this.#end(tx, monitors, runtime, 'PAUSED', now);
  }

  async #record(
    tx: Transaction,
    locked: readonly LockedMonitor[],
    { enters }: RuntimeChange,
    changesLimit: boolean,
    now: Date,
  ): Promise<void> {
    const changes = locked.map(({ monitor, observedAt }) => {
      const { id: monitorId, type, intervalSeconds, timeoutSeconds, state } = monitor;
      const since = new Date(monitor.lastStatusChangedAt ?? monitor.createdAt);
      const current = { type, intervalSeconds, timeoutSeconds, state, since, observedAt };
      return { monitorId, ...recordChange(current, enters, changesLimit, now) };
    });
    await this.records.write(
      tx,
      changes.flatMap(({ monitorId, lines }) => lines.map(({ at, state }) => ({ monitorId, at, state }))),
    );
    for (const { monitorId } of changes.filter(({ endsUnobserved }) => endsUnobserved)) {
      await this.runtimes.markUnobserved(tx, monitorId);
    }
  }

  /** An ongoing outage, or a slow period, ends when its monitor enters another state. */
  async #end(
    tx: Transaction,
    monitors: readonly Monitor[],
    { enters }: RuntimeChange,
    because: Exclude<Resolution, 'RECOVERED'>,
    now: Date,
  ): Promise<EndedFacts> {
    if (enters === undefined) return new Map();
    const down = monitors.filter(({ state }) => state === 'DOWN');
    const known = await this.outages.find(
      tx,
      down.map(({ id }) => id),
    );
    const ended = new Map(
      down.flatMap((monitor) => {
        const outage = stepOutage(known.get(monitor.id), { kind: 'resolve', at: now, because });
        return outage === undefined ? [] : [[monitor.id, outage] as const];
      }),
    );
    await this.outages.save(
      tx,
      [...ended].map(([monitorId, outage]) => ({ monitorId, outage, isTold: true })),
    );
    return new Map(
      monitors.flatMap((monitor) => {
        const since = new Date(monitor.lastStatusChangedAt ?? monitor.createdAt);
        const facts = factsOf(monitor, ended.get(monitor.id), periodEnded({ ...monitor, since }, now, because));
        return facts === undefined ? [] : [[monitor.id, facts] as const];
      }),
    );
  }
}
