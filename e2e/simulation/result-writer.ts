import type { EventType, Monitor, OutageFact } from '@vedette/contract';
import type { Result } from '@vedette/monitor/check-outcome';
import type { Outage } from '@vedette/monitor/outage';
import type { Application, CheckState } from '@vedette/monitor/result-application';
import { addLines, type MonitorRow } from './monitor-rows.ts';
import type { Stage, Transaction } from './stage.ts';

const ENTRY_EVENT = {
  UP: 'monitor.up',
  DEGRADED: 'monitor.degraded',
  DOWN: 'monitor.down',
} as const satisfies Record<string, EventType>;

/**
 * Applies results as services/monitor/src/results/result.service.ts and state-changes.ts do: in the order of their slots,
 * each on what the one before left behind. `untold` is called for an outage that no event carries.
 */
export function applyResults(
  { clock, deciders, newId, promises, note }: Stage,
  rows: ReadonlyMap<string, MonitorRow>,
  tx: Transaction,
  results: readonly Result[],
  untold: (row: MonitorRow) => void,
): void {
  const now = clock.date;
  const states = new Map<string, { check: CheckState; outage: Outage | undefined }>();
  const inOrder = results.toSorted((one, other) => one.slotAt.getTime() - other.slotAt.getTime());
  for (const result of inOrder) {
    const row = rows.get(result.monitorId);
    if (row?.presence !== 'live') continue;
    const known = states.get(row.id) ?? {
      check: row.check,
      outage: row.check.state === 'DOWN' ? row.outage : undefined,
    };
    const cause = known.outage?.resolved === null ? known.outage.cause : null;
    const application = deciders.applyResult({ rule: row.rule, check: known.check, cause }, result, now);
    const outage = nextOutage(application, known.outage, () => newId('inc'), deciders);
    states.set(row.id, { check: application.check, outage: outage ?? known.outage });
    const { entered, record } = application;
    tx.write(() => {
      promises.landed(row, known.check, result, application);
      row.check = application.check;
      if (outage !== undefined) saveOutage(row, outage, entered !== undefined);
      addLines(row.record, record);
      if (record.length > 0) promises.recorded(row);
      if (outage !== undefined) promises.outageChanged(row, outage);
      if (outage !== undefined && entered === undefined) untold(row);
      if (entered !== undefined) note(() => `monitor ${row.number} is ${entered}`);
    });
    if (entered !== undefined) {
      tx.tell({
        type: ENTRY_EVENT[entered],
        monitorId: row.id,
        ...(outage !== undefined && { outage: factOf(outage, row.fields) }),
      });
    }
  }
}

function nextOutage(
  { outage: step }: Application,
  known: Outage | undefined,
  newIncidentId: () => string,
  { openOutage, stepOutage }: Stage['deciders'],
): Outage | undefined {
  if (step?.kind === 'open') return openOutage(step, newIncidentId());
  return step && stepOutage(known, step);
}

/** As services/monitor/src/outages/outage.repository.ts saves it. */
export function saveOutage(row: MonitorRow, outage: Outage, isTold: boolean): void {
  const isSame = row.outage?.incidentId === outage.incidentId;
  const toldRevision = isTold ? outage.revision : 0;
  row.toldRevision = isSame ? Math.max(row.toldRevision, toldRevision) : toldRevision;
  if (!isSame) row.confirmedRevision = 0;
  row.outage = outage;
}

export function factOf(outage: Outage, { id, name, type, createdAt }: Monitor): OutageFact {
  return { ...outage, monitor: { id, name, type, target: null, createdAt } };
}
