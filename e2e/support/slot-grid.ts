import type pg from 'pg';

/** Monitors of the same interval, each of which has been checked before. */
interface Scheduled {
  readonly ids: readonly string[];
  readonly intervalSeconds: number;
}

/**
 * The slots of monitors after `from`, up to `to`. They are whole intervals away from the slot that the schedule has
 * planned or is checking now, so the schedule must not shift a monitor's slots between `from` and now.
 */
export async function slotsBetween(
  pool: pg.Pool,
  { ids, intervalSeconds }: Scheduled,
  from: Date,
  to: Date,
): Promise<Map<string, Date[]>> {
  const { rows } = await pool.query<{ id: string; slot: Date }>(
    `SELECT monitor_id AS id, coalesce(slot_at, next_check_at) AS slot
     FROM monitor.monitor_runtime WHERE monitor_id = ANY ($1)`,
    [ids],
  );
  const intervalMs = intervalSeconds * 1_000;
  const slots = new Map<string, Date[]>();
  for (const { id, slot } of rows) {
    const intervals = Math.floor((from.getTime() - slot.getTime()) / intervalMs) + 1;
    const first = slot.getTime() + intervals * intervalMs;
    const count = Math.max(0, Math.floor((to.getTime() - first) / intervalMs) + 1);
    slots.set(
      id,
      Array.from({ length: count }, (_, n) => new Date(first + n * intervalMs)),
    );
  }
  return slots;
}

/** Which of the monitors have another history between two moments than exactly their slots. */
export async function slotDeviations(pool: pg.Pool, monitors: Scheduled, from: Date, to: Date): Promise<string[]> {
  const due = await slotsBetween(pool, monitors, from, to);
  const { rows } = await pool.query<{ id: string; slot: Date }>(
    `SELECT m.id, c.slot_at AS slot FROM monitor.check_result AS c JOIN monitor.monitor AS m ON m.number = c.monitor_number
     WHERE c.slot_at > $1 AND c.slot_at <= $2 ORDER BY c.slot_at`,
    [from, to],
  );
  const checked = Map.groupBy(rows, ({ id }) => id);
  const shown = (slots: readonly Date[] = []): string => slots.map((slot) => slot.toISOString()).join();
  return monitors.ids.flatMap((id) => {
    const [found, expected] = [shown(checked.get(id)?.map(({ slot }) => slot)), shown(due.get(id))];
    return found === expected ? [] : [`${id}: ${found} instead of ${expected}`];
  });
}
