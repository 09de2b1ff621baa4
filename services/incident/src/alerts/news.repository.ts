import { Injectable } from '@nestjs/common';
import { ServiceDatabase } from '@vedette/service-host';
import { ONE_INCIDENT } from '../incidents/incident.repository.ts';
import { AcknowledgementLinks } from '../incidents/acknowledgement-links.ts';
import type { KnownContact } from '../messages/timeline-entry.ts';
import type { GatheredNews } from '../messages/storm-message.ts';
import { ContactAddresses } from '../incidents/contact-addresses.ts';
import type { OutageNews } from '../messages/alert-message.ts';
import type { DegradedNews } from '../messages/degraded-message.ts';
import type { AlertNews } from '../messages/news-message.ts';
import { instant } from '../incidents/sql-instant.ts';
import type { AlertJob, LeasedJob } from '../jobs/alert-job.repository.ts';
import { CHANGES_WITHIN_MS } from '../messages/monitor-changes.ts';

/** More than an alert shows. */
const MOST_CHANGES = 100;

/**
 * $1 organization, $2 incident. `recentOutages` began in the last 30 days; `changes` may have caused this one, the newest
 * first.
 */
const OUTAGE = `
  SELECT (${ONE_INCIDENT}) AS incident, i.resolution, i.target, a.runbook_url AS "runbookUrl",
    (SELECT count(*)::integer FROM incident.incident AS recent
     WHERE recent.monitor_id = i.monitor_id AND recent.started_at > now() - interval '30 days') AS "recentOutages",
    ARRAY(
      SELECT json_build_object('at', ${instant('change.at')}, 'kind', change.kind, 'fields', change.fields)
      FROM incident.monitor_change AS change
      WHERE change.monitor_id = i.monitor_id AND change.at <= i.started_at
        AND change.at > i.started_at - ${CHANGES_WITHIN_MS} * interval '1 millisecond'
      ORDER BY change.at DESC, change.id DESC LIMIT ${MOST_CHANGES}
    ) AS changes
  FROM incident.incident AS i LEFT JOIN incident.monitor_alerting AS a ON a.monitor_id = i.monitor_id
  WHERE i.organization_id = $1 AND i.id = $2`;

/** $1 subject. */
const SUBJECT = `
  SELECT s.kind, s.target, a.runbook_url AS "runbookUrl", s.cause, s.ended_by AS "endedBy",
    ${instant('s.at')} AS at, ${instant('s.ended_at')} AS "endedAt",
    json_build_object('id', m.id, 'name', m.name, 'type', m.type) AS monitor
  FROM incident.alert_subject AS s JOIN incident.monitor AS m ON m.id = s.monitor_id AND m.forgotten_at IS NULL
  LEFT JOIN incident.monitor_alerting AS a ON a.monitor_id = m.id
  WHERE s.id = $1`;

/** $1 message, $2 contact. Cancelled alerts are left out; what a growing message has told stays in it. */
const DIGEST = `
  SELECT job.about_id AS "aboutId", coalesce(s.kind::text, 'INCIDENT') AS subject, job.kinds, job.decided_at AS "decidedAt",
    job.jobs,
    json_build_object('id', m.id, 'name', m.name, 'type', m.type) AS monitor,
    ${instant('coalesce(i.started_at, s.at)')} AS at, ${instant('coalesce(i.resolved_at, s.ended_at)')} AS "endedAt",
    coalesce(i.resolution::text, s.ended_by::text) AS "endedBy",
    i.acknowledged_at IS NOT NULL AS "isAcknowledged", coalesce(i.cause, s.cause) AS cause,
    alerting.runbook_url AS "runbookUrl"
  FROM (
    SELECT about_id, incident_id, subject_id, array_agg(kind::text ORDER BY id) AS kinds, min(created_at) AS decided_at,
      json_agg(json_build_object('id', id::text, 'aboutId', about_id, 'inPlaceOf', in_place_of) ORDER BY id) AS jobs
    FROM incident.alert_job WHERE digest_id = $1 AND contact_id = $2 AND state IN ('PENDING', 'SENT')
    GROUP BY about_id, incident_id, subject_id
  ) AS job
  LEFT JOIN incident.incident AS i ON i.id = job.incident_id
  LEFT JOIN incident.alert_subject AS s ON s.id = job.subject_id
  JOIN incident.monitor AS m ON m.id = coalesce(i.monitor_id, s.monitor_id) AND m.forgotten_at IS NULL
  LEFT JOIN incident.monitor_alerting AS alerting ON alerting.monitor_id = m.id`;

interface OutageRow extends Pick<OutageNews, 'resolution' | 'target' | 'runbookUrl' | 'recentOutages' | 'changes'> {
  /** Null if its monitor was deleted. */
  readonly incident: OutageNews['incident'] | null;
}

