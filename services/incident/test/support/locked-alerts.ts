import { newId, type AlertKind, type KnownExpiry, type OutageFact } from '@vedette/contract';
import { ahead, newOutage } from '@vedette/test-kit/facts';
import type { PoolClient } from 'pg';
import type { AlertJob } from '../../src/jobs/alert-job.repository.ts';
import { MonitorCopyRepository } from '../../src/incidents/monitor-copy.repository.ts';
import { IncidentMutations, type Transaction } from '../../src/mutations.ts';
import type { Organization } from './organization.ts';
import type { Suite } from './suite.ts';

/** What three contacts have jobs about. Neither their contacts nor their places in the table are in the order of ids. */
export interface About {
  /** Of incidents and other subjects. */
  readonly ids: readonly string[];
  readonly organization: Organization;
  readonly monitor: KnownExpiry['monitor'];
  readonly at: string;
  readonly contacts: readonly string[];
  /** If it is down. */
  readonly outage?: OutageFact;
}

export interface Jobs {
  readonly kind?: AlertKind;
  readonly state?: 'PENDING' | 'SENT' | 'CANCELLED';
}

export const JOBS = 'SELECT id FROM incident.alert_job WHERE about_id = ANY ($1) ORDER BY id';

export class LockedAlerts {
  readonly #suite: Suite;

  constructor(suite: Suite) {
    this.#suite = suite;
  }

  async incident(jobs: Jobs): Promise<About> {
    const organization = this.#suite.organization();
    const contacts = await this.#contactsOf(organization);
    const { incidentId, monitor, startedAt } = await this.#down(organization, newOutage());
    const about = { ids: [incidentId], organization, monitor, at: startedAt, contacts };
    await this.#addJobs(incidentId, 'incident_id', about, jobs);
    return about;
  }

  async expiry(jobs: Jobs, endedAt: Date | null): Promise<About> {
    const organization = this.#suite.organization();
    const contacts = await this.#contactsOf(organization);
    const { monitor } = newOutage();
    const { id, at } = await this.#expiring(organization, monitor, endedAt, 1);
    const about = { ids: [id], organization, monitor, at, contacts };
    await this.#addJobs(id, 'subject_id', about, jobs);
    return about;
  }

  /**
   * An outage and two expiries of one monitor. The jobs and the decisions about the outage are neither the first nor the
   * last ones.
   */
  async mixed(): Promise<About> {
    const organization = this.#suite.organization();
    const contacts = await this.#contactsOf(organization);
    const outage = await this.#down(organization, newOutage());
    const { incidentId, monitor } = outage;
    const first = await this.#expiring(organization, monitor, null, 2);
    const last = await this.#expiring(organization, monitor, null, 1);
    const about = { ids: [first.id, incidentId, last.id], organization, monitor, at: first.at, contacts, outage };
    for (const id of about.ids) {
      await this.#addJobs(id, id === incidentId ? 'incident_id' : 'subject_id', about, {});
      await this.#holdBack(id, id === incidentId ? 'incident_id' : 'subject_id', about);
    }
    // The first ones move behind the others.
    await this.#suite.pool.query('UPDATE incident.alert_decision SET until = now() WHERE about_id = $1', [first.id]);
    return about;
  }

