import type pg from 'pg';
import type { ReplayedCheck } from './policy-replay.ts';
import type { Range } from './replay-outcome.ts';

/** $1 monitor, $2 before, $3 how many. The slot of the oldest of the last successful checks before the range. */
const WARM_UP = `
  SELECT min(slot_at) AS "from" FROM (
    SELECT slot_at FROM monitor.check_result
    WHERE monitor_number = $1 AND slot_at < $2 AND verdict = 'SUCCEEDED' ORDER BY slot_at DESC LIMIT $3
  ) AS last`;

/** $1 monitor, $2 from, $3 to. Arrays instead of objects: there may be a hundred thousand rows. */
const CHECKS = `
  SELECT date_part('epoch', slot_at) * 1000 + coalesce(started_ms, 0), epoch, verdict::text, response_ms
  FROM monitor.check_result WHERE monitor_number = $1 AND slot_at >= $2 AND slot_at < $3 ORDER BY slot_at`;

type CheckRow = [number, number, ReplayedCheck['verdict'], number | null];

/** Reads the checks for a replay, on the thread's own connection. */
export class ReplayRepository {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** The checks of the range, and before them as many successful ones as the policy needs. Oldest first. */
  async checks(monitorNumber: number, range: Range, samples: number): Promise<ReplayedCheck[]> {
    const [from, to] = [new Date(range.from), new Date(range.to)];
    const { rows: warm } = await this.#pool.query<{ from: Date | null }>(WARM_UP, [monitorNumber, from, samples]);
    const { rows } = await this.#pool.query<CheckRow>({
      text: CHECKS,
      values: [monitorNumber, warm[0]?.from ?? from, to],
      rowMode: 'array',
    });
    let last = 0;
    return rows.map(([at, epoch, verdict, responseMs]) => {
      // Slots are in order; a check that started late must not pass the next one.
      last = Math.max(last, at);
      return { at: last, epoch, verdict, responseMs };
    });
  }
}
