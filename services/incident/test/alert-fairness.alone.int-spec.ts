import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@vedette/contract';
import { ServiceDatabase } from '@vedette/service-host';
import { waitFor } from '@vedette/test-kit';
import { newOutage } from '@vedette/test-kit/facts';
import { IncidentOrganizationData } from '../src/outages/organization-data.repository.ts';
import { ContactAddresses } from '../src/incidents/contact-addresses.ts';
import type { Organization } from './support/organization.ts';
import { AT_ONCE, settled, skipGathering } from './support/storms.ts';
import { startSuite, type Suite } from './support/suite.ts';

const CONTACTS = 500;
const OUTAGES = 20;
/** Half of the places of a channel over HTTP. */
const SHARE = 25;
const SAMPLES = 9;
/** The most that one message tells. */
const MOST_JOBS = 1_000;

let suite: Suite;

beforeAll(async () => {
  suite = await startSuite();
  // What PostgreSQL knows of the tables, and the plans that it keeps, are from before 10,000 alerts.
  await suite.pool.query('VACUUM ANALYZE');
});

afterAll(() => suite.stop());

/** Alerts of an organization that are all due, to contacts that never answer: contacts × outages of them. */
async function manyDue(organization: Organization): Promise<void> {
  await Promise.all(Array.from({ length: OUTAGES }, () => organization.apply(newOutage())));
  const addresses = suite.service.get(ContactAddresses);
  const ids = Array.from({ length: CONTACTS }, () => newId('ac'));
  const sealed = ids.map((id) => Buffer.from(addresses.seal(id, `${suite.chatUrl}/silent`)));
  await suite.pool.query(
    `INSERT INTO incident.contact (id, organization_id, type, sealed, notify_on, monitor_types, delay_minutes,
       expiry_days, baseline_at, baseline_attached, created_at)
     SELECT given.id, $1, 'WEBHOOK', given.sealed, '{}', '{}', 0, '{}', now(), true, now()
     FROM unnest($2::text[], $3::bytea[]) AS given (id, sealed)`,
    [organization.id, ids, sealed],
  );
  const { rowCount } = await suite.pool.query(
    `INSERT INTO incident.alert_job
       (organization_id, incident_id, contact_id, channel, kind, number, due_at, created_at)
     SELECT $1, incident.id, contact.id, contact.type, 'OPENED', 0, now(), now()
     FROM incident.incident JOIN incident.contact USING (organization_id) WHERE organization_id = $1`,
    [organization.id],
  );
  expect(rowCount).toBe(CONTACTS * OUTAGES);
}

/** As many to one contact in Slack, which answers. */
async function manyForOne(organization: Organization, to: string): Promise<void> {
  const outage = newOutage();
  await organization.apply(outage);
  const { id } = await organization.addContact({ type: 'SLACK', to });
  const ids = Array.from({ length: CONTACTS * OUTAGES }, () => newId('inc'));
  await suite.pool.query(
    `INSERT INTO incident.incident
       (id, organization_id, monitor_id, revision, started_at, cause, resolved_at, resolution, in_maintenance)
     SELECT id, $1, $2, 1, now(), 'Refused', now(), 'RECOVERED', false FROM unnest($3::text[]) AS id`,
    [organization.id, outage.monitor.id, ids],
  );
  await suite.pool.query(
    `INSERT INTO incident.alert_job
       (organization_id, incident_id, contact_id, channel, kind, number, due_at, created_at)
     SELECT $1, id, $2, 'SLACK', 'OPENED', 0, now(), now() FROM unnest($3::text[]) AS id`,
    [organization.id, id, ids],
  );
}

/** Leaves tables as small as they were before the alerts of the organization. */
async function eraseAll({ id }: Organization): Promise<void> {
  // As the service does it, because it may still have some of the rows locked.
  const { steps } = new IncidentOrganizationData(suite.service.get(ServiceDatabase));
  for (const step of steps) while ((await step(id, 2 * CONTACTS * OUTAGES)) > 0);
  const tables = ['alert_job', 'alert_decision', 'timeline_entry', 'incident', 'contact'];
  await suite.pool.query(`VACUUM ${tables.map((table) => `incident.${table}`).join()}`);
}

