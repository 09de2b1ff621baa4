import { Prisma } from './generated/client.ts';

/**
 * The ids of these alert jobs, as an array. Whoever locks several jobs locks them in the order of their ids, so that
 * nobody waits in a circle. Whoever also locks incidents locks them first.
 */
export function lockedJobs(which: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`ARRAY(SELECT id FROM incident.alert_job WHERE ${which} ORDER BY id FOR UPDATE)`;
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
