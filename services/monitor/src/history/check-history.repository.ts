import { Injectable } from '@nestjs/common';
import type { CheckVerdict } from '@vedette/contract';
import { ServiceDatabase } from '@vedette/service-host';
import type { CheckRow } from './check-view.ts';
import type { HistoryRange } from './history-range.ts';

export interface HistoryMonitor {
  /** What the history calls the monitor. */
  readonly number: number;
}

export interface CheckFilter {
  readonly verdict?: CheckVerdict;
  readonly region?: string;
}

export interface CheckPage {
  readonly checks: readonly CheckRow[];
  /** Earlier checks may match too, before this slot; null if there are none. */
  readonly next: Date | null;
}

/** A filter by region finds nothing in an index: a page looks at no more checks than these. */
const LOOKED_AT = 5_000;

/** Failures and unobserved checks share an index: its condition is repeated, so that PostgreSQL uses it. */
const VERDICTS: Readonly<Record<CheckVerdict, string>> = {
  UP: `AND c.verdict = 'SUCCEEDED'`,
  DOWN: `AND c.verdict = 'FAILED' AND c.verdict <> 'SUCCEEDED'`,
  UNOBSERVED: `AND c.verdict = 'UNOBSERVED' AND c.verdict <> 'SUCCEEDED'`,
};

/** $1 monitor, $2 from, $3 to, $4 limit, $5 most to look at, $6 region or NULL. At least one row: how far it looked. */
function pageOf(verdict: CheckVerdict | undefined): string {
  return `
    WITH looked AS (
      SELECT c.* FROM monitor.check_result AS c
      WHERE c.monitor_number = $1 AND c.slot_at >= $2 AND c.slot_at < $3 ${verdict === undefined ? '' : VERDICTS[verdict]}
      ORDER BY c.slot_at DESC LIMIT $5
    )
    SELECT extent.looked, extent."until", found.*
    FROM (SELECT count(*)::integer AS looked, min(slot_at) AS "until" FROM looked) AS extent
    LEFT JOIN LATERAL (
      SELECT c.slot_at AS "slotAt", c.verdict, c.started_ms AS "startedMs", c.took_ms AS "tookMs",
        c.response_ms AS "responseMs", c.dns_ms AS dns, c.connect_ms AS connect, c.tls_ms AS tls,
        c.first_byte_ms AS "firstByte", c.total_ms AS total, c.attempts, w.name AS worker, r.name AS region
      FROM looked AS c
      JOIN monitor.check_worker AS w ON w.number = c.worker_number
      JOIN monitor.check_region AS r ON r.number = w.region_number
      WHERE $6::text IS NULL OR r.name = $6
      ORDER BY c.slot_at DESC LIMIT $4
    ) AS found ON true`;
}

type FoundRow = { readonly looked: number; readonly until: Date | null } & (CheckRow | { readonly slotAt: null });

/** Reads single checks, as long as they are kept. */
@Injectable()
export class CheckHistoryRepository {
  readonly #pool: ServiceDatabase['pool'];

  constructor({ pool }: ServiceDatabase) {
    this.#pool = pool;
  }

  async findMonitor(organizationId: string, id: string): Promise<HistoryMonitor | undefined> {
    const { rows } = await this.#pool.query<HistoryMonitor>({
      name: 'history-monitor',
      text: `SELECT number FROM monitor.monitor
        WHERE id = $2 AND organization_id = $1 AND deleted_at IS NULL`,
      values: [organizationId, id],
    });
    return rows[0];
  }

  /** Newest first. */
  async page(
    { number }: HistoryMonitor,
    { from, to }: HistoryRange,
    { verdict, region }: CheckFilter,
    limit: number,
  ): Promise<CheckPage> {
    const most = region === undefined ? limit + 1 : LOOKED_AT;
    const { rows } = await this.#pool.query<FoundRow>({
      name: `check-page-${verdict ?? 'any'}`,
      text: pageOf(verdict),
      values: [number, from, to, limit + 1, most, region ?? null],
    });
    const found = rows.filter((row) => row.slotAt !== null);
    const checks = found.slice(0, limit);
    if (found.length > limit) return { checks, next: checks.at(-1)?.slotAt ?? null };
    const { looked = 0, until = null } = rows[0] ?? {};
    return { checks, next: looked === most ? until : null };
  }
}
