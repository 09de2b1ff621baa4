import type pg from 'pg';
import { nextSlotAfter } from '@vedette/monitor/check-slots';

/** The slots of a monitor between two moments, by the rule alone. */
function slotsBetween(monitorId: string, intervalSeconds: number, from: Date, to: Date): string[] {
  const slots: string[] = [];
  const scheduled = { monitorId, intervalSeconds };
  for (let slot = nextSlotAfter(scheduled, from); slot <= to; slot = nextSlotAfter(scheduled, slot)) {
    slots.push(slot.toISOString());
  }
  return slots;
}

/** Which of the monitors, all of the same interval, have another history between two moments than exactly their slots. */
export async function slotDeviations(
  pool: pg.Pool,
  monitors: { readonly ids: readonly string[]; readonly intervalSeconds: number },
  from: Date,
  to: Date,
): Promise<string[]> {
  const { rows } = await pool.query<{ id: string; slot: Date }>(
    'SELECT monitor_id AS id, slot_at AS slot FROM monitor.check_result WHERE slot_at > $1 AND slot_at <= $2 ORDER BY slot_at',
    [from, to],
  );
  const checked = Map.groupBy(rows, ({ id }) => id);
  return monitors.ids.flatMap((id) => {
    const found = (checked.get(id) ?? []).map(({ slot }) => slot.toISOString());
    const due = slotsBetween(id, monitors.intervalSeconds, from, to);
    return JSON.stringify(found) === JSON.stringify(due) ? [] : [`${id}: ${found.join()} instead of ${due.join()}`];
  });
}