interface SubjectRow extends Pick<DegradedNews, 'monitor' | 'target' | 'runbookUrl' | 'cause' | 'endedAt'> {
  readonly kind: 'DEGRADED' | 'EXPIRY';
  readonly at: string;
  readonly endedBy: DegradedNews['endedBy'] | 'OVER';
}

/** A job, and in whose place it tells a contact. */
type StandingJob = Pick<LeasedJob, 'id' | 'aboutId' | 'inPlaceOf'>;

/** What the contact is told of one thing, and by which jobs. */
export interface DigestNews extends Omit<GatheredNews, 'unreached'> {
  readonly jobs: readonly StandingJob[];
}

interface DigestRow extends Omit<DigestNews, 'acknowledgeUrl'> {
  readonly decidedAt: Date;
}

/** A contact in whose place another one is told, and why its last attempt failed. */
export type Unreached = KnownContact & { readonly error: string | null };

interface UnreachedRow extends Omit<Unreached, 'address'> {
  readonly job: string;
  readonly sealed: Buffer | null;
}

/** Reads what alerts are written from, as it is when they are sent. */
@Injectable()
export class NewsRepository {
  readonly #pool: ServiceDatabase['pool'];

  constructor(
    private readonly links: AcknowledgementLinks,
    private readonly addresses: ContactAddresses,
    { pool }: ServiceDatabase,
  ) {
    this.#pool = pool;
  }

  /** Undefined if the monitor was deleted meanwhile. `unreached`: see OutageNews. */
  find(job: AlertJob, unreached: string | null): Promise<AlertNews | undefined> {
    return job.isAboutIncident ? this.#outage(job, unreached) : this.#subject(job);
  }

  /** Of what is told in one message. */
  async inDigest(digestId: string, contactId: string): Promise<DigestNews[]> {
    const values = [digestId, contactId];
    const { rows } = await this.#pool.query<DigestRow>({ name: 'digest news', text: DIGEST, values });
    return rows.map(({ decidedAt, ...news }) => {
      const right = news.subject === 'INCIDENT' ? { incidentId: news.aboutId, contactId } : null;
      return Object.assign(news, { acknowledgeUrl: right && this.links.urlFor(right, decidedAt) });
    });
  }

  /** The contacts in whose place these jobs tell another one, by the id of the job. */
  async unreached(jobs: readonly StandingJob[]): Promise<Map<string, Unreached>> {
    const standing = jobs.filter(({ inPlaceOf }) => inPlaceOf !== null);
    if (standing.length === 0) return new Map();
    const { rows } = await this.#pool.query<UnreachedRow>({
      name: 'unreached contacts',
      text: `
        SELECT given.job, contact.id, contact.type, contact.name, contact.sealed, job.last_error AS error
        FROM unnest($1::text[], $2::text[], $3::text[]) AS given (job, incident_id, contact_id)
        JOIN incident.contact ON contact.id = given.contact_id
        LEFT JOIN incident.alert_job AS job
          ON job.incident_id = given.incident_id AND job.contact_id = contact.id AND job.kind = 'OPENED'`,
      values: [
        standing.map(({ id }) => id),
        standing.map(({ aboutId }) => aboutId),
        standing.map(({ inPlaceOf }) => inPlaceOf),
      ],
    });
    return new Map(
      rows.map(({ job, sealed, ...contact }) => [
        job,
        { ...contact, address: this.addresses.open(contact.id, sealed) },
      ]),
    );
  }

  async #outage(job: AlertJob, unreached: string | null): Promise<AlertNews | undefined> {
    const { aboutId, organizationId, contactId, kind, decidedAt } = job;
    const values = [organizationId, aboutId];
    const { rows } = await this.#pool.query<OutageRow>({ name: 'outage news', text: OUTAGE, values });
    const [row] = rows;
    const incident = row?.incident ?? null;
    if (row === undefined || incident === null) return undefined;
    const acknowledgeUrl = this.links.urlFor({ incidentId: aboutId, contactId }, decidedAt);
    return { ...row, subject: 'INCIDENT', kind, organizationId, incident, unreached, acknowledgeUrl };
  }

  async #subject({ aboutId, organizationId, kind, number }: AlertJob): Promise<AlertNews | undefined> {
    const { rows } = await this.#pool.query<SubjectRow>({ name: 'subject news', text: SUBJECT, values: [aboutId] });
    const [row] = rows;
    if (row === undefined) return undefined;
    const { kind: subject, monitor, target, runbookUrl, at, cause, endedAt, endedBy } = row;
    const common = { kind, organizationId, monitor, target, runbookUrl };
    if (subject === 'EXPIRY') return { ...common, subject, expiresAt: at, days: number };
    return { ...common, subject, startedAt: at, endedAt, endedBy: endedBy === 'OVER' ? null : endedBy, cause };
  }
}
