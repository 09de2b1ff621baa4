import { Injectable } from '@nestjs/common';
import { Prisma, PrismaClient } from '../generated/client.ts';
import type { StoredWindow, Transition } from './maintenance-window-state.ts';
import type { Span } from './recurrence.ts';
import type { Transaction } from '../mutations.ts';

interface WindowTransition {
  readonly window: StoredWindow;
  readonly transition: Transition;
}

interface CoveredSpan {
  readonly windowId: string;
  readonly monitorIds: readonly string[];
  readonly span: Span;
}

export interface MonitorSpan extends Span {
  readonly monitorId: string;
}

export interface SpansQuery {
  readonly monitorIds: readonly string[];
  readonly from: Date;
  readonly to: Date;
  /** The last span of the page before. */
  readonly after: { readonly monitorId: string; readonly endsAt: Date } | undefined;
}

const SPANS_AT_ONCE = 5_000;

/** The history of windows: their starts and ends, and the times during which monitors actually were in maintenance. */
@Injectable()
export class MaintenanceWindowHistoryRepository {
  constructor(private readonly prisma: PrismaClient) {}

  /** Returns a function that tells whether a start or an end was recorded by this call, and not before. */
  async recordTransitions(
    tx: Transaction,
    transitions: readonly WindowTransition[],
    now: Date,
  ): Promise<(window: StoredWindow, transition: Transition) => boolean> {
    const rows = await tx.$queryRaw<{ windowId: string; kind: Transition['kind']; startsAt: Date }[]>`
      INSERT INTO status_page.window_transition
        (window_id, schedule, occurrence_starts_at, kind, occurrence_ends_at, announced_at)
      SELECT window_id, schedule, starts_at, kind, ends_at, ${now}::timestamptz
      FROM unnest(
        ${transitions.map(({ window }) => window.id)}::text[],
        ${transitions.map(({ window }) => window.scheduleNumber)}::integer[],
        ${transitions.map(({ transition }) => transition.occurrence.startsAt)}::timestamptz[],
        ${transitions.map(({ transition }) => transition.kind)}::status_page.window_transition_kind[],
        ${transitions.map(({ transition }) => transition.occurrence.endsAt)}::timestamptz[]
      ) AS step (window_id, schedule, starts_at, kind, ends_at)
      ON CONFLICT DO NOTHING
      RETURNING window_id AS "windowId", kind, occurrence_starts_at AS "startsAt"`;
    const recorded = new Set(rows.map(({ windowId, kind, startsAt }) => key(windowId, kind, startsAt)));
    return ({ id }, { kind, occurrence }) => recorded.has(key(id, kind, occurrence.startsAt));
  }

