import type { Sql } from '@vedette/database';

/** Remembers where people have signed in from. */
export class KnownNetworkRepository {
  constructor(private readonly sql: Sql) {}

  /** True if the person has signed in before, and never from this network. */
  async note(tx: Sql, personId: string, network: string, now: Date): Promise<boolean> {
    const rows = await tx.$queryRawUnsafe<{ isNew: boolean }[]>(
      `WITH before AS (SELECT network FROM account.known_network WHERE person_id = $1), noted AS (
         INSERT INTO account.known_network (person_id, network, last_used_at) VALUES ($1, $2, $3)
         ON CONFLICT (person_id, network) DO UPDATE SET last_used_at = EXCLUDED.last_used_at
       )
       SELECT count(*) > 0 AND NOT coalesce(bool_or(network = $2), false) AS "isNew" FROM before`,
      personId,
      network,
      now,
    );
    return rows[0]?.isNew ?? false;
  }

  async tidy(before: Date): Promise<void> {
    await this.sql.$executeRawUnsafe('DELETE FROM account.known_network WHERE last_used_at < $1', before);
  }
}
