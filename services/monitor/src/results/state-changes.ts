import { Injectable } from '@nestjs/common';
import { eventMonitor, newId, type Monitor } from '@vedette/contract';
import type { Sql } from '@vedette/database';
import type { Mutation } from '@vedette/messaging';
import { MonitorEvents, type MonitorEvent } from '../states/monitor-events.ts';
import { MonitorViewRepository } from '../views/monitor-view.repository.ts';
import { openOutage, stepOutage, type Outage } from '../outages/outage.ts';
import { factsOf } from '../outages/outage-fact.ts';
import { OutageRepository, type SavedOutage } from '../outages/outage.repository.ts';
import type { Application, CheckState } from './result-application.ts';
import { StateRecordRepository } from '../states/state-record.repository.ts';

export interface Change {
  readonly monitorId: string;
  readonly organizationId: string;
  readonly application: Application;
}

const ENTRY_EVENT = { UP: 'monitor.up', DEGRADED: 'monitor.degraded', DOWN: 'monitor.down' } as const;

/** Writes what follows from results that change something: the record of states, outages, and their events. */
@Injectable()
export class StateChanges {
  constructor(
    private readonly monitors: MonitorViewRepository,
    private readonly outages: OutageRepository,
    private readonly records: StateRecordRepository,
    private readonly events: MonitorEvents,
  ) {}

  /** Expects the changes of each monitor in order of time. `known` holds the outages of monitors that were down. */
  async write(
    tx: Sql,
    mutation: Mutation,
    changes: readonly Change[],
    known: ReadonlyMap<string, Outage>,
    now: Date,
  ): Promise<void> {
    const telling = changes.filter(({ application }) => isTelling(application));
    if (telling.length === 0) return;
    await this.records.write(
      tx,
      telling.flatMap(({ monitorId, application }) =>
        application.record.map(({ at, state }) => ({ monitorId, at, state })),
      ),
    );
    const shown = await this.monitors.readMany(tx, [...new Set(telling.map(({ monitorId }) => monitorId))]);
    const current = new Map(known);
    const saved = new Map<string, SavedOutage>();
    const events = telling.flatMap((change): MonitorEvent[] => {
      const { monitorId, application } = change;
      const outage = nextOutage(current.get(monitorId), application, now);
      if (outage !== undefined) {
        current.set(monitorId, outage);
        saved.set(monitorId, { monitorId, outage, isTold: application.entered !== undefined });
      }
      const monitor = shown.get(monitorId);
      return monitor === undefined ? [] : eventsOf(change, asOf(monitor, application.check), outage);
    });
    await this.outages.save(tx, [...saved.values()]);
    await this.events.tell(tx, mutation, events, now);
  }
}

function isTelling({ record, entered, outage, expiry }: Application): boolean {
  return record.length > 0 || entered !== undefined || outage !== undefined || expiry !== undefined;
}

function nextOutage(known: Outage | undefined, { outage: step }: Application, now: Date): Outage | undefined {
  if (step?.kind === 'open') return openOutage(step, newId('inc', now.getTime()));
  return step && stepOutage(known, step);
}

function eventsOf(
  { organizationId, application }: Change,
  monitor: Monitor,
  outage: Outage | undefined,
): MonitorEvent[] {
  const { entered, degraded, expiry } = application;
  const data = { monitor: eventMonitor(monitor) };
  const events: MonitorEvent[] = [];
  if (entered !== undefined) {
    events.push({ organizationId, type: ENTRY_EVENT[entered], data, facts: factsOf(monitor, outage, degraded) });
  }
  if (expiry?.type === 'monitor.certificate_expiring') events.push({ organizationId, type: expiry.type, data });
  else if (expiry !== undefined) {
    const expiresAt = expiry.expiresAt.toISOString();
    events.push({ organizationId, type: expiry.type, data: { ...data, expiresAt } });
  }
  return events;
}

/** Several results of a monitor may be applied at once. Each event shows the monitor as it was after its own result. */
function asOf(monitor: Monitor, check: CheckState): Monitor {
  return {
    ...monitor,
    state: check.state,
    lastCheckedAt: check.lastCheckedAt?.toISOString() ?? null,
    lastStatusChangedAt: check.lastStatusChangedAt?.toISOString() ?? null,
    lastResponseMs: check.lastResponseMs,
    certExpiresAt: check.certExpiresAt?.toISOString() ?? null,
  };
}
