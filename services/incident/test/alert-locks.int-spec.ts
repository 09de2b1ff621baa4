import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId, type AlertKind, type KnownExpiry } from '@vedette/contract';
import { ServiceDatabase } from '@vedette/service-host';
import { waitFor } from '@vedette/test-kit';
import { ago, ahead, newOutage } from '@vedette/test-kit/facts';
import type { PoolClient } from 'pg';
import type { AlertJob } from '../src/jobs/alert-job.repository.ts';
import { AlertOutcomeRepository } from '../src/jobs/alert-outcome.repository.ts';
import { AlertStormRepository } from '../src/storms/alert-storm.repository.ts';
import { AlertRepository } from '../src/decisions/alert.repository.ts';
import { SubjectRepository } from '../src/subjects/subject.repository.ts';
import { MonitorCopyRepository } from '../src/monitors/monitor-copy.repository.ts';
import { IncidentMutations, type Transaction } from '../src/mutations.ts';
import { IncidentOrganizationData } from '../src/organization-data.repository.ts';
import type { Organization } from './support/organization.ts';
import { startSuite, type Suite } from './support/suite.ts';

let suite: Suite;

beforeAll(async () => {
  suite = await startSuite();
});

afterAll(() => suite.stop());

interface About {
  readonly id: string;
  readonly organization: Organization;
  readonly monitor: KnownExpiry['monitor'];
  readonly at: string;
}

interface Jobs {
  readonly kind?: AlertKind;
  readonly state?: 'PENDING' | 'SENT' | 'CANCELLED';
}

/** What three contacts have jobs about. Neither their contacts nor their places in the table are in the order of ids. */
async function incident(jobs: Jobs): Promise<About> {
  const organization = suite.organization();
  const contacts = await contactsOf(organization);
  const outage = newOutage();
  await organization.apply(outage);
  await addJobs({ id: outage.incidentId, organization }, 'incident_id', contacts, jobs);
  return { id: outage.incidentId, organization, monitor: outage.monitor, at: outage.startedAt };
}

async function expiry(jobs: Jobs, endedAt: Date | null): Promise<About> {
  const organization = suite.organization();
  const contacts = await contactsOf(organization);
  const { monitor } = newOutage();
  const [id, at] = [newId('sub'), ahead(86_400).toISOString()];
  await inTransaction((tx) => suite.service.get(MonitorCopyRepository).lock(tx, organization.id, monitor));
  await suite.pool.query(
    `INSERT INTO incident.alert_subject (id, organization_id, monitor_id, kind, at, ended_at, ended_by)
     VALUES ($1, $2, $3, 'EXPIRY', $4, $5, CASE WHEN $5::timestamptz IS NOT NULL THEN 'OVER'::incident.subject_end END)`,
    [id, organization.id, monitor.id, at, endedAt],
  );
  await addJobs({ id, organization }, 'subject_id', contacts, jobs);
  return { id, organization, monitor, at };
}

/** They want to hear of nothing yet. */
async function contactsOf(organization: Organization): Promise<string[]> {
  const ids: string[] = [];
  for (let left = 3; left > 0; left -= 1) {
    const settings = { delayMinutes: 120, notifyOn: [] };
    ids.push((await organization.addContact({ to: `${newId('req')}@example.com`, settings })).id);
  }
  return ids;
}

async function addJobs(
  { id, organization }: Pick<About, 'id' | 'organization'>,
  column: 'incident_id' | 'subject_id',
  contacts: readonly string[],
  { kind = 'OPENED', state = 'PENDING' }: Jobs,
): Promise<void> {
  await suite.pool.query(
    `INSERT INTO incident.alert_job (organization_id, ${column}, contact_id, channel, kind, number, state, due_at, created_at)
     SELECT $1, $2, contact_id, 'EMAIL', $4::text::incident.alert_kind, 1, $5::text::incident.alert_job_state,
       now() + interval '1 day', now()
     FROM unnest($3::text[]) AS contact_id ORDER BY contact_id DESC`,
    [organization.id, id, contacts, kind, state],
  );
  // The first one moves behind the others.
  await suite.pool.query(
    `UPDATE incident.alert_job SET due_at = due_at + interval '1 s'
     WHERE id = (SELECT min(id) FROM incident.alert_job WHERE about_id = $1)`,
    [id],
  );
}

function inTransaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
  return suite.service.get(IncidentMutations).run(work);
}

async function eraseOrganization({ organization }: About): Promise<void> {
  const { steps } = new IncidentOrganizationData(suite.service.get(ServiceDatabase));
  for (const step of steps) await step(organization.id, 100);
}

/** How many wait for a lock that this connection holds, or for one of those. */
async function waiting(pid: number): Promise<number> {
  const { rows } = await suite.pool.query(
    `WITH RECURSIVE blocked AS (
       SELECT $1::integer AS pid
       UNION
       SELECT activity.pid FROM pg_stat_activity AS activity JOIN blocked
         ON blocked.pid = ANY (pg_blocking_pids(activity.pid))
     )
     SELECT FROM blocked WHERE pid <> $1`,
    [pid],
  );
  return rows.length;
}

const JOBS = 'SELECT id FROM incident.alert_job WHERE about_id = $1 ORDER BY id';

/** Holds the first job as long as `work` goes on. */
async function holdingFirst<T>({ id }: About, work: (holder: PoolClient, pid: number) => Promise<T>): Promise<T> {
  const holder = await suite.pool.connect();
  try {
    await holder.query('BEGIN');
    await holder.query(`${JOBS} LIMIT 1 FOR UPDATE`, [id]);
    const { rows } = await holder.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    return await work(holder, rows[0]?.pid ?? 0);
  } finally {
    await holder.query('COMMIT');
    holder.release();
  }
}

interface Row {
  readonly name: string;
  readonly setUp: () => Promise<About>;
  readonly run: (about: About) => Promise<unknown>;
}

const rows: readonly Row[] = [
  {
    name: 'reminders that are dropped',
    setUp: () => incident({ kind: 'REMINDED' }),
    run: ({ id }) => inTransaction((tx) => suite.service.get(AlertRepository).dropReminders(tx, id)),
  },
  {
    name: 'alerts that a pause withdraws',
    setUp: () => incident({}),
    run: ({ id }) => inTransaction((tx) => suite.service.get(AlertRepository).withdraw(tx, id, new Date())),
  },
  {
    name: 'alerts of an expiry that is over',
    setUp: () => expiry({}, null),
    run: ({ id }) => inTransaction((tx) => suite.service.get(AlertRepository).dropUnsent(tx, id, new Date())),
  },
  {
    name: 'alerts of an expiry that is listed again',
    setUp: () => expiry({ state: 'CANCELLED' }, ago(60)),
    run: ({ organization, monitor, at }) => {
      const listed = { organizationId: organization.id, monitor, expiresAt: at };
      // A page of this monitor alone.
      const page = { expiries: [listed], after: monitor.id.slice(0, -1), last: monitor.id };
      return inTransaction((tx) => suite.service.get(SubjectRepository).syncExpiries(tx, page, new Date()));
    },
  },
  {
    name: 'alerts of a monitor that is deleted',
    setUp: () => incident({}),
    run: ({ organization, monitor }) => organization.forget(monitor.id),
  },
  {
    name: 'incidents that are erased with their monitor',
    setUp: async () => {
      const about = await incident({ state: 'SENT' });
      await about.organization.forget(about.monitor.id);
      return about;
    },
    run: () => suite.service.get(MonitorCopyRepository).eraseIncidents(100),
  },
  {
    name: 'expiries that are erased with their monitor',
    setUp: async () => {
      const about = await expiry({ state: 'SENT' }, null);
      await about.organization.forget(about.monitor.id);
      return about;
    },
    run: () => suite.service.get(MonitorCopyRepository).eraseSubjects(100),
  },
  {
    name: 'expiries that are erased because they are old',
    setUp: () => expiry({ state: 'SENT' }, ago(60)),
    run: () => suite.service.get(SubjectRepository).erase(ago(30), 100),
  },
  {
    name: 'incidents that are erased with their organization',
    setUp: () => incident({}),
    run: eraseOrganization,
  },
  {
    name: 'expiries that are erased with their organization',
    setUp: () => expiry({}, null),
    run: eraseOrganization,
  },
];

