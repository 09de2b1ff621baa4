import { Injectable } from '@nestjs/common';
import type { ContactType, MonitorType, NotifyOn, QuietHours } from '@vedette/contract';
import { ContactAddresses } from '../incidents/contact-addresses.ts';
import { isAttached, type AttachableMonitor, type Attachment } from '../plans/contact-attachment.ts';
import type { KnownContact } from '../messages/timeline-entry.ts';
import type { Transaction } from '../mutations.ts';
import type { Heard } from '../plans/contact-news.ts';
import type { KnownStep } from '../plans/expiry-plan.ts';
import type { Reach } from '../plans/stand-in.ts';
import type { Recipient } from '../plans/subject-plan.ts';

export interface StoredRecipient extends Recipient {
  readonly contact: KnownContact;
  /** What was decided about openings; of an expiry there are several. */
  readonly steps: readonly KnownStep[];
}

interface RecipientRow extends Heard, Attachment {
  readonly id: string;
  readonly type: ContactType;
  readonly name: string | null;
  readonly sealed: Uint8Array | null;
  readonly notifyOn: readonly NotifyOn[];
  readonly monitorTypes: readonly MonitorType[];
  readonly remindEveryMinutes: number | null;
  readonly delayMinutes: number;
  readonly quietHours: QuietHours | null;
  readonly expiryDays: readonly number[];
  readonly steps: readonly KnownStep[];
  readonly exception: boolean | null;
  readonly isConfirmed: boolean;
  readonly isKnown: boolean;
  readonly isSuppressed: boolean;
  readonly hasUnsent: boolean;
  readonly last: Reach['last'];
  readonly unreachedSince: Date | null;
  readonly isGivenUp: boolean | null;
  readonly hasStoodIn: boolean;
}

/** Reads everything that decides what contacts are told of an incident, a slow period or an expiry. */
@Injectable()
export class RecipientRepository {
  constructor(private readonly addresses: ContactAddresses) {}

