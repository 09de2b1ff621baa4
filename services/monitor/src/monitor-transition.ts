import { Injectable } from '@nestjs/common';
import type { Monitor, MonitorFacts } from '@vedette/contract';
import { HeartbeatChanges } from './heartbeats/heartbeat-changes.ts';
import type { RuntimeChange } from './monitor-lifecycle.ts';
import { MonitorRepository, type MonitorChanges, type NewMonitor } from './monitor.repository.ts';
import type { LockedMonitor } from './monitor-view.repository.ts';
import { MonitorRuntimeRepository } from './monitor-runtime.repository.ts';
import type { Transaction } from './mutations.ts';
import { requestAfter } from './secrets/request-secrets.ts';
import { stepOutage, type Resolution } from './outages/outage.ts';
import { OutageRepository } from './outages/outage.repository.ts';
import { factOf } from './outages/outage-fact.ts';
import { recordChange } from './states/state-record.ts';
import { StateRecordRepository } from './states/state-record.repository.ts';

export interface Transition {
  readonly changes: Omit<MonitorChanges, 'request'>;
  readonly runtime: RuntimeChange;
  /** The reason with which an ongoing outage is resolved when the monitor enters another state. */
  readonly because: Resolution;
  readonly forgetsTarget: boolean;
}

/** Writes a change by hand and its consequences, in the caller's transaction and under the monitor's lock. */
@Injectable()
export class MonitorTransition {
  constructor(
    private readonly monitors: MonitorRepository,
    private readonly runtimes: MonitorRuntimeRepository,
    private readonly records: StateRecordRepository,
    private readonly outages: OutageRepository,
    private readonly heartbeats: HeartbeatChanges,
  ) {}

  async begin(tx: Transaction, monitor: NewMonitor): Promise<void> {
    const { id: monitorId, fields, createdAt: at } = monitor;
    await this.monitors.insert(tx, monitor);
    await this.runtimes.insert(tx, monitor, fields, at);
    await this.records.write(tx, [{ monitorId, at, state: 'PENDING' }]);
    if (fields.type === 'CRON') await this.heartbeats.begin(tx, monitorId, at);
  }

  /** After this, the monitor is invisible, and results of checks in flight change nothing. */
  async end(tx: Transaction, id: string, runtime: RuntimeChange, now: Date): Promise<void> {
    await this.monitors.change(tx, id, { deletedAt: now });
    await this.runtimes.change(tx, id, runtime, {}, now);
  }

  /** Returns the facts for events about an outage that ended with this change. */
  async write(
    tx: Transaction,
    locked: LockedMonitor,
    transition: Transition,
    now: Date,
  ): Promise<MonitorFacts | undefined> {
    const { monitor } = locked;
    const { changes, runtime, forgetsTarget } = transition;
    const { fields = {} } = changes;
    await this.monitors.change(tx, monitor.id, { ...changes, request: requestAfter(monitor, fields) });
    await this.runtimes.change(tx, monitor.id, runtime, fields, now);
    await this.#record(tx, locked, transition, now);
    if (forgetsTarget) await this.runtimes.forgetTarget(tx, monitor.id);
    else if ((fields.degradedSamples ?? 0) > monitor.degradedSamples) {
      await this.runtimes.recallSamples(tx, monitor.id, fields.degradedSamples ?? 0);
    }
    await this.heartbeats.follow(tx, monitor, fields, runtime.enters, now);
    if (monitor.state !== 'DOWN' || runtime.enters === undefined) return undefined;
    return this.#endOutage(tx, monitor, transition.because, now);
  }

  async #record(
    tx: Transaction,
    { monitor, observedAt }: LockedMonitor,
    { runtime, changes: { fields = {} } }: Transition,
    now: Date,
  ): Promise<void> {
    const { id: monitorId, type, intervalSeconds, timeoutSeconds, state } = monitor;
    const since = new Date(monitor.lastStatusChangedAt ?? monitor.createdAt);
    const changesLimit = fields.intervalSeconds !== undefined || fields.timeoutSeconds !== undefined;
    const current = { type, intervalSeconds, timeoutSeconds, state, since, observedAt };
    const { lines, endsUnobserved } = recordChange(current, runtime.enters, changesLimit, now);
    await this.records.write(
      tx,
      lines.map(({ at, state: entered }) => ({ monitorId, at, state: entered })),
    );
    if (endsUnobserved) await this.runtimes.markUnobserved(tx, monitorId);
  }

  async #endOutage(
    tx: Transaction,
    monitor: Monitor,
    because: Resolution,
    now: Date,
  ): Promise<MonitorFacts | undefined> {
    const known = (await this.outages.find(tx, [monitor.id])).get(monitor.id);
    const outage = stepOutage(known, { kind: 'resolve', at: now, because });
    if (outage === undefined) return undefined;
    await this.outages.save(tx, [{ monitorId: monitor.id, outage, isTold: true }]);
    return { outage: factOf(outage, monitor) };
  }
}
