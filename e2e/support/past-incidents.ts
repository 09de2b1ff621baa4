import { newId } from '@vedette/contract';
import pg from 'pg';
import type { SharedFixture, Tenant } from './fixture.ts';

const MINUTE_MS = 60_000;

/**
 * Resolved incidents of a monitor of this name, one a minute back from now, written as the incident service keeps them.
 * `monitorId`: of a monitor that exists; by default of one that only the incident service knows.
 */
export async function insertPastIncidents(
  { stack }: SharedFixture,
  { organizationId }: Tenant,
  name: string,
  count: number,
  monitorId: string = newId('mon'),
): Promise<void> {
  const now = Date.now();
  const startedAt = Array.from({ length: count }, (_, index) => new Date(now - (index + 2) * MINUTE_MS));
  const client = new pg.Client({ connectionString: stack.databaseUrl });
  await client.connect();
  try {
    await client.query(
      `INSERT INTO incident.monitor (id, organization_id, name, type, created_at) VALUES ($1, $2, $3, 'HTTP', now())
       ON CONFLICT DO NOTHING`,
      [monitorId, organizationId, name],
    );
    await client.query(
      `INSERT INTO incident.incident
         (id, organization_id, monitor_id, revision, started_at, cause, resolved_at, resolution, in_maintenance)
       SELECT id, $1, $2, 2, started_at, 'Outage ' || number, started_at + interval '30 seconds', 'RECOVERED', false
       FROM unnest($3::text[], $4::timestamptz[]) WITH ORDINALITY AS past (id, started_at, number)`,
      [organizationId, monitorId, startedAt.map((at) => newId('inc', at.getTime())), startedAt],
    );
  } finally {
    await client.end();
  }
}
