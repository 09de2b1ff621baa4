import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitFor } from '@vedette/test-kit';
import { ended, newOutage } from '@vedette/test-kit/facts';
import { Client } from 'pg';
import { DueDecisions } from '../src/alerts/due-decisions.ts';
import type { LeasedJob } from '../src/jobs/alert-job.repository.ts';
import { AlertOutcomeRepository } from '../src/jobs/alert-outcome.repository.ts';
import { IncidentMutations } from '../src/mutations.ts';
import { startSuite, type Suite } from './support/suite.ts';

const CONTACTS = 40;
const MONITORS = 120;
const RUN_MS = 4_000;
const ROUND_MS = 200;
const BURST_MS = 50;
const STATUSES = [400, 500, 500, 200, 400, 500, 500];
const ENOUGH = 120;
const FEW = 3;
const AT_ONCE = 20;

let suite: Suite;

beforeAll(async () => {
  suite = await startSuite({ replicas: 2 });
});

afterAll(() => suite.stop());

/** So many at a time that none waits for a connection for long, on a machine that has much else to do. */
async function inGroups<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < items.length; from += AT_ONCE) {
    await Promise.all(items.slice(from, from + AT_ONCE).map(work));
  }
}

/** In this database, since it was made. A connection counts its own at its end at the latest. */
async function deadlocks(): Promise<number> {
  const client = new Client({ connectionString: suite.config.databaseUrl });
  await client.connect();
  try {
    const others = 'datname = current_database() AND pid <> pg_backend_pid()';
    await waitFor('the end of all other connections', async () => {
      await client.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${others} AND state = 'idle'`);
      const { rows } = await client.query<{ pid: number }>(`SELECT pid FROM pg_stat_activity WHERE ${others}`);
      return rows.length === 0;
    });
    const { rows } = await client.query<{ deadlocks: number }>(
      'SELECT deadlocks::integer FROM pg_stat_database WHERE datname = current_database()',
    );
    return rows[0]?.deadlocks ?? Number.NaN;
  } finally {
    await client.end();
  }
}

async function failedAlerts(): Promise<number> {
  const { rows } = await suite.pool.query<{ failed: number }>(
    `SELECT count(*)::integer AS failed FROM incident.alert_job WHERE state = 'FAILED'`,
  );
  return rows[0]?.failed ?? 0;
}

describe('many failing alerts about the same incidents', () => {
  it('are all recorded, without a deadlock', async () => {
    const organization = suite.organization();
    for (let count = 0; count < CONTACTS; count += 1)
      await organization.addContact({ type: 'WEBHOOK', to: `${suite.chatUrl}/${count}` });
    const refused = new Set<string>();
    const again: string[] = [];
    let burst = Promise.withResolvers<undefined>();
    const answering = setInterval(() => {
      burst.resolve(undefined);
      burst = Promise.withResolvers();
    }, BURST_MS);
    suite.chat.answer = async ({ headers }) => {
      const status = STATUSES[suite.chat.messages.length % STATUSES.length] ?? 200;
      const id = String(headers['webhook-id']);
      if (refused.has(id)) again.push(id);
      if (status === 400) refused.add(id);
      // All of them at the same time, so that their outcomes are recorded at the same time.
      await burst.promise;
      return { status };
    };
    const outages = Array.from({ length: MONITORS }, () => newOutage());
    const startedAt = performance.now();
    await inGroups(outages, (outage) => organization.apply(outage));
    for (let round = 0; (await failedAlerts()) < ENOUGH; round += 1) {
      // As if the delays between tries had passed.
      await suite.pool.query(
        `UPDATE incident.alert_job SET due_at = now() WHERE id = ANY (ARRAY(
           SELECT id FROM incident.alert_job WHERE state = 'PENDING' AND lease_until IS NULL AND due_at > now()
           ORDER BY id FOR UPDATE SKIP LOCKED
         ))`,
      );
      const outage = outages[round % MONITORS];
      if (outage === undefined) continue;
      await organization.addNote(outage.incidentId, `Round ${round}`);
      if (round % 3 === 0) await organization.apply(ended(outage));
      await waitFor('the next round', () => performance.now() - startedAt > round * ROUND_MS);
    }
    await waitFor('the end of all attempts', async () => {
      await suite.pool.query(
        `UPDATE incident.alert_job SET due_at = now() + interval '1 day' WHERE id = ANY (ARRAY(
           SELECT id FROM incident.alert_job WHERE state = 'PENDING' AND lease_until IS NULL AND due_at <= now()
           ORDER BY id FOR UPDATE SKIP LOCKED
         ))`,
      );
      const busy = `SELECT FROM incident.alert_job WHERE state = 'PENDING' AND (lease_until IS NOT NULL OR due_at <= now())`;
      return (await suite.pool.query(busy)).rowCount === 0;
    });
    clearInterval(answering);
    // What was refused for good is not tried again, because its outcome was recorded.
    expect(again).toEqual([]);
    expect(await deadlocks()).toBe(0);
  }, 60_000);
});

describe('outcomes of alerts about a few incidents', () => {
  it('are recorded beside all that changes these incidents, without a deadlock', async () => {
    const organization = suite.organization();
    const contacts: string[] = [];
    for (let count = 0; count < CONTACTS; count += 1) {
      const settings = { delayMinutes: 120, notifyOn: [] };
      contacts.push((await organization.addContact({ to: `${count}-${organization.id}@example.com`, settings })).id);
    }
    const outages = Array.from({ length: FEW }, () => newOutage());
    for (const outage of outages) await organization.apply(outage);
    const { rows: jobs } = await suite.pool.query<LeasedJob>(
      `INSERT INTO incident.alert_job
         (organization_id, incident_id, contact_id, channel, kind, number, attempts, due_at, lease_until, created_at)
       SELECT $1, incident_id, contact_id, 'EMAIL', 'OPENED', 1, 1, now() + interval '1 day', now() + interval '1 day', now()
       FROM unnest($2::text[]) AS incident_id, unnest($3::text[]) AS contact_id
       RETURNING id::text, about_id AS "aboutId", attempts`,
      [organization.id, outages.map(({ incidentId }) => incidentId), contacts],
    );
    const [outcomes, mutations] = [suite.service.get(AlertOutcomeRepository), suite.service.get(IncidentMutations)];
    const later = new Date(Date.now() + 3_600_000);
    const failure = { reason: '500', maskedReason: '500' };
    const putOff = (job: LeasedJob) => outcomes.putOff([{ job, dueAt: later, decideAt: later }], failure, new Date());
    const change = (id: string) => mutations.run((tx) => suite.service.get(DueDecisions).reconsiderContacts(tx, [id]));
    // As a transaction with a new row that refers to the incidents, as long as `work` goes on.
    const referring = async (work: () => Promise<unknown>): Promise<void> => {
      const client = await suite.pool.connect();
      try {
        await client.query('BEGIN');
        const ids = outages.map(({ incidentId }) => incidentId);
        await client.query('SELECT FROM incident.incident WHERE id = ANY ($1) FOR KEY SHARE', [ids]);
        await work();
      } finally {
        await client.query('COMMIT');
        client.release();
      }
    };
    const startedAt = performance.now();
    let recorded = 0;
    while (performance.now() - startedAt < RUN_MS) {
      await referring(() =>
        inGroups([...jobs.entries()], async ([index, job]) => {
          const contact = contacts[index % CONTACTS];
          await Promise.all([putOff(job), contact !== undefined && index % 4 === 0 && change(contact)]);
        }),
      );
      recorded += jobs.length;
    }
    expect(recorded).toBeGreaterThanOrEqual(jobs.length);
    expect(await deadlocks()).toBe(0);
  }, 60_000);
});
