import type { Pool } from 'pg';

export interface KeyUse {
  /** To whom the key belongs: the id of an organization, or `person:` and the id of a person. */
  readonly scope: string;
  readonly key: string;
  /** When the first request of this use of the key arrived; distinguishes later uses of the same key. */
  readonly createdAt: Date;
}

export interface StoredUse {
  readonly fingerprint: Buffer;
  readonly createdAt: Date;
  /** Null while no request with this key has succeeded. */
  readonly status: number | null;
  /** Also null for answers that are secret or large, because their owner stores them. */
  readonly body: Buffer | null;
}

interface StoredRow {
  fingerprint: Buffer;
  created_at: Date;
  status: number | null;
  body: Buffer | null;
}

/** The gateway's row of a keyed request: which run holds the key now, and the answer. */
export class IdempotencyRepository {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /**
   * Claims the key for one run, in one statement: if the key is new, if its 24 hours are over, or if it is bound to the
   * same input and no run holds it. Undefined when the key cannot be claimed.
   */
  async claim(scope: string, key: string, fingerprint: Buffer, leaseMs: number): Promise<KeyUse | undefined> {
    const { rows } = await this.#pool.query<{ created_at: Date }>({
      name: 'idempotency-claim',
      text: `
        INSERT INTO gateway.idempotency_key AS known (organization_id, key, fingerprint, created_at, lease_until)
        VALUES ($1, $2, $3, date_trunc('milliseconds', now()), now() + $4 * interval '1 millisecond')
        ON CONFLICT (organization_id, key) DO UPDATE SET
          fingerprint = EXCLUDED.fingerprint,
          created_at = CASE WHEN known.created_at <= now() - interval '24 hours'
            THEN EXCLUDED.created_at ELSE known.created_at END,
          lease_until = EXCLUDED.lease_until,
          status = NULL,
          body = NULL
        WHERE known.created_at <= now() - interval '24 hours'
          OR (known.fingerprint = EXCLUDED.fingerprint AND known.status IS NULL
              AND (known.lease_until IS NULL OR known.lease_until <= now()))
        RETURNING created_at`,
      values: [scope, key, fingerprint, leaseMs],
    });
    return rows[0] && { scope, key, createdAt: rows[0].created_at };
  }

  async find(scope: string, key: string): Promise<StoredUse | undefined> {
    const { rows } = await this.#pool.query<StoredRow>({
      name: 'idempotency-find',
      text: `SELECT fingerprint, created_at, status, body FROM gateway.idempotency_key
             WHERE organization_id = $1 AND key = $2`,
      values: [scope, key],
    });
    const row = rows[0];
    return row && { fingerprint: row.fingerprint, createdAt: row.created_at, status: row.status, body: row.body };
  }

  /** Stores the answer for all later requests with this key. */
  async complete(use: KeyUse, status: number, body: Uint8Array | null): Promise<void> {
    await this.#pool.query({
      name: 'idempotency-complete',
      text: `UPDATE gateway.idempotency_key SET status = $4, body = $5, lease_until = NULL
             WHERE organization_id = $1 AND key = $2 AND created_at = $3`,
      values: [use.scope, use.key, use.createdAt, status, body],
    });
  }

  /** The request was refused: the key becomes unused again. */
  async free(use: KeyUse): Promise<void> {
    await this.#pool.query({
      name: 'idempotency-free',
      text: `DELETE FROM gateway.idempotency_key
             WHERE organization_id = $1 AND key = $2 AND created_at = $3 AND status IS NULL`,
      values: [use.scope, use.key, use.createdAt],
    });
  }

  /** The request failed on our side: the key stays bound to its input and can run again at once. */
  async release(use: KeyUse): Promise<void> {
    await this.#pool.query({
      name: 'idempotency-release',
      text: `UPDATE gateway.idempotency_key SET lease_until = NULL
             WHERE organization_id = $1 AND key = $2 AND created_at = $3 AND status IS NULL`,
      values: [use.scope, use.key, use.createdAt],
    });
  }

  /** Erases up to `limit` keys of an organization; returns how many. */
  async erase(organizationId: string, limit: number): Promise<number> {
    const { rowCount } = await this.#pool.query(
      `DELETE FROM gateway.idempotency_key WHERE organization_id = $1 AND key IN (
         SELECT key FROM gateway.idempotency_key WHERE organization_id = $1 LIMIT $2
       )`,
      [organizationId, limit],
    );
    return rowCount ?? 0;
  }

  /** Only saves space: an expired row is already ignored because of its creation time. */
  async prune(): Promise<void> {
    await this.#pool.query(`DELETE FROM gateway.idempotency_key WHERE created_at < now() - interval '25 hours'`);
  }
}
