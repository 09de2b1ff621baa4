import { Prisma } from './generated/client.ts';
import type { Transaction } from './mutations.ts';

/**
 * The ids of these alert jobs, as an array. Whoever locks several jobs locks them in the order of their ids, so that
 * nobody waits in a circle. Whoever also locks incidents, other subjects or waits for parents locks them first.
 */
export function lockedJobs(which: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`ARRAY(SELECT id FROM incident.alert_job WHERE ${which} ORDER BY id FOR UPDATE)`;
}

/** True of rows about the monitor that alerts refer to. */
function isAbout(monitorId: string): Prisma.Sql {
  return Prisma.sql`about_id IN (
    SELECT id FROM incident.incident WHERE monitor_id = ${monitorId}
    UNION ALL SELECT id FROM incident.alert_subject WHERE monitor_id = ${monitorId}
  )`;
}

export function lockedUnsentJobs(monitorId: string): Prisma.Sql {
  return lockedJobs(Prisma.sql`state = 'PENDING' AND ${isAbout(monitorId)}`);
}

/**
 * Locks everything about the monitor that one transaction may end: the monitor, its incidents, its other subjects, their
 * unsent jobs, and what contacts are to be told later. Subject by subject, the jobs would be locked in another order.
 */
export async function lockAllAbout(tx: Transaction, monitorId: string): Promise<void> {
  await tx.$queryRaw`SELECT FROM incident.monitor WHERE id = ${monitorId} FOR NO KEY UPDATE`;
  // A superseded incident has not ended for its contacts.
  await tx.$queryRaw`
    SELECT FROM incident.incident
    WHERE monitor_id = ${monitorId} AND (resolved_at IS NULL OR resolution = 'SUPERSEDED')
    ORDER BY id FOR NO KEY UPDATE`;
  await tx.$queryRaw`
    SELECT FROM incident.alert_subject WHERE monitor_id = ${monitorId} AND ended_at IS NULL
    ORDER BY id FOR NO KEY UPDATE`;
  await tx.$queryRaw`SELECT FROM unnest(${lockedUnsentJobs(monitorId)}) AS job`;
  await tx.$queryRaw`
    SELECT FROM incident.alert_decision WHERE outcome = 'HELD' AND ${isAbout(monitorId)}
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
