import { Injectable } from '@nestjs/common';
import type { Connection } from '@vedette/database';
import { ServiceDatabase } from '@vedette/service-host';
import type { Origins } from './stored-check.ts';

/** Checks are dropped by whole days in UTC, and clocks and time zones may differ. */
const SPARE_DAYS = 3;

/**
 * Selects the place and the number of each worker; `workers` and `regions` name the parameters. The number is NULL if the
 * worker is not known as used today. Numbers are not kept in memory: a transaction that gave one may be rolled back.
 */
export const workerNumbers = (workers: string, regions: string): string => `
  SELECT n.place, w.number FROM unnest(${workers}::text[], ${regions}::text[]) WITH ORDINALITY AS n (worker, region, place)
  LEFT JOIN monitor.check_region AS r ON r.name = n.region
  LEFT JOIN monitor.check_worker AS w
    ON w.name = n.worker AND w.region_number = r.number AND w.last_used_on >= current_date`;

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

  /** Gives numbers to new workers. */
  async add(connection: Connection, { workers, regions }: Pick<Origins, 'workers' | 'regions'>): Promise<void> {
    await connection.query({ name: 'add-check-regions', text: ADD_REGIONS, values: [regions] });
    await connection.query({ name: 'add-check-workers', text: ADD_WORKERS, values: [workers, regions] });
  }

  /** Deletes the workers whose checks are all older than the history. */
  async tidy(keptDays: number): Promise<void> {
    await this.#pool.query(
      'DELETE FROM monitor.check_worker WHERE number > 0 AND last_used_on < current_date - $1::integer',
      [keptDays + SPARE_DAYS],
    );
  }
}