  /** All contacts of the organization, the oldest first. Without an id: of an incident that is about to be opened. */
  async ofOrganization(
    tx: Transaction,
    organizationId: string,
    monitor: AttachableMonitor & { readonly id: string },
    aboutId: string | null = null,
  ): Promise<StoredRecipient[]> {
    return (await this.#read(tx, organizationId, monitor.id, aboutId)).map((row) => this.#recipient(row, monitor));
  }

  /** For a stored incident: the contacts that were there when it opened. */
  async ofIncident(
    tx: Transaction,
    organizationId: string,
    monitor: AttachableMonitor & { readonly id: string },
    incidentId: string,
  ): Promise<StoredRecipient[]> {
    const rows = await this.#read(tx, organizationId, monitor.id, incidentId);
    return rows.filter(({ isKnown }) => isKnown).map((row) => this.#recipient(row, monitor));
  }

  /** For a slow period: the contacts that were there when it was first decided about. */
  async ofSubject(
    tx: Transaction,
    organizationId: string,
    monitor: AttachableMonitor & { readonly id: string },
    subjectId: string,
  ): Promise<StoredRecipient[]> {
    const rows = await this.#read(tx, organizationId, monitor.id, subjectId);
    const known = rows.filter(({ isKnown }) => isKnown);
    return (known.length === 0 ? rows : known).map((row) => this.#recipient(row, monitor));
  }

  #read(tx: Transaction, organizationId: string, monitorId: string, aboutId: string | null): Promise<RecipientRow[]> {
    return tx.$queryRaw<RecipientRow[]>`
      SELECT contact.id, contact.type::text, contact.name, contact.sealed,
        contact.notify_on::text[] AS "notifyOn", contact.monitor_types::text[] AS "monitorTypes",
        contact.remind_every_minutes AS "remindEveryMinutes", contact.delay_minutes AS "delayMinutes",
        contact.quiet_hours AS "quietHours", contact.expiry_days AS "expiryDays", contact.baseline_at AS "baselineAt",
        contact.baseline_attached AS "baselineAttached", exception.attached AS exception,
        contact.confirmed_at IS NOT NULL AS "isConfirmed", heard.*,
        EXISTS (
          SELECT FROM incident.alert_job AS job
          WHERE job.about_id = ${aboutId}::text AND job.contact_id = contact.id AND job.state = 'PENDING'
        ) AS "hasUnsent",
        CASE WHEN opening.state = 'FAILED' OR (opening.state = 'PENDING' AND opening.last_error IS NOT NULL)
          THEN opening.created_at END AS "unreachedSince",
        opening.state = 'FAILED' AS "isGivenUp",
        CASE
          WHEN EXISTS (
            SELECT FROM incident.alert_job AS job
            WHERE job.channel = contact.type AND job.organization_id = contact.organization_id
              AND job.contact_id = contact.id AND job.state = 'PENDING' AND job.last_error IS NOT NULL
          ) THEN 'FAILED'
          ELSE (
            SELECT CASE job.state WHEN 'SENT' THEN 'REACHED' ELSE 'FAILED' END FROM incident.alert_job AS job
            WHERE job.contact_id = contact.id AND job.state IN ('SENT', 'FAILED')
            ORDER BY job.settled_at DESC LIMIT 1
          )
        END AS last
      FROM incident.contact
      LEFT JOIN incident.alert_job AS opening
        ON opening.incident_id = ${aboutId}::text AND opening.contact_id = contact.id AND opening.kind = 'OPENED'
      LEFT JOIN incident.contact_monitor AS exception
        ON exception.contact_id = contact.id AND exception.monitor_id = ${monitorId}
      CROSS JOIN LATERAL (
        SELECT count(*) > 0 AS "isKnown",
          coalesce(bool_or(kind = 'OPENED' AND outcome = 'SUPPRESSED'), false) AS "isSuppressed",
          min(decided_at) FILTER (WHERE outcome = 'TOLD' AND kind = 'OPENED') AS "openedAt",
          max(decided_at) FILTER (WHERE outcome = 'TOLD' AND kind IN ('OPENED', 'REMINDED')) AS "lastAt",
          coalesce(max(number) FILTER (WHERE outcome = 'TOLD' AND kind = 'REMINDED'), 0) AS reminders,
          coalesce(bool_or(outcome = 'TOLD' AND kind = 'ACKNOWLEDGED'), false) AS "hasAcknowledgement",
          coalesce(bool_or(outcome = 'TOLD' AND kind = 'RESOLVED'), false) AS "hasEnd",
          coalesce(bool_or(reason = 'STANDS_IN'), false) AS "hasStoodIn",
          coalesce(json_agg(json_build_object('days', number, 'outcome', outcome, 'reason', reason))
            FILTER (WHERE kind = 'OPENED'), '[]') AS steps
        FROM incident.alert_decision AS decision
        WHERE decision.about_id = ${aboutId}::text AND decision.contact_id = contact.id
      ) AS heard
      WHERE contact.organization_id = ${organizationId} AND contact.removed_at IS NULL ORDER BY contact.id`;
  }

  #recipient(row: RecipientRow, monitor: AttachableMonitor): StoredRecipient {
    const { id, type, name, sealed, isSuppressed, hasUnsent, steps } = row;
    const { openedAt, lastAt, reminders, hasAcknowledgement, hasEnd } = row;
    const { last, unreachedSince, isGivenUp, hasStoodIn } = row;
    const unreached = unreachedSince && { since: unreachedSince, isGivenUp: isGivenUp ?? false };
    const { notifyOn, monitorTypes, remindEveryMinutes, delayMinutes, quietHours, expiryDays } = row;
    return {
      id,
      isSuppressed,
      hasUnsent,
      steps,
      contact: { id, type, name, address: this.addresses.open(id, sealed) },
      heard: { openedAt, lastAt, reminders, hasAcknowledgement, hasEnd },
      reach: { last, unreached, hasStoodIn },
      settings: {
        isAttached: isAttached(row, row.exception ?? undefined, monitor),
        isConfirmed: row.isConfirmed,
        notifyOn: {
          degraded: notifyOn.includes('DEGRADED'),
          expiry: notifyOn.includes('EXPIRY'),
          acknowledged: type === 'PAGERDUTY' || notifyOn.includes('ACKNOWLEDGED'),
        },
        monitorTypes: monitorTypes.length === 0 ? null : monitorTypes,
        remindEveryMinutes,
        delayMinutes,
        quietHours,
        expiryDays,
      },
    };
  }
}
