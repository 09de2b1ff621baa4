import { Injectable } from '@nestjs/common';
import type { AlertKind, ContactType } from '@vedette/contract';
import { ServiceDatabase } from '@vedette/service-host';
import { IS_PENDING } from '../alert-locks.repository.ts';
import type { Addressee } from '../messages/contact-label.ts';
import type { Storm } from '../plans/alert-storm.ts';
import type { Claimant, Share } from './alert-shares.ts';

/** A job that this process holds; see AlertLeases. */
export interface LeasedJob {
  readonly id: string;
  /** The id of the incident or of the other subject that it is about. */
  readonly aboutId: string;
  readonly isAboutIncident: boolean;
  readonly kind: AlertKind;
  readonly number: number;
  /** Includes the present attempt. */
  readonly attempts: number;
  readonly decidedAt: Date;
  /** The contact that could not be reached, if this one is told in its place. */
  readonly inPlaceOf: string | null;
}

/** A job with everything that is needed to send it. */
export interface AlertJob extends LeasedJob {
  readonly contactId: string;
  readonly channel: ContactType;
  readonly organizationId: string;
  readonly contact: Omit<Addressee, 'address'>;
  /** The contact's address; null when the contact was removed. */
  readonly sealed: Buffer | null;
  readonly sealedSecret: Buffer | null;
  readonly dueAt: Date;
  /** When something that held it back was over; null if nothing did. */
  readonly heldUntil: Date | null;
  /** The message in which it is told together with others, if that was begun. */
  readonly digestId: string | null;
  /** The message in which the contact was told of the opening, if it told of more than that. */
  readonly openedIn: string | null;
  readonly storm: StoredStorm;
}

export interface StoredStorm extends Storm {
  /** The first message that told several alerts, or the one that grows. */
  readonly digestId: string | null;
}

interface ClaimedRow extends Omit<AlertJob, 'storm'>, Pick<StoredStorm, 'gatherUntil'> {
  readonly toldAt: readonly Date[] | null;
  readonly stormDigestId: string | null;
}

export interface DueAlerts {
  readonly claimants: readonly Claimant[];
  /** By the clock of PostgreSQL. */
  readonly answeredAt: Date;
}

// $1 now, $2 which leases have ended. For each row of `organization`, steps through the contacts of the index, because
// reading all due jobs would be slow: the first due job of every contact to whom nothing is being sent. A contact is told of
// a subject in the order of the jobs. Keys find single jobs: see IS_PENDING.
const FIRST_DUE = `
  waiting AS (
    SELECT channel, organization_id, (
      SELECT job.contact_id FROM incident.alert_job AS job
      WHERE job.channel = organization.channel AND job.organization_id = organization.organization_id
        AND job.state = 'PENDING'
      ORDER BY job.contact_id LIMIT 1
    ) AS contact_id FROM organization
    UNION ALL
    SELECT channel, organization_id, (
      SELECT next.contact_id FROM incident.alert_job AS next
      WHERE next.channel = waiting.channel AND next.organization_id = waiting.organization_id AND next.state = 'PENDING'
        AND next.contact_id > waiting.contact_id
      ORDER BY next.contact_id LIMIT 1
    ) FROM waiting WHERE contact_id IS NOT NULL
  ), first_due AS (
    SELECT waiting.channel, waiting.organization_id, due.id, due.due_at
    FROM waiting
    CROSS JOIN LATERAL (
      SELECT job.id, job.due_at FROM incident.alert_job AS job
      WHERE job.channel = waiting.channel AND job.organization_id = waiting.organization_id AND job.state = 'PENDING'
        AND job.contact_id = waiting.contact_id AND job.due_at <= $1
        AND (
          SELECT earlier.id FROM incident.alert_job AS earlier
          WHERE earlier.about_id = job.about_id AND earlier.contact_id = job.contact_id
            AND earlier.id < job.id AND earlier.state::text = 'PENDING'
          LIMIT 1
        ) IS NULL
      ORDER BY job.due_at, job.id LIMIT 1
    ) AS due
    WHERE waiting.contact_id NOT IN (
      SELECT job.contact_id FROM incident.alert_job AS job WHERE job.lease_until > $2 AND ${IS_PENDING}
    )
  )`;