  /** An outage of a monitor that depends on this one: its alerts wait, and nobody else will end the wait. */
  async waitingChild({ organization, monitor }: About): Promise<string> {
    const child = await this.#down(organization, newOutage());
    await this.#suite.pool.query('INSERT INTO incident.monitor_alerting (monitor_id, parent_id) VALUES ($1, $2)', [
      child.monitor.id,
      monitor.id,
    ]);
    await this.#suite.pool.query(
      `INSERT INTO incident.parent_wait (incident_id, parent_id, checked_id, until, asked_at)
       VALUES ($1, $2, $2, now() + interval '1 day', now())`,
      [child.incidentId, monitor.id],
    );
    return child.incidentId;
  }

  inTransaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#suite.service.get(IncidentMutations).run(work);
  }

  /** How many wait for a lock that this connection holds, or for one of those. */
  async waiting(pid: number): Promise<number> {
    const { rows } = await this.#suite.pool.query(
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

  /** Holds the first row of the query as long as `work` goes on. */
  holdingFirst<T>(
    { ids }: Pick<About, 'ids'>,
    work: (holder: PoolClient, pid: number) => Promise<T>,
    query = JOBS,
  ): Promise<T> {
    return this.#holding(`${query} LIMIT 1 FOR UPDATE`, [ids], work);
  }

  /** Lets nobody write to the table as long as `work` goes on. */
  holdingTable<T>(name: string, work: (pid: number) => Promise<T>): Promise<T> {
    return this.#holding(`LOCK TABLE incident.${name} IN EXCLUSIVE MODE`, [], (_, pid) => work(pid));
  }

  async #holding<T>(
    locking: string,
    values: readonly unknown[],
    work: (holder: PoolClient, pid: number) => Promise<T>,
  ): Promise<T> {
    const holder = await this.#suite.pool.connect();
    try {
      await holder.query('BEGIN');
      await holder.query(locking, [...values]);
      const { rows } = await holder.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      return await work(holder, rows[0]?.pid ?? 0);
    } finally {
      await holder.query('COMMIT');
      holder.release();
    }
  }

  /** The first job, or one behind it, as a process holds it that is about to send it. */
  async claimed({ ids: [id = ''], organization }: About, behind = 0): Promise<AlertJob> {
    const { rows: found } = await this.#suite.pool.query<{ id: string; contactId: string }>(
      `UPDATE incident.alert_job SET attempts = 1, lease_until = now() + interval '1 min'
       WHERE id = (SELECT id FROM incident.alert_job WHERE about_id = $1 ORDER BY id OFFSET $2 LIMIT 1)
       RETURNING id::text, contact_id AS "contactId"`,
      [id, behind],
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
      heldUntil: null,
      inPlaceOf: null,
      contact: { type: 'EMAIL', name: null },
      sealed: null,
      sealedSecret: null,
      digestId: null,
      openedIn: null,
      storm: { toldAt: [], gatherUntil: null, digestId: null },
    };
  }

  /** They want to hear of nothing yet. */
  async #contactsOf(organization: Organization): Promise<string[]> {
    const ids: string[] = [];
    for (let left = 3; left > 0; left -= 1) {
      const settings = { delayMinutes: 120, notifyOn: [] };
      ids.push((await organization.addContact({ to: `${newId('req')}@example.com`, settings })).id);
    }
    return ids;
  }

  async #down(organization: Organization, outage: OutageFact): Promise<OutageFact> {
    await organization.apply(outage);
    return outage;
  }

  async #expiring(
    organization: Organization,
    monitor: About['monitor'],
    endedAt: Date | null,
    days: number,
  ): Promise<{ id: string; at: string }> {
    const [id, at] = [newId('sub'), ahead(days * 86_400).toISOString()];
    await this.inTransaction((tx) => this.#suite.service.get(MonitorCopyRepository).lock(tx, organization.id, monitor));
    await this.#suite.pool.query(
      `INSERT INTO incident.alert_subject (id, organization_id, monitor_id, kind, at, ended_at, ended_by)
       VALUES ($1, $2, $3, 'EXPIRY', $4, $5, CASE WHEN $5::timestamptz IS NOT NULL THEN 'OVER'::incident.subject_end END)`,
      [id, organization.id, monitor.id, at, endedAt],
    );
    return { id, at };
  }

  async #addJobs(
    id: string,
    column: 'incident_id' | 'subject_id',
    { organization, contacts }: About,
    { kind = 'OPENED', state = 'PENDING' }: Jobs,
  ): Promise<void> {
    await this.#suite.pool.query(
      `INSERT INTO incident.alert_job (organization_id, ${column}, contact_id, channel, kind, number, state, due_at, created_at)
       SELECT $1, $2, contact_id, 'EMAIL', $4::text::incident.alert_kind, 1, $5::text::incident.alert_job_state,
         now() + interval '1 day', now()
       FROM unnest($3::text[]) AS contact_id ORDER BY contact_id DESC`,
      [organization.id, id, contacts, kind, state],
    );
    // The first one moves behind the others.
    await this.#suite.pool.query(
      `UPDATE incident.alert_job SET due_at = due_at + interval '1 s'
       WHERE id = (SELECT min(id) FROM incident.alert_job WHERE about_id = $1)`,
      [id],
    );
  }

  /** In place of what was decided about it. */
  async #holdBack(id: string, column: 'incident_id' | 'subject_id', { organization, contacts }: About): Promise<void> {
    await this.#suite.pool.query('DELETE FROM incident.alert_decision WHERE about_id = $1', [id]);
    await this.#suite.pool.query(
      `INSERT INTO incident.alert_decision
         (organization_id, ${column}, contact_id, kind, number, outcome, reason, until, decided_at)
       SELECT $1, $2, contact_id, 'OPENED', 1, 'HELD', 'DELAY', now() + interval '1 day', now()
       FROM unnest($3::text[]) AS contact_id`,
      [organization.id, id, contacts],
    );
  }
}
