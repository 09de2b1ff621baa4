import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ServiceDatabase } from '@vedette/service-host';
import { waitFor } from '@vedette/test-kit';
import { ago, ahead, ended, newOutage, outageEvent } from '@vedette/test-kit/facts';
import type { AlertJob } from '../src/jobs/alert-job.repository.ts';
import { AlertOutcomeRepository } from '../src/jobs/alert-outcome.repository.ts';
import { AlertStormRepository } from '../src/jobs/alert-storm.repository.ts';
import { AlertRepository } from '../src/alerts/alert.repository.ts';
import { SubjectRepository } from '../src/alerts/subject.repository.ts';
import { MonitorCopyRepository } from '../src/incidents/monitor-copy.repository.ts';
import { IncidentOrganizationData } from '../src/outages/organization-data.repository.ts';
import { OutageService } from '../src/outages/outage.service.ts';
import { JOBS, LockedAlerts, type About } from './support/locked-alerts.ts';
import { startSuite, type Suite } from './support/suite.ts';

/** What is said in the timeline does not matter here. */
const WHAT = { kind: 'TEXT', text: 'Told' } as const;
const FAILURE = { reason: '550', maskedReason: '550' };
const CONTACT = { id: 'ac_1', type: 'EMAIL', name: null, address: 'ops@example.com' } as const;

let suite: Suite;
let alerts: LockedAlerts;

beforeAll(async () => {
  suite = await startSuite();
  alerts = new LockedAlerts(suite);
});

afterAll(() => suite.stop());

async function eraseOrganization({ organization }: About): Promise<void> {
  const { steps } = new IncidentOrganizationData(suite.service.get(ServiceDatabase));
  for (const step of steps) await step(organization.id, 100);
}

/** As the event of the monitor service does it. */
async function pause({ organization, outage }: Pick<About, 'organization' | 'outage'>): Promise<void> {
  if (outage === undefined) throw new Error('the monitor is not down');
  const { message } = outageEvent(organization.id, ended(outage, 'PAUSED'));
  await suite.service.get(OutageService).receive(message);
}

const LEFT = `
  SELECT job.state::text FROM incident.alert_job AS job WHERE job.about_id = ANY ($1)
  UNION ALL SELECT 'INCIDENT' FROM incident.incident WHERE id = ANY ($1)
  UNION ALL SELECT 'SUBJECT' FROM incident.alert_subject WHERE id = ANY ($1)`;

interface Row {
  readonly name: string;
  readonly setUp: () => Promise<About>;
  readonly run: (about: About) => Promise<unknown>;
  /** What becomes of the jobs. */
  readonly jobs: 'cancelled' | 'deleted' | 'deleted before what they are about' | 'deleted with what they are about';
}

