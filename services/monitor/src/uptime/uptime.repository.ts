import { Injectable } from '@nestjs/common';
import type { OwnedMonitor } from '@vedette/contract';
import { ServiceDatabase } from '@vedette/service-host';
import type { Observed } from '../states/observation-gap.ts';
import type { RecordedState } from '../states/state-record.ts';
import type { StateSpan } from './state-spans.ts';
import type { Span } from './uptime.ts';

export interface ObservedMonitor extends Observed {
  readonly id: string;
  readonly createdAt: Date;
}

/** The state in effect when the period began, and all changes up to its end. */
const RECORD = `
  SELECT c.monitor_id AS id, c.at, c.state::text
  FROM unnest($1::text[]) AS m (id)
  CROSS JOIN LATERAL (
    SELECT max(at) AS at FROM monitor.state_change WHERE monitor_id = m.id AND at <= $2
  ) AS before
  JOIN monitor.state_change AS c
    ON c.monitor_id = m.id AND c.at >= coalesce(before.at, '-infinity') AND c.at < $3
  ORDER BY c.monitor_id, c.at`;

/** $1 monitor, $2 from, $3 to, $4 limit. The states of a period, newest first, each with the beginning of the next. */
const SPANS = `
  SELECT c.state::text, c.at AS "startedAt", later.at AS "endedAt"
  FROM monitor.state_change AS c
  CROSS JOIN LATERAL (
    SELECT min(at) AS at FROM monitor.state_change WHERE monitor_id = c.monitor_id AND at > c.at
  ) AS later
  WHERE c.monitor_id = $1 AND c.at < $3 AND c.at >= coalesce(
    (SELECT max(at) FROM monitor.state_change WHERE monitor_id = $1 AND at <= $2), '-infinity'
  )
  ORDER BY c.at DESC LIMIT $4`;

/** $1 ids. */
const OBSERVED = `
  SELECT m.id, m.type::text, m.interval_seconds AS "intervalSeconds", m.timeout_seconds AS "timeoutSeconds",
    m.created_at AS "createdAt",
    r.state::text, coalesce(r.last_status_changed_at, m.created_at) AS since, r.observed_at AS "observedAt"
  FROM monitor.monitor AS m JOIN monitor.monitor_runtime AS r ON r.monitor_id = m.id
  WHERE m.id = ANY ($1) AND m.deleted_at IS NULL`;

/** Reads the data from which uptime is computed; never the check history. */
@Injectable()
export class UptimeRepository {
  readonly #pool: ServiceDatabase['pool'];

  constructor({ pool }: ServiceDatabase) {
    this.#pool = pool;
  }

  async monitors(organizationId: string, ids: readonly string[]): Promise<ObservedMonitor[]> {
    const { rows } = await this.#pool.query<ObservedMonitor>(`${OBSERVED} AND m.organization_id = $2`, [
      ids,
      organizationId,
    ]);
    return rows;
  }

  /** Monitors of any organizations, as far as each is its own organization's. */
  async ownedMonitors(monitors: readonly OwnedMonitor[]): Promise<ObservedMonitor[]> {
    const values = [monitors.map(({ id }) => id), monitors.map(({ organizationId }) => organizationId)];
    const { rows } = await this.#pool.query<ObservedMonitor>(
      `${OBSERVED} AND (m.id, m.organization_id) IN (SELECT * FROM unnest($1::text[], $2::text[]))`,
      values,
    );
    return rows;
  }

  async monitorsOfAll(ids: readonly string[]): Promise<ObservedMonitor[]> {
    const { rows } = await this.#pool.query<ObservedMonitor>(OBSERVED, [ids]);
    return rows;
  }

  async records(ids: readonly string[], { from, to }: Span): Promise<Map<string, RecordedState[]>> {
    const { rows } = await this.#pool.query<RecordedState & { id: string }>(RECORD, [ids, from, to]);
    return Map.groupBy(rows, ({ id }) => id);
  }

  /** The states that a monitor was in, newest first. */
  async spans(id: string, { from, to }: Span, limit: number): Promise<StateSpan[]> {
    const { rows } = await this.#pool.query<StateSpan>(SPANS, [id, from, to, limit]);
    return rows;
  }

  async deafness({ from, to }: Span): Promise<Span[]> {
    const { rows } = await this.#pool.query<Span>(
      `SELECT started_at AS "from", ended_at AS "to" FROM monitor.listener_outage
       WHERE ended_at > $1 AND started_at < $2 ORDER BY started_at`,
      [from, to],
    );
    return rows;
  }
}
