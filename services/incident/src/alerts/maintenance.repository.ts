import { Injectable } from '@nestjs/common';
import { ServiceDatabase } from '@vedette/service-host';
import type { Transaction } from '../mutations.ts';
import type { StoredWindow, WindowDecision, WindowSpan } from './maintenance-window-spans.ts';

/** The revision of a row that was created only to be locked; lower than all real revisions. */
const UNTOLD = -1;

/** The copy of the windows' schedule that suppresses alerts. */
@Injectable()
export class MaintenanceRepository {
  readonly #sql: ServiceDatabase['sql'];

  constructor({ sql }: ServiceDatabase) {
    this.#sql = sql;
  }

  /** Locks the window, even if it is new; a new window is returned as undefined. */
  async lock(tx: Transaction, organizationId: string, id: string): Promise<StoredWindow | undefined> {
    const [known] = await tx.$queryRaw<StoredWindow[]>`
      INSERT INTO incident.maintenance_window AS known (id, organization_id, revision, is_cancelled)
      VALUES (${id}, ${organizationId}, ${UNTOLD}::integer, false)
      ON CONFLICT (id) DO UPDATE SET organization_id = known.organization_id
      RETURNING revision, is_cancelled AS "isCancelled"`;
    return known?.revision === UNTOLD ? undefined : known;
  }

  async mark(tx: Transaction, id: string, { revision, isCancelled }: StoredWindow): Promise<void> {
    await tx.$executeRaw`
      UPDATE incident.maintenance_window SET revision = ${revision}, is_cancelled = ${isCancelled} WHERE id = ${id}`;
  }

  /** Returns the monitors whose spans have changed, including those that were removed from the window. */
  async carryOut(
    tx: Transaction,
    windowId: string,
    decision: Exclude<WindowDecision, { kind: 'ignore' }>,
    monitorIds: readonly string[],
  ): Promise<string[]> {
    const left = decision.kind === 'replace' ? await this.#cutOff(tx, windowId, decision.from) : [];
    await this.#add(tx, windowId, decision.spans, monitorIds);
    return [...new Set([...left, ...monitorIds])];
  }

  /** The union of the spans of windows that cover the monitor and end after `from`. */
  async spansOf(tx: Transaction, monitorId: string, from: Date): Promise<WindowSpan[]> {
    return tx.$queryRaw<WindowSpan[]>`
      SELECT lower(span) AS "startsAt", upper(span) AS "endsAt"
      FROM (
        SELECT unnest(range_agg(tstzrange(starts_at, ends_at))) AS span FROM incident.maintenance_span
        WHERE monitor_id = ${monitorId} AND ends_at > ${from}::timestamptz
      ) AS merged`;
  }

  /** Spans that ended before that time no longer affect any outage. */
  async eraseSpans(before: Date): Promise<void> {
    await this.#sql.$executeRaw`DELETE FROM incident.maintenance_span WHERE ends_at < ${before}`;
  }

  async #cutOff(tx: Transaction, windowId: string, from: Date): Promise<string[]> {
    const dropped = await tx.$queryRaw<{ monitorId: string }[]>`
      DELETE FROM incident.maintenance_span WHERE window_id = ${windowId} AND starts_at >= ${from}::timestamptz
      RETURNING monitor_id AS "monitorId"`;
    const cut = await tx.$queryRaw<{ monitorId: string }[]>`
      UPDATE incident.maintenance_span SET ends_at = ${from}::timestamptz
      WHERE window_id = ${windowId} AND ends_at > ${from}::timestamptz
      RETURNING monitor_id AS "monitorId"`;
    return [...dropped, ...cut].map(({ monitorId }) => monitorId);
  }

  async #add(
    tx: Transaction,
    windowId: string,
    spans: readonly WindowSpan[],
    monitorIds: readonly string[],
  ): Promise<void> {
    if (spans.length === 0 || monitorIds.length === 0) return;
    await tx.$executeRaw`
      INSERT INTO incident.maintenance_span AS known (window_id, monitor_id, starts_at, ends_at)
      SELECT DISTINCT ON (monitor_id, starts_at) ${windowId}, monitor_id, starts_at, ends_at
      FROM unnest(${[...monitorIds]}::text[]) AS monitor (monitor_id)
      CROSS JOIN unnest(
        ${spans.map(({ startsAt }) => startsAt)}::timestamptz[], ${spans.map(({ endsAt }) => endsAt)}::timestamptz[]
      ) AS span (starts_at, ends_at)
      WHERE ends_at > starts_at
      ON CONFLICT (window_id, monitor_id, starts_at) DO UPDATE SET ends_at = EXCLUDED.ends_at`;
  }
}