// $3 channels; $4 and $5 the channels and organizations that are left out. Steps through the organizations of the index.
const DUE = `
  WITH RECURSIVE present AS (
    SELECT channel, (
      SELECT job.organization_id FROM incident.alert_job AS job
      WHERE job.channel = lane.channel AND job.state = 'PENDING' ORDER BY job.organization_id LIMIT 1
    ) AS organization_id FROM unnest($3::text[]::incident.contact_type[]) AS lane (channel)
    UNION ALL
    SELECT channel, (
      SELECT next.organization_id FROM incident.alert_job AS next
      WHERE next.channel = present.channel AND next.state = 'PENDING' AND next.organization_id > present.organization_id
      ORDER BY next.organization_id LIMIT 1
    ) FROM present WHERE organization_id IS NOT NULL
  ), organization AS (
    SELECT * FROM present
    WHERE organization_id IS NOT NULL AND (channel, organization_id) NOT IN (
      SELECT * FROM unnest($4::text[]::incident.contact_type[], $5::text[])
    )
  ), ${FIRST_DUE}
  SELECT now() AS "answeredAt", channel, organization_id AS "organizationId", due, oldest_at AS "oldestAt"
  FROM (VALUES (1)) AS always LEFT JOIN (
    SELECT channel, organization_id, count(*)::integer AS due, min(due_at) AS oldest_at
    FROM first_due GROUP BY channel, organization_id
  ) AS claimant ON true`;

// $3, $4 and $5 the channels and organizations, and how many alerts each of them may send; $6 the milliseconds of a lease.
const CLAIM = `
  WITH RECURSIVE organization AS (
    SELECT * FROM unnest($3::text[]::incident.contact_type[], $4::text[], $5::integer[])
      AS share (channel, organization_id, alerts)
  ), ${FIRST_DUE}, chosen AS (
    SELECT id, row_number() OVER (PARTITION BY channel, organization_id ORDER BY due_at, id) <= alerts AS is_chosen
    FROM first_due JOIN organization USING (channel, organization_id)
  ), claimed AS (
    UPDATE incident.alert_job SET attempts = attempts + 1, lease_until = now() + $6 * interval '1 millisecond'
    WHERE id = ANY (ARRAY(
      SELECT locked.id FROM (SELECT id FROM chosen WHERE is_chosen) AS given CROSS JOIN LATERAL (
        SELECT job.id FROM incident.alert_job AS job
        WHERE job.id = given.id AND ${IS_PENDING} AND (job.lease_until IS NULL OR job.lease_until <= $2)
          AND job.due_at <= $1
        FOR UPDATE SKIP LOCKED
      ) AS locked
    ))
    RETURNING *
  )
  SELECT job.id, job.about_id AS "aboutId", job.incident_id IS NOT NULL AS "isAboutIncident",
    job.contact_id AS "contactId", job.channel, job.kind, job.number, job.attempts,
    job.organization_id AS "organizationId",
    json_build_object('type', contact.type, 'name', contact.name) AS contact, contact.sealed,
    contact.sealed_secret AS "sealedSecret", job.created_at AS "decidedAt", job.due_at AS "dueAt",
    job.digest_id AS "digestId", told.until AS "heldUntil", coalesce(job.in_place_of, told.in_place_of) AS "inPlaceOf",
    (SELECT opening.digest_id FROM incident.alert_job AS opening
     WHERE opening.about_id = job.about_id AND opening.contact_id = job.contact_id
       AND opening.kind = 'OPENED' AND opening.number = 0) AS "openedIn",
    storm.told_at AS "toldAt", storm.gather_until AS "gatherUntil", storm.digest_id AS "stormDigestId"
  FROM claimed AS job
  LEFT JOIN incident.contact AS contact ON contact.id = job.contact_id
  LEFT JOIN incident.alert_storm AS storm ON storm.contact_id = contact.id
  LEFT JOIN LATERAL (
    SELECT decision.until, decision.in_place_of FROM incident.alert_decision AS decision
    WHERE decision.about_id = job.about_id AND decision.contact_id = job.contact_id
      AND decision.kind = job.kind AND decision.number = job.number
    LIMIT 1
  ) AS told ON true`;

