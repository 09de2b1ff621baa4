import { Injectable } from '@nestjs/common';
import type { PausedMonitor } from '@vedette/contract';
import type { Sql } from '@vedette/database';
import type { Outage, Resolution } from './outage.ts';

interface OutageRow {
  readonly monitorId: string;
  readonly incidentId: string;
  readonly revision: number;
  readonly startedAt: Date;
  readonly cause: string;
  readonly evidence: Outage['evidence'];
  readonly resolvedAt: Date | null;
  readonly resolution: Resolution | null;
}

const COLUMNS = `
  monitor_id AS "monitorId", incident_id AS "incidentId", revision, started_at AS "startedAt", cause, evidence,
  resolved_at AS "resolvedAt", resolution::text`;

export interface SavedOutage {
  readonly monitorId: string;
  readonly outage: Outage;
  /** True when an event of the same transaction carries this revision. */
  readonly isTold: boolean;
}

/** The newest outage of each monitor. It is written under the lock of the monitor's checks. */
@Injectable()
export class OutageRepository {
  async find(sql: Sql, monitorIds: readonly string[]): Promise<Map<string, Outage>> {
    if (monitorIds.length === 0) return new Map();
    const rows = await sql.$queryRawUnsafe<OutageRow[]>(
      `SELECT ${COLUMNS} FROM monitor.outage WHERE monitor_id = ANY ($1::text[])`,
      monitorIds,
    );
    return new Map(rows.map((row) => [row.monitorId, outageOf(row)]));
  }

  async save(sql: Sql, saved: readonly SavedOutage[]): Promise<void> {
    if (saved.length === 0) return;
    await sql.$executeRawUnsafe(
      `INSERT INTO monitor.outage AS known
         (monitor_id, incident_id, revision, started_at, cause, evidence, resolved_at, resolution, told_revision)
       SELECT monitor_id, incident_id, revision, started_at, cause, evidence, resolved_at,
         resolution::monitor.outage_resolution, CASE WHEN is_told THEN revision ELSE 0 END
       FROM unnest(
         $1::text[], $2::text[], $3::integer[], $4::timestamptz[], $5::text[], $6::jsonb[], $7::timestamptz[],
         $8::text[], $9::boolean[]
       ) AS n (monitor_id, incident_id, revision, started_at, cause, evidence, resolved_at, resolution, is_told)
       ON CONFLICT (monitor_id) DO UPDATE SET
         incident_id = EXCLUDED.incident_id, revision = EXCLUDED.revision, started_at = EXCLUDED.started_at,
         cause = EXCLUDED.cause, evidence = EXCLUDED.evidence, resolved_at = EXCLUDED.resolved_at,
         resolution = EXCLUDED.resolution,
         told_revision = CASE WHEN known.incident_id = EXCLUDED.incident_id
           THEN greatest(known.told_revision, EXCLUDED.told_revision) ELSE EXCLUDED.told_revision END,
         confirmed_revision = CASE WHEN known.incident_id = EXCLUDED.incident_id
           THEN known.confirmed_revision ELSE 0 END`,
      saved.map(({ monitorId }) => monitorId),
      saved.map(({ outage }) => outage.incidentId),
      saved.map(({ outage }) => outage.revision),
      saved.map(({ outage }) => outage.startedAt),
      saved.map(({ outage }) => outage.cause),
      saved.map(({ outage }) => JSON.stringify(outage.evidence)),
      saved.map(({ outage }) => outage.resolved?.at ?? null),
      saved.map(({ outage }) => outage.resolved?.because ?? null),
      saved.map(({ isTold }) => isTold),
    );
  }

  /** The outage of a monitor, unless the incident service has confirmed its newest revision. */
  async unconfirmed(sql: Sql, monitorId: string): Promise<Outage | undefined> {
    const [row] = await sql.$queryRawUnsafe<OutageRow[]>(
      `SELECT ${COLUMNS} FROM monitor.outage WHERE monitor_id = $1 AND confirmed_revision < revision`,
      monitorId,
    );
    return row && outageOf(row);
  }

  /** Those of these monitors whose outage a pause has ended, as the incident service has not confirmed yet. */
  async pausedUnconfirmed(sql: Sql, organizationId: string, monitorIds: readonly string[]): Promise<string[]> {
    const rows = await sql.$queryRawUnsafe<{ id: string }[]>(
      `SELECT monitor_id AS id FROM monitor.outage JOIN monitor.monitor AS m ON m.id = monitor_id
       WHERE monitor_id = ANY ($2::text[]) AND organization_id = $1 AND resolution = 'PAUSED'
         AND confirmed_revision < revision`,
      organizationId,
      monitorIds,
    );
    return rows.map(({ id }) => id);
  }

  /** Those of these monitors that are paused. */
  async paused(sql: Sql, organizationId: string, monitorIds: readonly string[]): Promise<PausedMonitor[]> {
    const rows = await sql.$queryRawUnsafe<(Omit<PausedMonitor, 'createdAt'> & { createdAt: Date })[]>(
      `SELECT m.id, m.name, m.type, m.created_at AS "createdAt", r.event_sequence AS sequence
       FROM monitor.monitor AS m JOIN monitor.monitor_runtime AS r ON r.monitor_id = m.id
       WHERE m.id = ANY ($2::text[]) AND m.organization_id = $1 AND m.deleted_at IS NULL AND r.state = 'PAUSED'`,
      organizationId,
      monitorIds,
    );
    return rows.map((row) => Object.assign(row, { createdAt: row.createdAt.toISOString() }));
  }

  /** Monitors whose outage has a revision that neither an event nor a confirmation covers. */
  async untold(sql: Sql, limit: number): Promise<string[]> {
    const rows = await sql.$queryRawUnsafe<{ id: string }[]>(
      `SELECT monitor_id AS id FROM monitor.outage
       WHERE greatest(told_revision, confirmed_revision) < revision ORDER BY monitor_id LIMIT $1`,
      limit,
    );
    return rows.map(({ id }) => id);
  }

  async confirm(sql: Sql, monitorId: string, { incidentId, revision }: Outage): Promise<void> {
    await sql.$executeRawUnsafe(
      `UPDATE monitor.outage SET confirmed_revision = $3
       WHERE monitor_id = $1 AND incident_id = $2 AND confirmed_revision < $3`,
      monitorId,
      incidentId,
      revision,
    );
  }
}

function outageOf(row: OutageRow): Outage {
  const { incidentId, revision, startedAt, cause, evidence, resolvedAt, resolution } = row;
  return {
    incidentId,
    revision,
    startedAt: startedAt.toISOString(),
    cause,
    evidence,
    resolved: resolvedAt === null || resolution === null ? null : { at: resolvedAt.toISOString(), because: resolution },
  };
}
