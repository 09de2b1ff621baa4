import { expect } from '@jest/globals';
import { newId, type AlertAnswer, type ContactSettings, type ContactType, type OutageFact } from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import { newOutage } from '@vedette/test-kit/facts';
import type { Organization } from './organization.ts';
import { pageOfAlerts } from './subjects.ts';
import type { Suite } from './suite.ts';
import { BOT_TOKEN, NTFY_TOKEN } from './vendor-server.ts';

/** So many go one by one. */
export const AT_ONCE = 5;

export function outagesOf(count: number, name = 'Shop'): OutageFact[] {
  return Array.from({ length: count }, (_, index) => newOutage({ name: `${name} ${index + 1}` }));
}

export async function applied(organization: Organization, facts: readonly OutageFact[]): Promise<void> {
  for (const fact of facts) await organization.apply(fact);
}

/** The pool of a replica has as many connections. */
const AT_A_TIME = 10;

/** Applies facts side by side, as many as the service has connections for. */
export async function appliedTogether(organization: Organization, facts: readonly OutageFact[]): Promise<void> {
  for (let from = 0; from < facts.length; from += AT_A_TIME) {
    await Promise.all(facts.slice(from, from + AT_A_TIME).map((fact) => organization.apply(fact)));
  }
}

interface Counted {
  readonly held: number;
  readonly sent: number;
}

type Database = Pick<Suite['pool'], 'query'>;

export async function jobsOf(database: Database, { id }: Organization): Promise<Counted> {
  const { rows } = await database.query<Counted>(
    `SELECT count(*) FILTER (WHERE state = 'PENDING' AND gather_until IS NOT NULL)::integer AS held,
       count(*) FILTER (WHERE state = 'SENT')::integer AS sent
     FROM incident.alert_job WHERE organization_id = $1`,
    [id],
  );
  return rows[0] ?? { held: 0, sent: 0 };
}

/** Waits until so many alerts of the organization are sent, and so many wait to be told together. */
export async function settled(database: Database, organization: Organization, expected: Counted): Promise<void> {
  await waitFor(
    `${expected.sent} alerts sent and ${expected.held} held`,
    async () => {
      expect(await jobsOf(database, organization)).toEqual(expected);
      return true;
    },
    { timeoutMs: 20_000 },
  );
}

/**
 * As if the time had come until which alerts are gathered. What is due already stays as it is: it would seem to have
 * become due after the gathering, and would be gathered again. The time is that of the millisecond before, because what
 * becomes due from now on is no part of that gathering.
 */
export async function skipGathering(database: Database, { id }: Organization): Promise<void> {
  await database.query(
    `WITH now AS (SELECT date_trunc('milliseconds', now()) - interval '1 millisecond' AS at), storm AS (
       UPDATE incident.alert_storm SET gather_until = now.at FROM now
       WHERE gather_until > now.at AND contact_id IN (SELECT id FROM incident.contact WHERE organization_id = $1)
     )
     UPDATE incident.alert_job SET due_at = now.at, gather_until = now.at FROM now
     WHERE organization_id = $1 AND state = 'PENDING' AND gather_until IS NOT NULL AND due_at > now.at`,
    [id],
  );
}

/** As if an hour had passed since the contacts heard of the outage. */
export async function anHourLater(database: Database, { incidentId }: OutageFact): Promise<void> {
  await database.query(
    `UPDATE incident.alert_decision SET decided_at = decided_at - interval '1 hour' WHERE incident_id = $1`,
    [incidentId],
  );
  await database.query('UPDATE incident.incident SET decide_at = now() WHERE id = $1', [incidentId]);
}

/** As if the storm had been over for a minute. What was held in it is due. */
export async function endStorm(database: Database, { id }: Organization): Promise<void> {
  await database.query(
    `WITH storm AS (
       UPDATE incident.alert_storm SET gather_until = now() - interval '1 s',
         told_at = (SELECT array_agg(at - interval '2 min') FROM unnest(told_at) AS at)
       WHERE contact_id IN (SELECT id FROM incident.contact WHERE organization_id = $1)
     )
     UPDATE incident.alert_job SET due_at = now()
     WHERE organization_id = $1 AND state = 'PENDING' AND gather_until IS NOT NULL`,
    [id],
  );
}

export async function alertsOf(organization: Organization): Promise<AlertAnswer[]> {
  return (await pageOfAlerts(organization)).data;
}

/** Adds a contact with a place of its own at the vendor; returns what is in its address alone. */
export async function vendorContact(
  organization: Organization,
  url: string,
  type: Exclude<ContactType, 'EMAIL'>,
  settings: Partial<ContactSettings> = {},
): Promise<string> {
  const unique = newId('req');
  const chat = `-100${Math.floor(Math.random() * 1e12)}`;
  const given = {
    WEBHOOK: { to: `${url}/webhook/${unique}` },
    SLACK: { to: `${url}/slack/${unique}` },
    DISCORD: { to: `${url}/discord/${unique}` },
    TEAMS: { to: `${url}/teams/${unique}` },
    TELEGRAM: { to: chat, secret: BOT_TOKEN },
    PAGERDUTY: { to: 'R0UT1NGKEYR0UT1NGKEYR0UT1NGKEY32' },
    NTFY: { to: `${url}/${unique}`, secret: NTFY_TOKEN },
  }[type];
  await organization.call('createAlertContact', { body: { ...given, ...settings, type, name: type } });
  return type === 'TELEGRAM' ? chat : unique;
}
