import { sqlPart, type SqlPart, type TaggedSql } from '@vedette/database';

// The one order of locks, in which nobody waits in a circle: monitors and contacts, incidents, other subjects, waits for
// parents, alert jobs, decisions, storms; rows of one table in the order of their ids.
//
// Foreign keys refer to monitors, contacts, incidents and subjects. Whoever changes several of these rows locks them by a
// statement of its own first. A statement that has waited for a lock still finds the version from before the wait: to
// change that one, it would wait for whoever waits there for the version that it has locked.

/** The ids of these alert jobs, as an array. */
export function lockedJobs(which: SqlPart): SqlPart {
  return sqlPart`ARRAY(SELECT id FROM incident.alert_job WHERE ${which} ORDER BY id FOR UPDATE)`;
}

/** The ongoing incidents of these monitors whose alerts wait for one of these parents, as an array of ids. */
export function lockedWaits(parentIds: readonly string[], children: SqlPart): SqlPart {
  return sqlPart`ARRAY(
    SELECT held.incident_id FROM incident.incident AS child
    JOIN incident.parent_wait AS held ON held.incident_id = child.id AND held.parent_id = ANY (${[...parentIds]}::text[])
    WHERE child.monitor_id = ANY (${children}) AND child.resolved_at IS NULL
    ORDER BY held.incident_id FOR UPDATE OF held
  )`;
}

/**
 * True of a row `job` of alert_job that is found by its key. Without the cast, PostgreSQL could read all pending jobs of
 * the index alert_job_pending for each key: it believes them to be few until it analyses a table that has just grown.
 */
export const IS_PENDING = `job.state::text = 'PENDING'`;

/**
 * Selects the incidents with these ids that exist, and locks them in the order of their ids. PostgreSQL never merges a
 * subquery that locks rows into the join around it, so each incident is looked up by its key, whatever the plan.
 */
export function lockedIncidents(ids: string, strength: 'KEY SHARE' | 'NO KEY UPDATE'): string {
  return `
    SELECT locked.id FROM (SELECT DISTINCT id FROM unnest(${ids}) AS id ORDER BY id) AS given CROSS JOIN LATERAL (
      SELECT incident.id FROM incident.incident WHERE incident.id = given.id FOR ${strength}
    ) AS locked`;
}

/** True of rows about the monitors that alerts refer to. */
function areAbout(monitorIds: readonly string[]): SqlPart {
  const ids = sqlPart`${[...monitorIds]}::text[]`;
  return sqlPart`about_id IN (
    SELECT id FROM incident.incident WHERE monitor_id = ANY (${ids})
    UNION ALL SELECT id FROM incident.alert_subject WHERE monitor_id = ANY (${ids})
  )`;
}

export function lockedUnsentJobs(monitorIds: readonly string[]): SqlPart {
  return lockedJobs(sqlPart`state = 'PENDING' AND ${areAbout(monitorIds)}`);
}

/**
 * Locks everything about locked monitors that one transaction may end: their incidents, their other subjects, the waits
 * for them, unsent jobs, and what contacts are to be told later. Subject by subject, the jobs would be locked in another
 * order.
 */
export async function lockAllAbout(tx: TaggedSql, monitorIds: readonly string[]): Promise<void> {
  const ids = sqlPart`${[...monitorIds]}::text[]`;
  // A superseded incident has not ended for its contacts.
  await tx.$queryRaw`
    SELECT FROM incident.incident
    WHERE monitor_id = ANY (${ids}) AND (resolved_at IS NULL OR resolution = 'SUPERSEDED')
    ORDER BY id FOR NO KEY UPDATE`;
  await tx.$queryRaw`
    SELECT FROM incident.alert_subject WHERE monitor_id = ANY (${ids}) AND ended_at IS NULL
    ORDER BY id FOR NO KEY UPDATE`;
  const children = sqlPart`ARRAY(SELECT monitor_id FROM incident.monitor_alerting WHERE parent_id = ANY (${ids}))`;
  await tx.$queryRaw`SELECT FROM unnest(${lockedWaits(monitorIds, children)}) AS wait`;
  await tx.$queryRaw`SELECT FROM unnest(${lockedUnsentJobs(monitorIds)}) AS job`;
  await tx.$queryRaw`
    SELECT FROM incident.alert_decision WHERE outcome = 'HELD' AND ${areAbout(monitorIds)}
    ORDER BY id FOR NO KEY UPDATE`;
}

/**
 * Erases what alerts are about, with its alerts. `chosen` finds and locks the rows. The cascade would lock the jobs in
 * another order, so they are deleted before.
 */
export function erasureOf(table: 'incident' | 'alert_subject', chosen: string): string {
  return `
    WITH erased AS (${chosen}), jobs AS (
      DELETE FROM incident.alert_job WHERE id = ANY (ARRAY(
        SELECT id FROM incident.alert_job WHERE about_id IN (SELECT id FROM erased) ORDER BY id FOR UPDATE
      ))
    )
    DELETE FROM incident.${table} WHERE id IN (SELECT id FROM erased)`;
}

/**
 * True of a row `job` of alert_job that is about one of these incidents, or about none. PostgreSQL evaluates `incidents`,
 * and so locks them, for the first job of either kind: incidents are locked before jobs.
 */
export function isAboutLocked(incidents: string): string {
  return `(job.incident_id = ANY (ARRAY(SELECT id FROM ${incidents})) OR job.incident_id IS NULL)`;
}