describe('alerts are locked in the order of their ids', () => {
  it.each(rows)('$name', async ({ setUp, run }) => {
    const about = await setUp();
    const done = await holdingFirst(about, async (holder, pid) => {
      // Statements of Prisma begin when somebody awaits them.
      const running = Promise.resolve(run(about));
      await waitFor('it to wait', async () => (await waiting(pid)) > 0);
      expect((await holder.query(`${JOBS} FOR UPDATE SKIP LOCKED`, [about.id])).rows).toHaveLength(3);
      return { running };
    });
    await done.running;
    const unsent = `SELECT FROM incident.alert_job WHERE about_id = $1 AND state = 'PENDING'`;
    await waitFor('its end', async () => (await suite.pool.query(unsent, [about.id])).rows.length === 0);
  });
});

/** The first job, as a process holds it that is about to send it. */
async function claimed({ id, organization }: About): Promise<AlertJob> {
  const { rows: found } = await suite.pool.query<{ id: string; contactId: string }>(
    `UPDATE incident.alert_job SET attempts = 1, lease_until = now() + interval '1 min'
     WHERE id = (SELECT min(id) FROM incident.alert_job WHERE about_id = $1)
     RETURNING id::text, contact_id AS "contactId"`,
    [id],
  );
  const [job] = found;
  if (job === undefined) throw new Error('there is no job');
  const now = new Date();
  return {
    ...job,
    organizationId: organization.id,
    aboutId: id,
    isAboutIncident: true,
    channel: 'EMAIL',
    kind: 'OPENED',
    number: 1,
    attempts: 1,
    decidedAt: now,
    dueAt: now,
    inPlaceOf: null,
    contact: { type: 'EMAIL', name: null },
    sealed: null,
    sealedSecret: null,
    digestId: null,
    openedIn: null,
    storm: { toldAt: [], gatherUntil: null, digestId: null },
  };
}

describe('an incident is locked before its alerts, so that its erasure and their outcome do not wait in a circle', () => {
  it.each<{ name: string; note: (job: AlertJob) => Promise<void> }>([
    {
      name: 'that they were sent',
      note: (job) =>
        suite.service.get(AlertOutcomeRepository).sent([{ job, message: 'Told', replaces: null }], new Date()),
    },
    {
      name: 'that they were given up',
      note: (job) => suite.service.get(AlertOutcomeRepository).giveUp([{ job, message: 'Failed' }], '550', new Date()),
    },
    {
      name: 'that they are held',
      note: (job) =>
        suite.service
          .get(AlertStormRepository)
          .hold(job, { until: ahead(60), isFirst: true }, new Map([['OPENED', 'Held']]), new Date()),
    },
  ])('$name', async ({ note }) => {
    const about = await incident({});
    const job = await claimed(about);
    const done = await holdingFirst(about, async (_, pid) => {
      const noted = note(job);
      await waitFor('the outcome to wait', async () => (await waiting(pid)) === 1);
      const erased = eraseOrganization(about);
      await waitFor('the erasure to wait', async () => (await waiting(pid)) === 2);
      return { both: Promise.all([noted, erased]) };
    });
    await done.both;
    expect((await suite.pool.query(JOBS, [about.id])).rows).toEqual([]);
  });
});