/**
 * How much later than alone an alert was. Alone it is measured before and after: work of others on this machine that began
 * meanwhile slows down both. The tables are small both times.
 */
function laterBy(besideMs: number, ...aloneMs: number[]): number {
  return besideMs - Math.max(...aloneMs);
}

/** How long it takes until the only contact of a new outage has its message, in the middle of several tries. */
async function alertMs(organization: Organization, path: string): Promise<number> {
  const times: number[] = [];
  for (let count = 1; count <= SAMPLES; count += 1) {
    const before = suite.chat.to(path).length;
    const startedAt = performance.now();
    await organization.apply(newOutage());
    await waitFor('the alert', () => suite.chat.to(path).length > before, { intervalMs: 1 });
    times.push(performance.now() - startedAt);
  }
  return times.toSorted((one, other) => one - other)[Math.floor(SAMPLES / 2)] ?? Number.NaN;
}

describe('beside 10,000 due alerts of another organization to silent contacts', () => {
  it('an alert is not later by more than 100 ms, and the others take half of the places', async () => {
    let release: (() => void) | undefined;
    const silence = new Promise<void>((resolve) => {
      release = resolve;
    });
    suite.chat.answer = async ({ path }) => {
      if (path === '/silent') await silence;
      return { status: 200 };
    };
    const [quiet, loud] = [suite.organization(), suite.organization()];
    // Webhooks, because their alerts are never merged.
    await quiet.addContact({ type: 'WEBHOOK', to: `${suite.chatUrl}/quick` });
    const aloneMs = await alertMs(quiet, '/quick');
    await manyDue(loud);
    await suite.chat.got('/silent', SHARE);
    const besideMs = await alertMs(quiet, '/quick');
    expect(suite.chat.to('/silent')).toHaveLength(SHARE);
    // Ends the attempts under way; the rest is not needed.
    await suite.pool.query(`DELETE FROM incident.alert_job WHERE lease_until IS NULL AND state = 'PENDING'`);
    release?.();
    await waitFor('the end of all attempts', async () => {
      return (await suite.pool.query(`SELECT FROM incident.alert_job WHERE state = 'PENDING'`)).rowCount === 0;
    });
    await eraseAll(loud);
    expect(laterBy(besideMs, aloneMs, await alertMs(quiet, '/quick'))).toBeLessThan(100);
  }, 60_000);
});

describe('beside 10,000 due alerts of another organization to one contact, which are told together', () => {
  it('an alert is not later by more than 100 ms, neither while they are held nor while they are told', async () => {
    const [quiet, loud] = [suite.organization(), suite.organization()];
    await quiet.addContact({ type: 'WEBHOOK', to: `${suite.chatUrl}/calm` });
    const aloneMs = await alertMs(quiet, '/calm');
    const total = CONTACTS * OUTAGES;
    await manyForOne(loud, `${suite.chatUrl}/loud`);
    const whileHeldMs = await alertMs(quiet, '/calm');
    await settled(suite.pool, loud, { sent: AT_ONCE, held: total - AT_ONCE });
    await skipGathering(suite.pool, loud);
    const whileToldMs = await alertMs(quiet, '/calm');
    await settled(suite.pool, loud, { sent: AT_ONCE + MOST_JOBS, held: total - AT_ONCE - MOST_JOBS });
    expect(suite.chat.to('/loud')).toHaveLength(AT_ONCE + 1);
    await eraseAll(loud);
    const afterMs = await alertMs(quiet, '/calm');
    expect(laterBy(whileHeldMs, aloneMs, afterMs)).toBeLessThan(100);
    expect(laterBy(whileToldMs, aloneMs, afterMs)).toBeLessThan(100);
  }, 60_000);
});
