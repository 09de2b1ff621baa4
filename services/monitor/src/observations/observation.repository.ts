import { Injectable } from '@nestjs/common';
import type { DomainRegistration } from '@vedette/contract';
import type { Sql } from '@vedette/database';
import type { SeenRecords } from './dns-baseline.ts';

export interface KnownObservation {
  readonly dnsSeen: SeenRecords | null;
  readonly registration: DomainRegistration | null;
}

/** Stored observations of DNS and domain checks, for later checks. */
@Injectable()
export class ObservationRepository {
  async find(sql: Sql, monitorIds: readonly string[]): Promise<Map<string, KnownObservation>> {
    const rows = await sql.$queryRawUnsafe<(KnownObservation & { id: string })[]>(
      `SELECT monitor_id AS id, dns_seen AS "dnsSeen", registration FROM monitor.monitor_observation
       WHERE monitor_id = ANY ($1::text[])`,
      monitorIds,
    );
    return new Map(rows.map(({ id, ...known }) => [id, known]));
  }

  async save(sql: Sql, known: ReadonlyMap<string, KnownObservation>): Promise<void> {
    if (known.size === 0) return;
    const rows = [...known.values()];
    await sql.$executeRawUnsafe(
      `INSERT INTO monitor.monitor_observation (monitor_id, dns_seen, registration)
       SELECT * FROM unnest($1::text[], $2::jsonb[], $3::jsonb[])
       ON CONFLICT (monitor_id) DO UPDATE SET dns_seen = EXCLUDED.dns_seen, registration = EXCLUDED.registration`,
      [...known.keys()],
      rows.map(({ dnsSeen }) => dnsSeen && JSON.stringify(dnsSeen)),
      rows.map(({ registration }) => registration && JSON.stringify(registration)),
    );
  }
}