const rows: readonly Row[] = [
  {
    name: 'reminders that are dropped',
    setUp: () => alerts.incident({ kind: 'REMINDED' }),
    run: ({ ids: [id = ''] }) => alerts.inTransaction((tx) => suite.service.get(AlertRepository).dropReminders(tx, id)),
    jobs: 'deleted',
  },
  {
    name: 'alerts that a pause withdraws',
    setUp: () => alerts.incident({}),
    run: ({ ids: [id = ''] }) =>
      alerts.inTransaction((tx) => suite.service.get(AlertRepository).withdraw(tx, id, new Date())),
    jobs: 'cancelled',
  },
  {
    name: 'alerts that a pause withdraws, of an outage and of expiries together',
    setUp: () => alerts.mixed(),
    run: pause,
    jobs: 'cancelled',
  },
  {
    name: 'alerts of an expiry that is over',
    setUp: () => alerts.expiry({}, null),
    run: ({ ids: [id = ''] }) =>
      alerts.inTransaction((tx) => suite.service.get(AlertRepository).dropUnsent(tx, id, new Date())),
    jobs: 'cancelled',
  },
  {
    name: 'alerts of an expiry that is listed again',
    setUp: () => alerts.expiry({ state: 'CANCELLED' }, ago(60)),
    run: ({ organization, monitor, at }) => {
      const listed = { organizationId: organization.id, monitor, expiresAt: at };
      // A page of this monitor alone.
      const page = { expiries: [listed], after: monitor.id.slice(0, -1), last: monitor.id };
      return alerts.inTransaction((tx) => suite.service.get(SubjectRepository).syncExpiries(tx, page, new Date()));
    },
    jobs: 'deleted',
  },
  {
    name: 'alerts of a monitor that is deleted',
    setUp: () => alerts.incident({}),
    run: ({ organization, monitor }) => organization.forget(monitor.id),
    jobs: 'deleted before what they are about',
  },
  {
    name: 'incidents that are erased with their monitor',
    setUp: () => alerts.incident({ state: 'SENT' }),
    // From here on the service may erase them at any time, too: it waits for the same job.
    run: async ({ organization, monitor }) => {
      await organization.forget(monitor.id);
      await suite.service.get(MonitorCopyRepository).eraseIncidents(100);
    },
    jobs: 'deleted with what they are about',
  },
  {
    name: 'expiries that are erased with their monitor',
    setUp: () => alerts.expiry({ state: 'SENT' }, null),
    run: async ({ organization, monitor }) => {
      await organization.forget(monitor.id);
      await suite.service.get(MonitorCopyRepository).eraseSubjects(100);
    },
    jobs: 'deleted with what they are about',
  },
  {
    name: 'expiries that are erased because they are old',
    setUp: () => alerts.expiry({ state: 'SENT' }, ago(60)),
    run: () => suite.service.get(SubjectRepository).erase(ago(30), 100),
    jobs: 'deleted with what they are about',
  },
  {
    name: 'incidents that are erased with their organization',
    setUp: () => alerts.incident({}),
    run: eraseOrganization,
    jobs: 'deleted with what they are about',
  },
  {
    name: 'expiries that are erased with their organization',
    setUp: () => alerts.expiry({}, null),
    run: eraseOrganization,
    jobs: 'deleted with what they are about',
  },
];

describe('alerts are locked in the order of their ids', () => {
  it.each(rows)('$name', async ({ setUp, run, jobs }) => {
    const about = await setUp();
    const count = about.ids.length * 3;
    const done = await alerts.holdingFirst(about, async (holder, pid) => {
      const running = run(about);
      await waitFor('it to wait', async () => (await alerts.waiting(pid)) > 0);
      expect((await holder.query(`${JOBS} FOR UPDATE SKIP LOCKED`, [about.ids])).rows).toHaveLength(count);
      return { running };
    });
    await done.running;
    const expected = {
      cancelled: { jobs: Array.from({ length: count }, () => 'CANCELLED'), about: about.ids.length },
      deleted: { jobs: [], about: about.ids.length },
      // The service erases incidents of deleted monitors later, at any time.
      'deleted before what they are about': { jobs: [], about: expect.any(Number) },
      'deleted with what they are about': { jobs: [], about: 0 },
    }[jobs];
    // The service erases, too, and each leaves the other what it has locked.
    if (expected.about === 0) await waitFor('its end', async () => (await left(about)).about === 0);
    expect(await left(about)).toEqual(expected);
  });
});

async function left({ ids }: About): Promise<{ jobs: string[]; about: number }> {
  const { rows: found } = await suite.pool.query<{ state: string }>(LEFT, [ids]);
  const states = found.map(({ state }) => state);
  const jobs = states.filter((state) => state !== 'INCIDENT' && state !== 'SUBJECT');
  return { jobs, about: states.length - jobs.length };
}

describe('what is held back is locked in the order of its ids', () => {
  it.each<{ name: string; run: (about: About, contactId: string) => Promise<unknown> }>([
    { name: 'by a pause', run: pause },
    {
      name: 'by the removal of a contact',
      run: ({ organization }, id) => organization.call('deleteAlertContact', { id }),
    },
  ])('$name', async ({ run }) => {
    const about = await alerts.mixed();
    const [contactId = ''] = about.contacts;
    const held = `SELECT id FROM incident.alert_decision
      WHERE about_id = ANY ($1) AND contact_id = '${contactId}' AND outcome = 'HELD' ORDER BY id`;
    const done = await alerts.holdingFirst(
      about,
      async (holder, pid) => {
        const running = Promise.resolve(run(about, contactId));
        await waitFor('it to wait', async () => (await alerts.waiting(pid)) > 0);
        expect((await holder.query(`${held} FOR UPDATE SKIP LOCKED`, [about.ids])).rows).toHaveLength(3);
        return { running };
      },
      held,
    );
    await done.running;
  });
});

