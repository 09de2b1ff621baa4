import { Injectable } from '@nestjs/common';
import type { AlertKind, ContactType } from '@vedette/contract';
import { ServiceDatabase } from '@vedette/service-host';
import { IS_PENDING } from '../alert-locks.repository.ts';
import type { Addressee } from '../messages/alert-timeline.ts';
import type { Storm } from '../plans/alert-storm.ts';

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

export interface Claim {
  readonly jobs: readonly AlertJob[];
  /** Since when an alert has been due that was not claimed, although only a free place was missing; null if none was. */
  readonly placelessSince: Date | null;
  /** By the clock of PostgreSQL. */
  readonly answeredAt: Date;
}

/** The places of a channel. */
export interface LanePlaces {
  readonly channel: ContactType;
  readonly free: number;
  /** The most places that one organization may take. */
  readonly share: number;
  /** How many places organizations have taken. */
  readonly taken: ReadonlyMap<string, number>;
}

// $1 channels, $2 their free places, $3 the most places that one organization may take; $4, $5 and $6 the channels,
// organizations and numbers of alerts under way; $7 now, $8 which leases have ended, $9 the milliseconds of a lease.
// A contact is told of a subject in the order of the jobs, one message at a time. Organizations take turns: the query steps
// through them and their contacts in the index, because reading all due jobs would be slow. Keys find single jobs: see IS_PENDING.
const CLAIM = `
  WITH RECURSIVE lane AS (
    SELECT * FROM unnest($1::text[]::incident.contact_type[], $2::integer[], $3::integer[]) AS lane (channel, free, share)
  ), under_way AS (
    SELECT * FROM unnest($4::text[]::incident.contact_type[], $5::text[], $6::integer[])
      AS under_way (channel, organization_id, taken)
  ), present AS (
    SELECT lane.channel, (
      SELECT job.organization_id FROM incident.alert_job AS job
      WHERE job.channel = lane.channel AND job.state = 'PENDING' ORDER BY job.organization_id LIMIT 1
    ) AS organization_id FROM lane
    UNION ALL
    SELECT present.channel, (
      SELECT next.organization_id FROM incident.alert_job AS next
      WHERE next.channel = present.channel AND next.state = 'PENDING' AND next.organization_id > present.organization_id
      ORDER BY next.organization_id LIMIT 1
    ) FROM present WHERE present.organization_id IS NOT NULL
  ), allowed AS (
    SELECT channel, organization_id, lane.free, lane.share - coalesce(under_way.taken, 0) AS places
    FROM present JOIN lane USING (channel) LEFT JOIN under_way USING (channel, organization_id)
    WHERE present.organization_id IS NOT NULL AND lane.share > coalesce(under_way.taken, 0)
  ), waiting AS (
    SELECT allowed.*, (
      SELECT job.contact_id FROM incident.alert_job AS job
      WHERE job.channel = allowed.channel AND job.organization_id = allowed.organization_id AND job.state = 'PENDING'
      ORDER BY job.contact_id LIMIT 1
    ) AS contact_id FROM allowed
    UNION ALL
    SELECT waiting.channel, waiting.organization_id, waiting.free, waiting.places, (
      SELECT next.contact_id FROM incident.alert_job AS next
      WHERE next.channel = waiting.channel AND next.organization_id = waiting.organization_id AND next.state = 'PENDING'
        AND next.contact_id > waiting.contact_id
      ORDER BY next.contact_id LIMIT 1
    ) FROM waiting WHERE waiting.contact_id IS NOT NULL
  ), first_due AS (
    SELECT due.id, due.due_at, waiting.channel, waiting.free, waiting.places,
      row_number() OVER (PARTITION BY waiting.channel, waiting.organization_id ORDER BY due.due_at, due.id) AS turn
    FROM waiting
    CROSS JOIN LATERAL (
      SELECT job.id, job.due_at FROM incident.alert_job AS job
      WHERE job.channel = waiting.channel AND job.organization_id = waiting.organization_id AND job.state = 'PENDING'
        AND job.contact_id = waiting.contact_id AND job.due_at <= $7
        AND (
          SELECT earlier.id FROM incident.alert_job AS earlier
          WHERE earlier.about_id = job.about_id AND earlier.contact_id = job.contact_id
            AND earlier.id < job.id AND earlier.state::text = 'PENDING'
          LIMIT 1
        ) IS NULL
      ORDER BY job.due_at, job.id LIMIT 1
    ) AS due
    WHERE waiting.contact_id NOT IN (
      SELECT job.contact_id FROM incident.alert_job AS job WHERE job.lease_until > $8 AND ${IS_PENDING}
    )
  ), chosen AS (
    SELECT id, due_at, free, row_number() OVER (PARTITION BY channel ORDER BY turn, due_at, id) AS place
    FROM first_due WHERE turn <= places
  ), claimed AS (
    UPDATE incident.alert_job SET attempts = attempts + 1, lease_until = now() + $9 * interval '1 millisecond'
    WHERE id = ANY (ARRAY(
      SELECT locked.id FROM (SELECT id FROM chosen WHERE place <= free) AS given CROSS JOIN LATERAL (
        SELECT job.id FROM incident.alert_job AS job
        WHERE job.id = given.id AND ${IS_PENDING} AND (job.lease_until IS NULL OR job.lease_until <= $8)
          AND job.due_at <= $7
        FOR UPDATE SKIP LOCKED
      ) AS locked
    ))
    RETURNING *
  )
  SELECT (SELECT min(due_at) FROM chosen WHERE place > free) AS "placelessSince", now() AS "answeredAt",
    job.id, job.about_id AS "aboutId", job.incident_id IS NOT NULL AS "isAboutIncident",
    job.contact_id AS "contactId", job.channel, job.kind, job.number, job.attempts,
    job.organization_id AS "organizationId",
    json_build_object('type', contact.type, 'name', contact.name) AS contact, contact.sealed,
    contact.sealed_secret AS "sealedSecret", job.created_at AS "decidedAt", job.due_at AS "dueAt",
    job.digest_id AS "digestId", told.until AS "heldUntil", coalesce(job.in_place_of, told.in_place_of) AS "inPlaceOf",
    (SELECT opening.digest_id FROM incident.alert_job AS opening
     WHERE opening.about_id = job.about_id AND opening.contact_id = job.contact_id
       AND opening.kind = 'OPENED' AND opening.number = 0) AS "openedIn",
    storm.told_at AS "toldAt", storm.gather_until AS "gatherUntil", storm.digest_id AS "stormDigestId"
  FROM (VALUES (1)) AS always LEFT JOIN claimed AS job ON true
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

/** A row for each claimed job, or one without a job. */
type ClaimRow = (ClaimedRow | { readonly id: null }) & Pick<Claim, 'placelessSince' | 'answeredAt'>;

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

  /** Leases due jobs, at most one for each contact. Leases until `endedBy` have ended. */
  async claim(lanes: readonly LanePlaces[], now: Date, endedBy: Date, leaseMs: number): Promise<Claim> {
    const underWay = lanes.flatMap(({ channel, taken }) =>
      [...taken].map(([organizationId, count]) => ({ channel, organizationId, count })),
    );
    const { rows } = await this.#pool.query<ClaimRow>({
      name: 'claim alerts',
      text: CLAIM,
      values: [
        lanes.map(({ channel }) => channel),
        lanes.map(({ free }) => free),
        lanes.map(({ share }) => share),
        underWay.map(({ channel }) => channel),
        underWay.map(({ organizationId }) => organizationId),
        underWay.map(({ count }) => count),
        now,
        endedBy,
        leaseMs,
      ],
    });
    const jobs = rows.flatMap((row) => (row.id === null ? [] : [claimedJob(row)]));
    const [first] = rows;
    if (first === undefined) throw new Error('a claim of alerts was answered without a row');
    const { placelessSince, answeredAt } = first;
    return { jobs, placelessSince, answeredAt };
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
