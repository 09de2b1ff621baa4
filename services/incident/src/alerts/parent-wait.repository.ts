import { Injectable } from '@nestjs/common';
import { sqlPart } from '@vedette/database';
import { ServiceDatabase } from '@vedette/service-host';
import { lockedWaits } from '../alert-locks.repository.ts';
import type { Transaction } from '../mutations.ts';
import { turnUntil, waitUntil, type ParentWait } from './parent-wait.ts';

/** The monitor on which another one depends. */
export interface Parent {
  readonly id: string;
  readonly name: string | null;
  readonly isDown: boolean;
}

export interface StoredWait extends ParentWait {
  readonly parentName: string | null;
}

/** A monitor that alerts wait for. */
export interface WantedCheck {
  readonly monitorId: string;
  readonly organizationId: string;
}

/** A wait of one incident, as it was when somebody asked for its check. */
export interface AskedWait {
  readonly incidentId: string;
  readonly monitorId: string;
  readonly askedAt: Date;
  readonly until: Date;
}

/**
 * The waits of alerts for checks of parents. A transaction that locks incidents does so before it writes a wait, never
 * afterwards.
 */
@Injectable()
export class ParentWaitRepository {
  readonly #sql: ServiceDatabase['sql'];

  constructor({ sql }: ServiceDatabase) {
    this.#sql = sql;
  }

  /** Undefined if the monitor depends on none. */
  async parentOf(tx: Transaction, monitorId: string): Promise<Parent | undefined> {
    const rows = await tx.$queryRaw<Parent[]>`
      SELECT parent.id, parent.name, i.id IS NOT NULL AS "isDown"
      FROM incident.monitor_alerting AS a
      JOIN incident.monitor AS parent ON parent.id = a.parent_id AND parent.forgotten_at IS NULL
      LEFT JOIN incident.incident AS i ON i.monitor_id = a.parent_id AND i.resolved_at IS NULL
      WHERE a.monitor_id = ${monitorId}`;
    return rows[0];
  }

  async find(tx: Transaction, incidentId: string): Promise<StoredWait | undefined> {
    const rows = await tx.$queryRaw<StoredWait[]>`
      SELECT w.until, w.known_at AS "knownAt", parent.name AS "parentName",
        parent.forgotten_at IS NULL AND i.id IS NOT NULL AS "isParentDown"
      FROM incident.parent_wait AS w
      LEFT JOIN incident.monitor AS parent ON parent.id = w.parent_id
      LEFT JOIN incident.incident AS i ON i.monitor_id = w.parent_id AND i.resolved_at IS NULL
      WHERE w.incident_id = ${incidentId}`;
    return rows[0];
  }

  /** Makes the alerts of the incident wait for a check of the parent. */
  async begin(tx: Transaction, incidentId: string, parentId: string, until: Date): Promise<void> {
    await tx.$executeRaw`
      INSERT INTO incident.parent_wait (incident_id, parent_id, checked_id, until)
      VALUES (${incidentId}, ${parentId}, ${parentId}, ${until}::timestamptz)
      ON CONFLICT (incident_id) DO UPDATE SET parent_id = EXCLUDED.parent_id, checked_id = EXCLUDED.checked_id,
        until = EXCLUDED.until, asked_at = NULL, known_at = NULL`;
  }

  async drop(tx: Transaction, incidentId: string): Promise<void> {
    await tx.$executeRaw`DELETE FROM incident.parent_wait WHERE incident_id = ${incidentId}`;
  }

  /** The monitors that depend on this one. */
  async childrenOf(tx: Transaction, parentId: string): Promise<string[]> {
    const rows = await tx.$queryRaw<{ id: string }[]>`
      SELECT monitor_id AS id FROM incident.monitor_alerting WHERE parent_id = ${parentId}`;
    return rows.map(({ id }) => id);
  }

  /** The parent is not down any more: alerts about its children wait until they are checked. Returns how many do. */
  async release(tx: Transaction, parentId: string, children: readonly string[], now: Date): Promise<number> {
    if (children.length === 0) return 0;
    return tx.$executeRaw`
      UPDATE incident.parent_wait AS w
      SET checked_id = i.monitor_id, until = ${turnUntil(now)}::timestamptz, asked_at = NULL, known_at = NULL
      FROM incident.incident AS i
      WHERE i.id = w.incident_id
        AND w.incident_id = ANY (${lockedWaits([parentId], sqlPart`${[...children]}::text[]`)})`;
  }

