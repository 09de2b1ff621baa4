import { Prisma } from '../generated/client.ts';
import type { Transaction } from '../mutations.ts';

/** Those that wait for a time that has not come yet. */
export function heldOf(monitorIds: readonly string[], now: Date): Prisma.Sql {
  return Prisma.sql`monitor_id = ANY (${[...monitorIds]}::text[]) AND decide_at > ${now}::timestamptz`;
}

/** Lets what contacts are told be decided again now. See alert-locks.repository.ts. */
export async function makeDue(
  tx: Transaction,
  table: 'incident' | 'alert_subject',
  which: Prisma.Sql,
  now: Date,
): Promise<void> {
  const name = Prisma.raw(`incident.${table}`);
  const locked = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM ${name} WHERE ${which} ORDER BY id FOR NO KEY UPDATE`;
  const ids = locked.map(({ id }) => id);
  await tx.$executeRaw`UPDATE ${name} SET decide_at = ${now}::timestamptz WHERE id = ANY (${ids}::text[])`;
}
