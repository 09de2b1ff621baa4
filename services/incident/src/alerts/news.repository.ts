import { Injectable } from '@nestjs/common';
import { ServiceDatabase } from '@vedette/service-host';
import { IncidentRepository } from '../incidents/incident.repository.ts';
import { AcknowledgementLinks } from '../incidents/acknowledgement-links.ts';
import type { OutageNews } from '../messages/alert-message.ts';
import type { DegradedNews } from '../messages/degraded-message.ts';
import type { AlertNews } from '../messages/news-message.ts';
import { instant } from '../incidents/sql-instant.ts';
import { MonitorChangeRepository } from '../incidents/monitor-change.repository.ts';
import type { AlertJob } from '../jobs/alert-job.repository.ts';

/** $1 incident. How many outages of its monitor began in the last 30 days, besides what the incident does not show. */
const OUTAGE = `
  SELECT i.resolution, i.target, a.runbook_url AS "runbookUrl",
    (SELECT count(*)::integer FROM incident.incident AS recent
     WHERE recent.monitor_id = i.monitor_id AND recent.started_at > now() - interval '30 days') AS "recentOutages"
  FROM incident.incident AS i LEFT JOIN incident.monitor_alerting AS a ON a.monitor_id = i.monitor_id
  WHERE i.id = $1`;

/** $1 subject. */
const SUBJECT = `
  SELECT s.kind, s.target, a.runbook_url AS "runbookUrl", s.cause, s.ended_by AS "endedBy",
    ${instant('s.at')} AS at, ${instant('s.ended_at')} AS "endedAt",
    json_build_object('id', m.id, 'name', m.name, 'type', m.type) AS monitor
  FROM incident.alert_subject AS s JOIN incident.monitor AS m ON m.id = s.monitor_id AND m.forgotten_at IS NULL
  LEFT JOIN incident.monitor_alerting AS a ON a.monitor_id = m.id
  WHERE s.id = $1`;

type OutageRow = Pick<OutageNews, 'resolution' | 'target' | 'runbookUrl' | 'recentOutages'>;

interface SubjectRow extends Pick<DegradedNews, 'monitor' | 'target' | 'runbookUrl' | 'cause' | 'endedAt'> {
  readonly kind: 'DEGRADED' | 'EXPIRY';
  readonly at: string;
  readonly endedBy: DegradedNews['endedBy'] | 'OVER';
}

/** Reads what an alert is written from, as it is when the alert is sent. */
@Injectable()
export class NewsRepository {
  readonly #pool: ServiceDatabase['pool'];

  constructor(
    private readonly incidents: IncidentRepository,
    private readonly changes: MonitorChangeRepository,
    private readonly links: AcknowledgementLinks,
    { pool }: ServiceDatabase,
  ) {
    this.#pool = pool;
  }

  /** Undefined if the monitor was deleted meanwhile. `unreached`: see OutageNews. */
  find(job: AlertJob, unreached: string | null): Promise<AlertNews | undefined> {
    return job.isAboutIncident ? this.#outage(job, unreached) : this.#subject(job);
  }

  async #outage(job: AlertJob, unreached: string | null): Promise<AlertNews | undefined> {
    const { aboutId, organizationId, contactId, kind, decidedAt } = job;
    const [incident, { rows }] = await Promise.all([
      this.incidents.find(organizationId, aboutId),
      this.#pool.query<OutageRow>({ name: 'outage news', text: OUTAGE, values: [aboutId] }),
    ]);
    const [row] = rows;
    if (incident === undefined || row === undefined) return undefined;
    const changes = await this.changes.before(incident.monitor.id, new Date(incident.startedAt));
    const acknowledgeUrl = this.links.urlFor({ incidentId: aboutId, contactId }, decidedAt);
    return { subject: 'INCIDENT', kind, organizationId, incident, unreached, changes, acknowledgeUrl, ...row };
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