  /** The monitors that nobody is checking for the alerts that wait, in the order in which the waits end. */
  wanted(
    now: Date,
    { running, full, limit }: { running: readonly string[]; full: readonly string[]; limit: number },
  ): Promise<WantedCheck[]> {
    return this.#sql.$queryRaw<WantedCheck[]>`
      SELECT w.checked_id AS "monitorId", i.organization_id AS "organizationId"
      FROM incident.parent_wait AS w JOIN incident.incident AS i ON i.id = w.incident_id
      WHERE w.known_at IS NULL AND w.asked_at IS NULL AND w.until > ${now}::timestamptz
        AND w.checked_id <> ALL (${[...running]}::text[]) AND i.organization_id <> ALL (${[...full]}::text[])
      GROUP BY w.checked_id, i.organization_id ORDER BY min(w.until) LIMIT ${limit}::integer`;
  }

  /**
   * Notes that a check of this monitor begins; returns the waits that it ends. From now on they last at most as
   * long as a wait for a parent, even if they are claimed again. Replicas share the work.
   */
  claim(monitorId: string, now: Date): Promise<AskedWait[]> {
    return this.#sql.$queryRaw<AskedWait[]>`
      UPDATE incident.parent_wait
      SET asked_at = ${now}::timestamptz, until = least(until, ${waitUntil(now)}::timestamptz)
      WHERE incident_id = ANY (ARRAY(
        SELECT incident_id FROM incident.parent_wait
        WHERE checked_id = ${monitorId} AND known_at IS NULL AND asked_at IS NULL AND until > ${now}::timestamptz
        ORDER BY incident_id FOR UPDATE SKIP LOCKED
      ))
      RETURNING incident_id AS "incidentId", checked_id AS "monitorId", asked_at AS "askedAt", until`;
  }

  /** Lets others ask for the check, because this process got no answer. */
  async giveBack(waits: readonly AskedWait[]): Promise<void> {
    await this.#sql.$executeRaw`
      UPDATE incident.parent_wait SET asked_at = NULL
      WHERE incident_id = ANY (ARRAY(
        SELECT w.incident_id FROM incident.parent_wait AS w
        JOIN unnest(
          ${waits.map(({ incidentId }) => incidentId)}::text[], ${waits.map(({ askedAt }) => askedAt)}::timestamptz[]
        ) AS mine (incident_id, asked_at) USING (incident_id, asked_at)
        WHERE w.known_at IS NULL ORDER BY w.incident_id FOR UPDATE OF w
      ))`;
  }

  /** False if another wait has begun since. */
  async end(tx: Transaction, { incidentId, askedAt }: AskedWait, now: Date): Promise<boolean> {
    const ended = await tx.$executeRaw`
      UPDATE incident.parent_wait SET known_at = ${now}::timestamptz
      WHERE incident_id = ${incidentId} AND asked_at = ${askedAt}::timestamptz AND known_at IS NULL`;
    return ended > 0;
  }

  /** Incidents whose alerts have waited for long enough. Organizations take turns. */
  async due(now: Date, limit: number): Promise<string[]> {
    const rows = await this.#sql.$queryRaw<{ id: string }[]>`
      SELECT w.incident_id AS id
      FROM incident.parent_wait AS w JOIN incident.incident AS i ON i.id = w.incident_id
      WHERE w.known_at IS NULL AND w.until <= ${now}::timestamptz
      ORDER BY row_number() OVER (PARTITION BY i.organization_id ORDER BY w.until), w.until LIMIT ${limit}::integer`;
    return rows.map(({ id }) => id);
  }

  async expire(tx: Transaction, incidentId: string, now: Date): Promise<void> {
    await tx.$executeRaw`
      UPDATE incident.parent_wait SET known_at = until
      WHERE incident_id = ${incidentId} AND known_at IS NULL AND until <= ${now}::timestamptz`;
  }
}
