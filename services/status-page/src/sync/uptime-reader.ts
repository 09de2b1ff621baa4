import { Injectable } from '@nestjs/common';
import { ApiError, internal, newId, type MonitorUptime, type UptimeQuery } from '@vedette/contract';
import { Host } from '@vedette/service-host';
import { createHash } from 'node:crypto';
import { joinDays, type ObservedDay } from '../view/uptime.ts';
import type { PageSource } from '../view/page-source.ts';
import { shownDates, type KnownDays } from '../view/page-view.ts';

/** A page is not held up longer than this: what was known before is shown meanwhile. */
const PATIENCE_MS = 1_000;
/** The first answer, and a full one, may take its time. */
const FULL_PATIENCE_MS = 5_000;
/** Days that are over change only when maintenance does, which the key tells, or when results come late. */
const FULL_EVERY_MS = 3_600_000;
const FRESH_DAYS = 2;

/** What has to be known of a page to ask for its uptime. */
export interface UptimeScope {
  readonly organizationId: string;
  readonly timezone: string;
  readonly components: readonly { readonly id: string; readonly monitorId: string }[];
  readonly spans: PageSource['spans'];
}

/** For a page that nothing, or only a copy on disk, is known of: all of it is asked for. */
export function unconfirmed(days: KnownDays): KnownUptime {
  return { days, key: '', fullAt: 0, isAnswered: false };
}

export interface KnownUptime {
  readonly days: KnownDays;
  /** What the days that are over were asked with. */
  readonly key: string;
  readonly fullAt: number;
  /** False: nobody answered, and what is shown is what was known before. */
  readonly isAnswered: boolean;
}

@Injectable()
export class UptimeReader {
  constructor(private readonly host: Host) {}

  /** Asks for the last two days as long as the others, asked for before, cannot have changed. */
  async read(scope: UptimeScope, known: KnownUptime, now: Date): Promise<KnownUptime> {
    const { timezone, components } = scope;
    const dates = shownDates(timezone, now);
    const key = keyOf(scope, dates);
    if (components.length === 0) return { days: new Map(), key, fullAt: now.getTime(), isAnswered: true };
    const isFull = known.key !== key || now.getTime() - known.fullAt > FULL_EVERY_MS;
    const answer = await this.#ask(uptimeQuery(scope, isFull ? dates : dates.slice(-FRESH_DAYS)), isFull);
    const fresh = new Map(answer?.map((monitor) => [monitor.id, monitor.days.map(observedDay)]));
    const days = components.flatMap(({ id, monitorId }) => {
      const before = known.days.get(id) ?? [];
      const after = fresh.get(monitorId) ?? [];
      return before.length + after.length === 0 ? [] : [[id, joinDays(dates, before, after)] as const];
    });
    const isAnswered = answer !== undefined;
    const wasFull = isFull && isAnswered;
    return {
      days: new Map(days),
      key: wasFull || !isFull ? key : known.key,
      fullAt: wasFull ? now.getTime() : known.fullAt,
      isAnswered,
    };
  }

  async #ask(query: UptimeQuery, isFull: boolean): Promise<MonitorUptime[] | undefined> {
    const deadlineAt = Date.now() + (isFull ? FULL_PATIENCE_MS : PATIENCE_MS);
    try {
      const { monitors } = await this.host.rpc.ask(internal.uptime, query, { requestId: newId('req'), deadlineAt });
      return monitors;
    } catch (error) {
      if (error instanceof ApiError) return undefined;
      throw error;
    }
  }
}

function uptimeQuery(
  { organizationId, timezone, components, spans }: UptimeScope,
  dates: readonly string[],
): UptimeQuery {
  const excluded = Map.groupBy(spans, ({ monitorId }) => monitorId);
  return {
    organizationId,
    monitors: components.map(({ monitorId }) => ({
      id: monitorId,
      excluded: (excluded.get(monitorId) ?? []).map(({ startsAt, endsAt }) => ({
        startsAt: startsAt.toISOString(),
        endsAt: endsAt.toISOString(),
      })),
    })),
    fromDate: dates[0] ?? '',
    toDate: dates.at(-1) ?? '',
    timezone,
  };
}

/** Another key: what was asked for before is no answer for days that are over. */
function keyOf({ timezone, components, spans }: UptimeScope, dates: readonly string[]): string {
  const today = dates.at(-1) ?? '';
  const past = spans.flatMap(({ monitorId, startsAt, endsAt }) => {
    const [from, to] = [startsAt.toISOString(), endsAt.toISOString()];
    return from < today ? [[monitorId, from, to < today ? to : today]] : [];
  });
  const parts = [timezone, today, components.map(({ id }) => id), past];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

function observedDay(day: MonitorUptime['days'][number]): ObservedDay {
  return {
    date: day.date,
    up: day.upSeconds,
    degraded: day.degradedSeconds,
    down: day.downSeconds,
    maintenance: day.maintenanceSeconds,
    unknown: day.unknownSeconds,
  };
}
