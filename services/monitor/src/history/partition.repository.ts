import { Injectable } from '@nestjs/common';
import type { Connection } from '@vedette/database';
import { ServiceDatabase } from '@vedette/service-host';
import { dayOf, endOf, startOf, type Day } from './history-days.ts';

export type DailyTable = 'check_result' | 'check_rollup_hour';

/** An arbitrary number: only replicas of this service use this lock. */
const LOCK = 7_310_201;

/** Daily partitions of tables. */
@Injectable()
export class PartitionRepository {
  readonly #pool: ServiceDatabase['pool'];
  readonly #mutations: ServiceDatabase['mutations'];

  constructor({ pool, mutations }: ServiceDatabase) {
    this.#pool = pool;
    this.#mutations = mutations;
  }

  async days(table: DailyTable): Promise<Day[]> {
    const { rows } = await this.#pool.query<{ day: Day }>(
      `SELECT substring(c.relname FROM '\\d{8}$') AS day FROM pg_inherits AS i
       JOIN pg_class AS c ON c.oid = i.inhrelid WHERE i.inhparent = to_regclass($1) ORDER BY 1`,
      [`monitor.${table}`],
    );
    return rows.map(({ day }) => day);
  }

  /** Creates the partition as a separate table and then attaches it, so that the parent stays readable and writable. */
  async add(table: DailyTable, day: Day): Promise<void> {
    await this.#alone(async (connection) => {
      const name = `monitor.${table}_${day}`;
      const { rows } = await connection.query('SELECT FROM pg_class WHERE oid = to_regclass($1)', [name]);
      if (rows.length > 0) return;
      await connection.query(`CREATE TABLE ${name} (LIKE monitor.${table} INCLUDING DEFAULTS INCLUDING CONSTRAINTS)`);
      await connection.query(
        `ALTER TABLE monitor.${table} ATTACH PARTITION ${name}
         FOR VALUES FROM ('${startOf(day).toISOString()}') TO ('${endOf(day).toISOString()}')`,
      );
    });
  }

  async drop(table: DailyTable, day: Day): Promise<void> {
    await this.#alone((connection) => connection.query(`DROP TABLE IF EXISTS monitor.${table}_${dayOf(startOf(day))}`));
  }

  /** Runs in one replica at a time. The lock timeout is short, because other statements queue behind a waiting lock. */
  async #alone(work: (connection: Connection) => Promise<unknown>): Promise<void> {
    await this.#mutations.run(async (connection) => {
      await connection.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
      await connection.query(`SET LOCAL lock_timeout = '2s'`);
      await work(connection);
    });
  }
}