// $1 jobs, $2 their attempts, $3 the milliseconds of a lease.
const RENEW = `
  UPDATE incident.alert_job SET lease_until = now() + $3 * interval '1 millisecond'
  WHERE id = ANY (ARRAY(
    SELECT locked.id FROM unnest($1::bigint[], $2::integer[]) AS held (id, attempts) CROSS JOIN LATERAL (
      SELECT job.id FROM incident.alert_job AS job
      WHERE job.id = held.id AND job.attempts = held.attempts AND job.lease_until IS NOT NULL AND ${IS_PENDING}
      FOR UPDATE SKIP LOCKED
    ) AS locked
  ))
  RETURNING id::text`;

/** A row for each organization, or one without any. */
type DueRow = (Claimant | { readonly organizationId: null }) & Pick<DueAlerts, 'answeredAt'>;

/** The alerts that are waiting or being sent, shared by all replicas. */
@Injectable()
export class AlertJobRepository {
  readonly #pool: ServiceDatabase['pool'];

  constructor({ pool }: ServiceDatabase) {
    this.#pool = pool;
  }

  /** True if alerts wait or are being sent, due or not. */
  async areWaiting(): Promise<boolean> {
    const text = `SELECT FROM incident.alert_job WHERE state = 'PENDING' ORDER BY channel LIMIT 1`;
    return (await this.#pool.query({ name: 'look for alerts', text })).rowCount !== 0;
  }

  /** The organizations with due alerts to these channels, except those that are full. Leases until `endedBy` have ended. */
  async due(
    channels: readonly ContactType[],
    full: readonly Pick<Share, 'channel' | 'organizationId'>[],
    now: Date,
    endedBy: Date,
  ): Promise<DueAlerts> {
    const { rows } = await this.#pool.query<DueRow>({
      name: 'due alerts',
      text: DUE,
      values: [
        now,
        endedBy,
        channels,
        full.map(({ channel }) => channel),
        full.map(({ organizationId }) => organizationId),
      ],
    });
    const [first] = rows;
    if (first === undefined) throw new Error('a look for due alerts was answered without a row');
    const claimants = rows.flatMap((row) => (row.organizationId === null ? [] : [row]));
    return { claimants, answeredAt: first.answeredAt };
  }

  /** Leases the oldest due jobs of each share, at most one for each contact. */
  async claim(shares: readonly Share[], now: Date, endedBy: Date, leaseMs: number): Promise<AlertJob[]> {
    const { rows } = await this.#pool.query<ClaimedRow>({
      name: 'claim alerts',
      text: CLAIM,
      values: [
        now,
        endedBy,
        shares.map(({ channel }) => channel),
        shares.map(({ organizationId }) => organizationId),
        shares.map(({ alerts }) => alerts),
        leaseMs,
      ],
    });
    return rows.map(claimedJob);
  }

  /** Returns the ids of the jobs that are still held. A job that somebody has locked just now is not renewed, nor taken. */
  async renew(held: readonly Pick<LeasedJob, 'id' | 'attempts'>[], leaseMs: number): Promise<ReadonlySet<string>> {
    const { rows } = await this.#pool.query<{ id: string }>({
      name: 'renew alerts',
      text: RENEW,
      values: [held.map(({ id }) => id), held.map(({ attempts }) => attempts), leaseMs],
    });
    return new Set(rows.map(({ id }) => id));
  }
}

function claimedJob({ toldAt, gatherUntil, stormDigestId, ...job }: ClaimedRow): AlertJob {
  return { ...job, storm: { toldAt: toldAt ?? [], gatherUntil, digestId: stormDigestId } };
}
