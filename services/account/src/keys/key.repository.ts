import type { Access, PlanLimits, Subscription } from '@vedette/contract';
import type { Pool } from 'pg';
import type { KeyLifetime } from './key-status.ts';
import { PLAN_COLUMNS, planOf, type PlanRow } from '../organizations/plan.repository.ts';

/** The data of a key that the gateway needs: the caller, the limits of the plan, and whether the key may be used. */
export interface KeyRecord extends KeyLifetime {
  readonly id: string;
  readonly organizationId: string;
  readonly access: Access;
  readonly subscription: Subscription;
  readonly plan: PlanLimits;
}

/** A key as it is shown to its owner. */
export interface ApiKey extends KeyLifetime {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  readonly access: Access;
  readonly lastUsedAt: Date | null;
  readonly createdAt: Date;
}

export interface NewApiKey {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  /** In base64. */
  readonly hash: string;
  readonly access: Access;
  readonly expiresAt: Date | null;
  readonly createdAt: Date;
}

export interface KeyUse {
  readonly id: string;
  readonly at: Date;
}

type KeyRow = Omit<KeyRecord, 'plan'> & PlanRow & { readonly hash: string };

const KEY_COLUMNS = `
  api_key.id, api_key.organization_id AS "organizationId", api_key.name, api_key.access,
  api_key.expires_at AS "expiresAt", api_key.is_enabled AS "isEnabled", api_key.revoked_at AS "revokedAt",
  api_key.last_used_at AS "lastUsedAt", api_key.created_at AS "createdAt"`;

/**
 * Uses plain SQL only: requests of clients wait for the look-up, and loading Prisma's client would take longer than
 * everything else that a command does.
 */
export class KeyRepository {
  constructor(private readonly pool: Pool) {}

  /** By hash, in base64; unknown ones are left out. */
  async findByHashes(hashes: readonly string[]): Promise<ReadonlyMap<string, KeyRecord>> {
    const { rows } = await this.pool.query<KeyRow>({
      // A named statement is planned once for each connection.
      name: 'keys_by_hash',
      text: `
        SELECT encode(api_key.hash, 'base64') AS hash, api_key.id, api_key.organization_id AS "organizationId",
          api_key.access, api_key.expires_at AS "expiresAt", api_key.is_enabled AS "isEnabled",
          api_key.revoked_at AS "revokedAt", organization.subscription, ${PLAN_COLUMNS}
        FROM account.api_key
        JOIN account.organization ON organization.id = api_key.organization_id
        JOIN account.plan ON plan.name = organization.plan
        WHERE api_key.hash = ANY ($1::bytea[])`,
      values: [hashes.map((hash) => Buffer.from(hash, 'base64'))],
    });
    return new Map(rows.map((row) => [row.hash, recordOf(row)]));
  }

  /**
   * Stores the last use of many keys in one statement. An older use never replaces a newer one from another replica.
   */
  async touchLastUsed(uses: readonly KeyUse[]): Promise<void> {
    // Rows are locked in the order of their ids, so that replicas that write the same keys cannot deadlock.
    await this.pool.query({
      name: 'touch_last_used',
      text: `
        WITH used AS (
          SELECT api_key.id, use.at
          FROM unnest($1::text[], $2::timestamptz[]) AS use (id, at)
          JOIN account.api_key ON api_key.id = use.id
          WHERE api_key.last_used_at IS NULL OR api_key.last_used_at < use.at
          ORDER BY api_key.id
          FOR NO KEY UPDATE OF api_key
        )
        UPDATE account.api_key SET last_used_at = greatest(api_key.last_used_at, used.at)
        FROM used WHERE api_key.id = used.id`,
      values: [uses.map(({ id }) => id), uses.map(({ at }) => at)],
    });
  }

  /** Undefined when there is no such organization. */
  async create(key: NewApiKey): Promise<ApiKey | undefined> {
    return this.#one(
      `INSERT INTO account.api_key (id, organization_id, name, hash, access, expires_at, created_at)
       SELECT $1, organization.id, $3, $4, $5, $6, $7 FROM account.organization WHERE organization.id = $2
       RETURNING ${KEY_COLUMNS}`,
      [key.id, key.organizationId, key.name, Buffer.from(key.hash, 'base64'), key.access, key.expiresAt, key.createdAt],
    );
  }

  /** The oldest first. */
  async list(organizationId: string): Promise<ApiKey[]> {
    const { rows } = await this.pool.query<ApiKey>(
      `SELECT ${KEY_COLUMNS} FROM account.api_key WHERE organization_id = $1 ORDER BY id`,
      [organizationId],
    );
    return rows;
  }

  async find(id: string): Promise<ApiKey | undefined> {
    return this.#one(`SELECT ${KEY_COLUMNS} FROM account.api_key WHERE id = $1`, [id]);
  }

  /** Undefined when there is no such key, or when the key is revoked and was to be enabled. */
  async setEnabled(id: string, isEnabled: boolean): Promise<ApiKey | undefined> {
    return this.#one(
      `UPDATE account.api_key SET is_enabled = $2 WHERE id = $1 AND (NOT $2 OR revoked_at IS NULL)
       RETURNING ${KEY_COLUMNS}`,
      [id, isEnabled],
    );
  }

  /** Revocation is final. A second revocation changes nothing; undefined when there is no such key. */
  async revoke(id: string, at: Date): Promise<ApiKey | undefined> {
    return this.#one(
      `UPDATE account.api_key SET revoked_at = coalesce(revoked_at, $2) WHERE id = $1 RETURNING ${KEY_COLUMNS}`,
      [id, at],
    );
  }

  async #one(text: string, values: unknown[]): Promise<ApiKey | undefined> {
    const { rows } = await this.pool.query<ApiKey>(text, values);
    return rows[0];
  }
}

function recordOf(row: KeyRow): KeyRecord {
  const { id, organizationId, access, subscription, expiresAt, isEnabled, revokedAt } = row;
  return { id, organizationId, access, subscription, expiresAt, isEnabled, revokedAt, plan: planOf(row) };
}