describe('waits for a parent are locked before alerts, as by those who decide about its children', () => {
  it('by a pause of the parent', async () => {
    const about = await alerts.mixed();
    const waits = { ids: [await alerts.waitingChild(about)] };
    const done = await alerts.holdingFirst(
      waits,
      async (holder, pid) => {
        const running = pause(about);
        await waitFor('it to wait', async () => (await alerts.waiting(pid)) > 0);
        expect((await holder.query(`${JOBS} FOR UPDATE SKIP LOCKED`, [about.ids])).rows).toHaveLength(9);
        return { running };
      },
      'SELECT FROM incident.parent_wait WHERE incident_id = ANY ($1)',
    );
    await done.running;
  });
});

describe('a monitor is locked before its incidents, so that a pause and a request about its outage do not wait in a circle', () => {
  it('even if the pause is the first that is heard of the monitor', async () => {
    const [organization, outage] = [suite.organization(), newOutage()];
    // A pause writes to this table after its locks.
    const done = await alerts.holdingTable('monitor_change', async (pid) => {
      const paused = pause({ organization, outage });
      await waitFor('the pause to wait', async () => (await alerts.waiting(pid)) === 1);
      const applied = organization.apply(outage);
      await waitFor('the request to wait for it', async () => (await alerts.waiting(pid)) === 2);
      return { both: Promise.all([paused, applied]) };
    });
    await done.both;
    expect((await organization.get(outage.incidentId)).resolvedAt).not.toBeNull();
  });
});

describe('an incident is locked before its alerts, so that its erasure and their outcome do not wait in a circle', () => {
  it.each<{ name: string; note: (job: AlertJob) => Promise<void> }>([
    {
      name: 'that they were sent',
      note: (job) => suite.service.get(AlertOutcomeRepository).sent([{ job, what: WHAT }], new Date()),
    },
    {
      name: 'that they were given up',
      note: (job) => suite.service.get(AlertOutcomeRepository).giveUp([{ job, what: WHAT }], FAILURE, new Date()),
    },
    {
      name: 'that they are held',
      note: (job) =>
        suite.service.get(AlertStormRepository).hold(job, CONTACT, { until: ahead(60), isFirst: true }, new Date()),
    },
  ])('$name', async ({ note }) => {
    const about = await alerts.incident({});
    const job = await alerts.claimed(about);
    const done = await alerts.holdingFirst(about, async (_, pid) => {
      const noted = note(job);
      await waitFor('the outcome to wait', async () => (await alerts.waiting(pid)) === 1);
      const erased = eraseOrganization(about);
      await waitFor('the erasure to wait', async () => (await alerts.waiting(pid)) === 2);
      return { both: Promise.all([noted, erased]) };
    });
    await done.both;
    expect((await suite.pool.query(JOBS, [about.ids])).rows).toEqual([]);
  });
});

describe('the outcome of a message about an expiry and an outage locks the incident before the first alert', () => {
  it.each<{ name: string; note: (jobs: readonly AlertJob[]) => Promise<void> }>([
    {
      name: 'that it was sent',
      note: (jobs) => {
        const sent = jobs.map((job) => ({ job, what: WHAT }));
        return suite.service.get(AlertOutcomeRepository).sent(sent, new Date());
      },
    },
    {
      name: 'that it was given up',
      note: (jobs) => {
        const failed = jobs.map((job) => ({ job, what: WHAT }));
        return suite.service.get(AlertOutcomeRepository).giveUp(failed, FAILURE, new Date());
      },
    },
  ])('$name', async ({ note }) => {
    const about = await alerts.mixed();
    const [expiry = '', incident = ''] = about.ids;
    const jobs = [
      { ...(await alerts.claimed({ ...about, ids: [expiry] })), isAboutIncident: false },
      await alerts.claimed({ ...about, ids: [incident] }),
    ];
    const done = await alerts.holdingFirst(
      { ids: [incident] },
      async (holder, pid) => {
        const noted = note(jobs);
        await waitFor('the outcome to wait', async () => (await alerts.waiting(pid)) > 0);
        expect((await holder.query(`${JOBS} FOR UPDATE SKIP LOCKED`, [about.ids])).rows).toHaveLength(9);
        return { noted };
      },
      'SELECT FROM incident.incident WHERE id = ANY ($1)',
    );
    await done.noted;
  });
});
