import { Injectable } from '@nestjs/common';
import { ApiError, internal, newId, type MonitorUptime, type UptimeQuery } from '@vedette/contract';
import { Host } from '@vedette/service-host';
import { joinDays, type ObservedDay } from '../view/uptime.ts';
import { shownDates, type KnownDays } from '../view/page-view.ts';

/** A page waits no longer than this for its uptime; until then it shows the known days. */
const PATIENCE_MS = 1_000;
/** A request for all days may take longer. */
const FULL_PATIENCE_MS = 5_000;
/** Past days change only when maintenance changes, which changes the key, or when results arrive late. */
const FULL_EVERY_MS = 3_600_000;
const FRESH_DAYS = 2;

/** What a request for a page's uptime needs. */
export interface UptimeScope {
  readonly organizationId: string;
  readonly timezone: string;
  readonly components: readonly { readonly id: string; readonly monitorId: string }[];
  readonly pastMaintenance: string;
}

/** For a page without known days, or only with those of a snapshot: the next request asks for all days. */
export function unconfirmed(days: KnownDays): KnownUptime {
  return { days, key: '', fullAt: 0, isAnswered: false };
}

export interface KnownUptime {
  readonly days: KnownDays;
  /** The key of the last request for all days. */
  readonly key: string;
  readonly fullAt: number;
  /** False: the monitor service did not answer, and the page shows the days known before. */
  readonly isAnswered: boolean;
}

@Injectable()
export class UptimeReader {
  constructor(private readonly host: Host) {}

  /** Asks for the last two days only, as long as the older days cannot have changed. */
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

function uptimeQuery({ organizationId, timezone, components }: UptimeScope, dates: readonly string[]): UptimeQuery {
  return {
    organizationId,
    monitorIds: components.map(({ monitorId }) => monitorId),
    fromDate: dates[0] ?? '',
    toDate: dates.at(-1) ?? '',
    timezone,
  };
}

/** A different key means that the known past days are no longer valid. */
function keyOf({ timezone, components, pastMaintenance }: UptimeScope, dates: readonly string[]): string {
  return JSON.stringify([timezone, dates.at(-1), components.map(({ id }) => id), pastMaintenance]);
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
