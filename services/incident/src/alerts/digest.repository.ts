import { Injectable } from '@nestjs/common';
import { ServiceDatabase } from '@vedette/service-host';
import { AcknowledgementLinks } from '../incidents/acknowledgement-links.ts';
import type { GatheredNews } from '../messages/storm-message.ts';
import { instant } from '../incidents/sql-instant.ts';
import type { StandingJob } from '../jobs/alert-outcome.repository.ts';

/** $1 message, $2 contact. What is cancelled meanwhile is not told; what was told before stays in a message that grows. */
const NEWS = `
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

/** What the contact is told of one thing, and by which jobs. */
export interface DigestNews extends Omit<GatheredNews, 'unreached'> {
  readonly jobs: readonly StandingJob[];
}

interface NewsRow extends Omit<DigestNews, 'acknowledgeUrl'> {
  readonly decidedAt: Date;
}

/** Reads what a message that tells several alerts is written from, as it is when the message is sent. */
@Injectable()
export class DigestRepository {
  readonly #pool: ServiceDatabase['pool'];

  constructor(
    private readonly links: AcknowledgementLinks,
    { pool }: ServiceDatabase,
  ) {
    this.#pool = pool;
  }

  async newsIn(digestId: string, contactId: string): Promise<DigestNews[]> {
    const values = [digestId, contactId];
    const { rows } = await this.#pool.query<NewsRow>({ name: 'digest news', text: NEWS, values });
    return rows.map(({ decidedAt, ...news }) => {
      const right = news.subject === 'INCIDENT' ? { incidentId: news.aboutId, contactId } : null;
      return Object.assign(news, { acknowledgeUrl: right && this.links.urlFor(right, decidedAt) });
    });
  }
}
