import { eventMonitor, type Monitor } from '@vedette/contract';
import pg from 'pg';
import type { Fixture, Tenant } from '../../support/fixture.ts';
import { besideBareExpress, type Compared } from './bare.ts';

const EVENTS = 100_000;
const DAYS = 30;
/** As many as a few open consoles have in flight. */
const load = { connections: 4 };

/** Writes 30 days of events into the log of an organization, as the dispatcher would have. */
async function fillLog(databaseUrl: string, organizationId: string, monitor: Monitor): Promise<void> {
  const database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  try {
    const data = JSON.stringify({ monitor: eventMonitor(monitor), changed: ['name'] });
    await database.query(
      `WITH event AS (
         SELECT number, 'evt_bench' || lpad(number::text, 17, '0') AS id,
           now() - ($3 - number) * (interval '1 day' * $4 / $3) AS at
         FROM generate_series(1, $3::integer) AS number
       ), logged AS (
         INSERT INTO webhook_dispatcher.webhook_event (id, organization_id, position, type, body, created_at)
         SELECT id, $1, number, 'monitor.updated', convert_to(format(
           '{"id":"%s","type":"monitor.updated","timestamp":"%s","data":%s}',
           id, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), $2::text
         ), 'UTF8'), at FROM event
       )
       INSERT INTO webhook_dispatcher.event_counter (organization_id, last_position) VALUES ($1, $3)`,
      [organizationId, data, EVENTS, DAYS],
    );
    await database.query('VACUUM ANALYZE webhook_dispatcher.webhook_event');
  } finally {
    await database.end();
  }
}

/** Pages of the event log, each beside the same bytes from bare Express. The organization must be new. */
export async function measureEventsPage(
  { stack }: Pick<Fixture, 'stack'>,
  { organizationId, key }: Pick<Tenant, 'organizationId' | 'key'>,
  monitor: Monitor,
): Promise<Compared[]> {
  await fillLog(stack.databaseUrl, organizationId, monitor);
  const path = '/api/console/v1/events';
  const headers = { 'x-api-key': key };
  const from = new Date(Date.now() - 86_400_000).toISOString();
  const servers = (['gateway', 'account', 'webhook-dispatcher'] as const).map((name) => stack.service(name).pid);
  const results: Compared[] = [];
  for (const [name, query] of [
    ['events page, 25 of the last day', `?from=${from}`],
    ['events page, 100 from the oldest', '?limit=100'],
  ] as const) {
    const url = `${stack.consoleUrl}${path}${query}`;
    const bytes = await (await fetch(url, { headers })).text();
    results.push(await besideBareExpress({ ...load, name, url, headers, expectedStatus: 200, servers }, bytes));
  }
  return results;
}
