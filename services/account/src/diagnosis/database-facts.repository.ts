import type { Sql } from '@vedette/database';

export interface DatabaseFacts {
  readonly version: string;
  /** The time by its clock. */
  readonly now: Date;
  /** How many there are; PostgreSQL writes it as text. */
  readonly organizations: string;
}

/** Rejects if PostgreSQL does not answer, or has not got the tables. */
export async function databaseFacts(sql: Sql): Promise<DatabaseFacts> {
  const [facts] = await sql.$queryRawUnsafe<DatabaseFacts[]>(
    `SELECT current_setting('server_version') AS version, clock_timestamp() AS now,
            (SELECT count(*) FROM account.organization) AS organizations`,
  );
  if (facts === undefined) throw new Error('PostgreSQL answered with no row');
  return facts;
}
