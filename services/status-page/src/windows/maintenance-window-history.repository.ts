import { Injectable } from '@nestjs/common';
import { PrismaClient } from '../generated/client.ts';
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

  /** Records that these monitors are in maintenance during the span. */
  async openSpans(tx: Transaction, spans: readonly CoveredSpan[]): Promise<void> {
    const rows = spans.flatMap(({ windowId, monitorIds, span }) =>
      monitorIds.map((monitorId) => ({ windowId, monitorId, span })),
    );
    if (rows.length === 0) return;
    await tx.$executeRaw`
      INSERT INTO status_page.maintenance_span (window_id, monitor_id, started_at, ended_at)
      SELECT * FROM unnest(
        ${rows.map(({ windowId }) => windowId)}::text[], ${rows.map(({ monitorId }) => monitorId)}::text[],
        ${rows.map(({ span }) => span.startsAt)}::timestamptz[], ${rows.map(({ span }) => span.endsAt)}::timestamptz[]
      )
      ON CONFLICT (window_id, monitor_id, started_at) DO UPDATE SET ended_at = EXCLUDED.ended_at`;
  }

  /** Moves the end of these monitors' running spans to `endsAt`. */
  async moveSpanEnds(tx: Transaction, windowId: string, monitorIds: readonly string[], now: Date, endsAt: Date) {
    await tx.$executeRaw`
      UPDATE status_page.maintenance_span SET ended_at = ${endsAt}::timestamptz
      WHERE window_id = ${windowId} AND monitor_id = ANY(${[...monitorIds]}::text[]) AND ended_at > ${now}::timestamptz`;
  }

  /** The times in the period, at least in part, in which these monitors were in maintenance. */
  spansOf(monitorIds: readonly string[], from: Date, to: Date): Promise<(Span & { readonly monitorId: string })[]> {
    return this.prisma.$queryRaw<(Span & { monitorId: string })[]>`
      SELECT monitor_id AS "monitorId", started_at AS "startsAt", ended_at AS "endsAt" FROM status_page.maintenance_span
      WHERE monitor_id = ANY (${[...monitorIds]}::text[]) AND ended_at > ${from}::timestamptz
        AND started_at < ${to}::timestamptz
      ORDER BY started_at`;
  }

  /** Removes history that is too old for any page or uptime calculation. The monitor service keeps states as long. */
  async tidy(): Promise<void> {
    await this.prisma.$executeRaw`
      DELETE FROM status_page.maintenance_span WHERE ended_at < now() - interval '400 days'`;
    await this.prisma.$executeRaw`
      DELETE FROM status_page.window_transition WHERE occurrence_ends_at < now() - interval '180 days'`;
  }
}

function key(windowId: string, kind: string, startsAt: Date): string {
  return `${windowId} ${kind} ${String(startsAt.getTime())}`;
}
