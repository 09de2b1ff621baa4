import { Injectable } from '@nestjs/common';
import type { Connection } from '@vedette/database';
import { ServiceDatabase } from '@vedette/service-host';
import type { CheckOrigin } from './stored-check.ts';

/** Checks are dropped by whole days in UTC, and clocks and time zones may differ. */
const SPARE_DAYS = 3;

const FIND = `
  SELECT coalesce(w.number, -1) AS number
  FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS n (worker, region, position)
  LEFT JOIN monitor.check_region AS r ON r.name = n.region
  LEFT JOIN monitor.check_worker AS w
    ON w.name = n.worker AND w.region_number = r.number AND w.last_used_on >= current_date
  ORDER BY n.position`;

const ADD_REGIONS = `
  INSERT INTO monitor.check_region (name)
  SELECT DISTINCT region FROM unnest($1::text[]) AS region ORDER BY region ON CONFLICT DO NOTHING`;

/** Also marks known workers as used today, once a day; a marked worker cannot be deleted meanwhile. */
const ADD_WORKERS = `
  INSERT INTO monitor.check_worker (name, region_number)
  SELECT DISTINCT n.worker, r.number FROM unnest($1::text[], $2::text[]) AS n (worker, region)
  JOIN monitor.check_region AS r ON r.name = n.region ORDER BY 2, 1
  ON CONFLICT (name, region_number) DO UPDATE SET last_used_on = EXCLUDED.last_used_on
  WHERE check_worker.last_used_on < EXCLUDED.last_used_on`;

/** The numbers by which the history names workers and their regions. */
@Injectable()
export class CheckWorkerRepository {
  readonly #pool: ServiceDatabase['pool'];

  constructor({ pool }: ServiceDatabase) {
    this.#pool = pool;
  }

  /**
   * The number of each worker, in their order; new workers get one. The numbers are not kept in memory: a transaction
   * that gave a number may be rolled back.
   */
  async numbersOf(connection: Connection, origins: readonly CheckOrigin[]): Promise<number[]> {
    const distinct = new Map(origins.map((origin) => [keyOf(origin), origin]));
    const values = [
      [...distinct.values()].map(({ worker }) => worker),
      [...distinct.values()].map(({ region }) => region),
    ];
    let numbers = await this.#find(connection, values);
    if (numbers.includes(-1)) {
      await connection.query({ name: 'add-check-regions', text: ADD_REGIONS, values: [values[1]] });
      await connection.query({ name: 'add-check-workers', text: ADD_WORKERS, values });
      numbers = await this.#find(connection, values);
    }
    const numberOf = new Map([...distinct.keys()].map((key, i) => [key, numbers[i] ?? 0]));
    return origins.map((origin) => numberOf.get(keyOf(origin)) ?? 0);
  }

  /** Deletes the workers whose checks are all older than the history. */
  async tidy(keptDays: number): Promise<void> {
    await this.#pool.query(
      'DELETE FROM monitor.check_worker WHERE number > 0 AND last_used_on < current_date - $1::integer',
      [keptDays + SPARE_DAYS],
    );
  }

  async #find(connection: Connection, values: string[][]): Promise<number[]> {
    const { rows } = await connection.query<{ number: number }>({ name: 'check-workers', text: FIND, values });
    return rows.map(({ number }) => number);
  }
}

function keyOf({ worker, region }: CheckOrigin): string {
  return JSON.stringify([worker, region]);
}