  /** Records that these monitors are in maintenance during the span. Expects the lock of their organization. */
  async openSpans(tx: Transaction, spans: readonly CoveredSpan[]): Promise<void> {
    for (const rows of batches(spans)) {
      const [monitorIds, starts, ends] = [
        rows.map(({ monitorId }) => monitorId),
        rows.map(({ span }) => span.startsAt),
        rows.map(({ span }) => span.endsAt),
      ];
      await tx.$executeRaw`
        INSERT INTO status_page.maintenance_span AS known (window_id, monitor_id, started_at, ended_at)
        SELECT * FROM unnest(
          ${rows.map(({ windowId }) => windowId)}::text[], ${monitorIds}::text[],
          ${starts}::timestamptz[], ${ends}::timestamptz[]
        )
        ON CONFLICT (window_id, monitor_id, started_at) DO UPDATE
          SET ended_at = greatest(known.ended_at, EXCLUDED.ended_at)`;
      await this.#unite(
        tx,
        Prisma.sql`SELECT * FROM unnest(${monitorIds}::text[], ${starts}::timestamptz[], ${ends}::timestamptz[])
          AS span (monitor_id, started_at, ended_at)`,
      );
    }
  }

  /** Moves the end of these monitors' running spans to `endsAt`. Expects the lock of their organization. */
  async moveSpanEnds(tx: Transaction, windowId: string, monitorIds: readonly string[], now: Date, endsAt: Date) {
    const ids = [...monitorIds];
    // A clock that is behind must not end a span before it has started.
    await tx.$executeRaw`
      UPDATE status_page.maintenance_span SET ended_at = greatest(started_at, ${endsAt}::timestamptz)
      WHERE window_id = ${windowId} AND monitor_id = ANY(${ids}::text[]) AND ended_at > ${now}::timestamptz`;
    await this.#cutBack(tx, ids, now);
  }

  /**
   * Monitors, in the order of their ids, whose union does not hold a span that ended after `since`, or holds more: replicas
   * of a version before the union record spans alone.
   */
  unmerged(since: Date, afterId: string, limit: number): Promise<{ id: string; organizationId: string }[]> {
    return this.prisma.$queryRaw<{ id: string; organizationId: string }[]>`
      SELECT monitor_id AS id, organization_id AS "organizationId" FROM status_page.monitor_copy
      WHERE monitor_id > ${afterId} AND monitor_id IN (
        SELECT monitor_id FROM status_page.maintenance_span AS span
        WHERE ended_at > ${since}::timestamptz AND started_at < ended_at AND NOT EXISTS (
          SELECT FROM status_page.monitor_maintenance AS known WHERE known.monitor_id = span.monitor_id
            AND known.ended_at >= span.ended_at AND known.started_at <= span.started_at
        )
        UNION ALL
        SELECT monitor_id FROM status_page.monitor_maintenance AS known
        WHERE ended_at > ${since}::timestamptz AND NOT EXISTS (
          SELECT FROM status_page.maintenance_span AS span
          WHERE span.monitor_id = known.monitor_id AND span.ended_at = known.ended_at
        )
      )
      ORDER BY monitor_id LIMIT ${limit}::integer`;
  }

  /** Makes the union of these monitors again, from `since` on. Expects the lock of their organization. */
  async merge(tx: Transaction, monitorIds: readonly string[], since: Date): Promise<void> {
    // Until the transaction ends, none of them can be forgotten.
    const known = await tx.$queryRaw<{ id: string }[]>`
      SELECT monitor_id AS id FROM status_page.monitor_copy
      WHERE monitor_id = ANY(${[...monitorIds]}::text[]) AND forgotten_at IS NULL ORDER BY monitor_id FOR SHARE`;
    const ids = known.map(({ id }) => id);
    await this.#unite(
      tx,
      Prisma.sql`SELECT monitor_id, started_at, ended_at FROM status_page.maintenance_span
        WHERE monitor_id = ANY(${ids}::text[]) AND ended_at > ${since}::timestamptz`,
    );
    await this.#cutBack(tx, ids, since);
  }

  /** Adds spans to the unions of their monitors. */
  async #unite(tx: Transaction, spans: Prisma.Sql): Promise<void> {
    await tx.$executeRaw`
      WITH opened AS MATERIALIZED (
        SELECT monitor_id, range_agg(tstzrange(started_at, ended_at)) AS spans
        FROM (${spans}) AS span WHERE started_at < ended_at GROUP BY monitor_id
      ), news AS MATERIALIZED (
        SELECT monitor_id, spans FROM opened WHERE NOT EXISTS (
          SELECT FROM status_page.monitor_maintenance AS known
          WHERE known.monitor_id = opened.monitor_id
            AND known.ended_at >= upper(opened.spans) AND known.started_at <= lower(opened.spans)
        )
      ), replaced AS (
        DELETE FROM status_page.monitor_maintenance AS known USING news
        WHERE known.monitor_id = news.monitor_id
          AND known.ended_at >= lower(news.spans) AND known.started_at <= upper(news.spans)
        RETURNING known.monitor_id, tstzrange(known.started_at, known.ended_at) AS span
      )
      INSERT INTO status_page.monitor_maintenance (monitor_id, started_at, ended_at)
      SELECT monitor_id, lower(span), upper(span)
      FROM (
        SELECT monitor_id, unnest(range_agg(span)) AS span
        FROM (SELECT monitor_id, span FROM replaced UNION ALL SELECT monitor_id, unnest(spans) FROM news) AS parts
        GROUP BY monitor_id
      ) AS merged`;
  }

  /** Of unions that hold all spans: what lies before `from` stays, what lies after it is made of the spans again. */
  async #cutBack(tx: Transaction, monitorIds: readonly string[], from: Date): Promise<void> {
    const ids = [...monitorIds];
    await tx.$executeRaw`
      WITH replaced AS (
        DELETE FROM status_page.monitor_maintenance
        WHERE monitor_id = ANY(${ids}::text[]) AND ended_at >= ${from}::timestamptz
        RETURNING monitor_id, started_at, least(ended_at, ${from}::timestamptz) AS ended_at
      )
      INSERT INTO status_page.monitor_maintenance (monitor_id, started_at, ended_at)
      SELECT monitor_id, lower(span), upper(span)
      FROM (
        SELECT monitor_id, unnest(range_agg(tstzrange(started_at, ended_at))) AS span
        FROM (
          SELECT monitor_id, started_at, ended_at FROM replaced
          UNION ALL
          SELECT monitor_id, started_at, ended_at FROM status_page.maintenance_span
          WHERE monitor_id = ANY(${ids}::text[]) AND ended_at > ${from}::timestamptz
        ) AS parts
        WHERE started_at < ended_at GROUP BY monitor_id
      ) AS merged`;
  }

  /**
   * One page of the times in which these monitors were in maintenance, by monitors and in order of time, of those that
   * lie in the period at least in part. A span that changes between two pages never overlaps what was read before.
   */
  spansOf({ monitorIds, from, to, after }: SpansQuery, limit: number): Promise<MonitorSpan[]> {
    return this.prisma.$queryRaw<MonitorSpan[]>`
      SELECT wanted.id AS "monitorId", greatest(span.started_at, wanted.seen_until) AS "startsAt",
        span.ended_at AS "endsAt"
      FROM (
        SELECT id, CASE id WHEN ${after?.monitorId ?? null}::text THEN ${after?.endsAt ?? null}::timestamptz END AS seen_until
        FROM unnest(${[...monitorIds]}::text[]) AS monitor (id)
        WHERE id COLLATE "C" >= coalesce(${after?.monitorId ?? null}::text, '')
      ) AS wanted
      CROSS JOIN LATERAL (
        SELECT started_at, ended_at FROM status_page.monitor_maintenance
        WHERE monitor_id = wanted.id AND ended_at > greatest(${from}::timestamptz, wanted.seen_until)
          AND started_at < ${to}::timestamptz
        ORDER BY ended_at LIMIT ${limit}::integer
      ) AS span
      ORDER BY wanted.id COLLATE "C", span.ended_at LIMIT ${limit}::integer`;
  }

  /** Removes history that is too old for any page or uptime calculation. The monitor service keeps states as long. */
  async tidy(): Promise<void> {
    await this.prisma.$executeRaw`
      DELETE FROM status_page.maintenance_span WHERE ended_at < now() - interval '400 days'`;
    await this.prisma.$executeRaw`
      DELETE FROM status_page.monitor_maintenance WHERE ended_at < now() - interval '400 days'`;
    await this.prisma.$executeRaw`
      DELETE FROM status_page.window_transition WHERE occurrence_ends_at < now() - interval '180 days'`;
  }
}

/** The spans by monitor, in batches that keep statements small. */
function* batches(spans: readonly CoveredSpan[]) {
  let rows: { windowId: string; monitorId: string; span: Span }[] = [];
  for (const { windowId, monitorIds, span } of spans) {
    for (const monitorId of monitorIds) rows.push({ windowId, monitorId, span });
    if (rows.length < SPANS_AT_ONCE) continue;
    yield rows;
    rows = [];
  }
  if (rows.length > 0) yield rows;
}

function key(windowId: string, kind: string, startsAt: Date): string {
  return `${windowId} ${kind} ${String(startsAt.getTime())}`;
}
