import { Injectable } from '@nestjs/common';
import type { Connection } from '@vedette/database';
import { ServiceDatabase } from '@vedette/service-host';
import { dayOf, endOf, startOf, type Day } from './history-days.ts';

export type DailyTable = 'check_result' | 'check_rollup_hour';

/** Any number: only replicas of this service meet on it. */
const LOCK = 7_310_201;

/** Partitions of tables that are kept by day. */
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

  /** Made apart and then attached: that lets others read and write the table meanwhile. */
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

  /** One replica at a time, and never in a queue for a lock that others then queue up behind. */
  async #alone(work: (connection: Connection) => Promise<unknown>): Promise<void> {
    await this.#mutations.run(async (connection) => {
      await connection.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
      await connection.query(`SET LOCAL lock_timeout = '2s'`);
      await work(connection);
    });
  }
}
