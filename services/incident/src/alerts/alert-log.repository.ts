import { Injectable } from '@nestjs/common';
import type { AlertAnswer, QueryOf } from '@vedette/contract';
import { ServiceDatabase } from '@vedette/service-host';
import { instant } from '../incidents/sql-instant.ts';
import { NOT_TAKEN } from '../messages/masked-address.ts';

export type AlertFilter = Pick<QueryOf<'listAlerts'>, 'incidentId' | 'monitorId' | 'contactId'>;

export interface LoggedAlert {
  /** Its place in the list, which only the cursor tells. */
  readonly position: string;
  readonly alert: AlertAnswer;
  /** `error` of the alert for readers who see masks. */
  readonly maskedError: string | null;
}

/** The alert waits to be told together with others, or was told in such a message. */
const IS_GATHERED = `(job.digest_id IS NOT NULL OR (job.state = 'PENDING' AND job.gather_until IS NOT NULL))`;

/** In a decision to tell, `until` says when the reason to hold the alert ended, which is not shown. */
const HELD_UNTIL = `CASE decision.outcome WHEN 'HELD' THEN decision.until END`;

/**
 * $1 organization, $2 limit, $3 below which id, $4 incident, $5 monitor, $6 contact; the last four may be NULL. A message
 * that was sent although its cancellation was decided meanwhile counts as sent.
 */
const PAGE = `
  SELECT decision.id::text AS position,
    CASE WHEN job.state IN ('PENDING', 'FAILED') AND job.last_error IS NOT NULL
      THEN coalesce(job.masked_error, '${NOT_TAKEN}') END AS "maskedError",
    json_build_object(
    'id', 'al_' || decision.id,
    'subject', coalesce(s.kind::text, 'INCIDENT'),
    'incidentId', decision.incident_id,
    'monitor', json_build_object('id', m.id, 'name', m.name, 'type', m.type),
    'contact', json_build_object('id', contact.id, 'type', contact.type, 'name', contact.name),
    'kind', decision.kind,
    'number', decision.number,
    'state', CASE
      WHEN job.state = 'SENT' THEN 'SENT'
      WHEN decision.outcome <> 'TOLD' THEN decision.outcome::text
      WHEN job.state = 'PENDING' AND job.gather_until IS NOT NULL THEN 'HELD'
      ELSE coalesce(job.state::text, 'SUPPRESSED')
    END,
    'reason', CASE
      WHEN decision.outcome = 'TOLD' AND decision.reason IS NULL AND ${IS_GATHERED} THEN 'STORM'
      WHEN job.state IS DISTINCT FROM 'SENT' OR decision.outcome = 'TOLD' THEN decision.reason::text
    END,
    'parent', CASE WHEN decision.reason = 'PARENT_DOWN' AND parent.id IS NOT NULL
      THEN json_build_object('id', parent.id, 'name', parent.name) END,
    'until', ${instant(`coalesce(CASE job.state WHEN 'PENDING' THEN job.gather_until END, ${HELD_UNTIL})`)},
    'decidedAt', ${instant('decision.decided_at')},
    'sentAt', CASE WHEN job.state = 'SENT' THEN ${instant('job.settled_at')} END,
    'error', CASE WHEN job.state IN ('PENDING', 'FAILED') THEN job.last_error END
  ) AS alert
  FROM incident.alert_decision AS decision
  LEFT JOIN incident.incident AS i ON i.id = decision.incident_id
  LEFT JOIN incident.alert_subject AS s ON s.id = decision.subject_id
  JOIN incident.monitor AS m ON m.id = coalesce(i.monitor_id, s.monitor_id) AND m.forgotten_at IS NULL
  JOIN incident.contact ON contact.id = decision.contact_id
  LEFT JOIN incident.parent_wait AS wait ON wait.incident_id = decision.incident_id
  LEFT JOIN incident.monitor AS parent ON parent.id = wait.parent_id AND parent.forgotten_at IS NULL
  LEFT JOIN incident.alert_job AS job ON job.about_id = decision.about_id
    AND job.contact_id = decision.contact_id AND job.kind = decision.kind AND job.number = decision.number
  WHERE decision.organization_id = $1
    AND ($3::bigint IS NULL OR decision.id < $3::bigint)
    AND ($4::text IS NULL OR decision.incident_id = $4)
    AND ($5::text IS NULL OR m.id = $5)
    AND ($6::text IS NULL OR decision.contact_id = $6)
  ORDER BY decision.id DESC LIMIT $2`;

/** Reads what was decided about each contact. */
@Injectable()
export class AlertLogRepository {
  readonly #pool: ServiceDatabase['pool'];

  constructor({ pool }: ServiceDatabase) {
    this.#pool = pool;
  }

  async page(organizationId: string, limit: number, below: string | null, filter: AlertFilter): Promise<LoggedAlert[]> {
    const { incidentId = null, monitorId = null, contactId = null } = filter;
    const values = [organizationId, limit, below, incidentId, monitorId, contactId];
    return (await this.#pool.query<LoggedAlert>({ text: PAGE, values })).rows;
  }
}
