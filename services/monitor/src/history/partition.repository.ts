import { Injectable } from '@nestjs/common';
import type { Connection } from '@vedette/database';
import { ServiceDatabase } from '@vedette/service-host';
import { endOf, startOf, type PartitionLength, type PartitionName } from './history-partitions.ts';

/** How long the partitions of each table are. Hours are kept for long, so that days would be too many. */
export const PARTITION_LENGTHS = {
  check_result: 'day',
  check_rollup_hour: 'month',
} as const satisfies Record<string, PartitionLength>;

export type PartitionedTable = keyof typeof PARTITION_LENGTHS;

/** An arbitrary number: only replicas of this service use this lock. */
const LOCK = 7_310_201;

/** Partitions of tables. */
@Injectable()
export class PartitionRepository {
  readonly #pool: ServiceDatabase['pool'];
  readonly #mutations: ServiceDatabase['mutations'];

  constructor({ pool, mutations }: ServiceDatabase) {
    this.#pool = pool;
    this.#mutations = mutations;
  }

  async names(table: PartitionedTable): Promise<PartitionName[]> {
    const { rows } = await this.#pool.query<{ name: PartitionName }>(
      `SELECT substring(c.relname FROM '\\d+$') AS name FROM pg_inherits AS i
       JOIN pg_class AS c ON c.oid = i.inhrelid WHERE i.inhparent = to_regclass($1) ORDER BY 1`,
      [`monitor.${table}`],
    );
    return rows.map(({ name }) => name);
  }

  /** Creates the partition as a separate table and then attaches it, so that the parent stays readable and writable. */
  async add(table: PartitionedTable, name: PartitionName): Promise<void> {
    await this.#alone(async (connection) => {
      const partition = `monitor.${table}_${name}`;
      const { rows } = await connection.query('SELECT FROM pg_class WHERE oid = to_regclass($1)', [partition]);
      if (rows.length > 0) return;
      await connection.query(
        `CREATE TABLE ${partition} (LIKE monitor.${table} INCLUDING DEFAULTS INCLUDING CONSTRAINTS)`,
      );
      await connection.query(
        `ALTER TABLE monitor.${table} ATTACH PARTITION ${partition}
         FOR VALUES FROM ('${startOf(name).toISOString()}') TO ('${endOf(name).toISOString()}')`,
      );
    });
  }

  async drop(table: PartitionedTable, name: PartitionName): Promise<void> {
    await this.#alone((connection) => connection.query(`DROP TABLE IF EXISTS monitor.${table}_${name}`));
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
