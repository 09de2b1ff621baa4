import type { Access, PlanLimits, Subscription } from '@vedette/contract';
import { countOf, sqlOf, type Sql } from '@vedette/database/sql';
import type { Pool } from 'pg';
import type { KeyLifetime } from './key-lifetime.ts';
import { PLAN_COLUMNS, planOf, type PlanRow } from '../organizations/plan.repository.ts';

/** The data of a key that the gateway needs: the caller, the limits of the plan, and whether the key may be used. */
export interface KeyRecord extends KeyLifetime {
  readonly id: string;
  readonly name: string;
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
  /** The first 8 and the last 4 characters of the present secret. */
  readonly prefix: string;
  readonly lastFour: string;
  /** When the replaced secret ends or ended; null if there is none. */
  readonly previousEndsAt: Date | null;
  readonly lastUsedAt: Date | null;
  readonly lastUsedFrom: string | null;
  readonly createdBy: string;
  readonly createdAt: Date;
  /** Who was shown the present secret, and who the replaced one, as the audit log names actors. */
  readonly shownTo: string;
  readonly previousShownTo: string;
}

/** A secret as it is stored. */
export interface StoredSecret {
  /** In base64. */
  readonly hash: string;
  readonly prefix: string;
  readonly lastFour: string;
}

export interface KeyChange {
  readonly name?: string | undefined;
  readonly isEnabled?: boolean | undefined;
}

export interface NewApiKey {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  readonly secret: StoredSecret;
  readonly access: Access;
  readonly expiresAt: Date | null;
  readonly createdBy: string;
  readonly createdAt: Date;
}

export interface KeyUse {
  readonly id: string;
  readonly at: Date;
  /** The address of the client; null if the gateway does not say. */
  readonly from: string | null;
}

type KeyRow = Omit<KeyRecord, 'plan'> & PlanRow & { readonly hash: string };

const KEY_COLUMNS = `
  api_key.id, api_key.organization_id AS "organizationId", api_key.name, api_key.access,
  api_key.expires_at AS "expiresAt", api_key.is_enabled AS "isEnabled", api_key.revoked_at AS "revokedAt",
  api_key.last_used_at AS "lastUsedAt", api_key.last_used_from AS "lastUsedFrom", api_key.created_by AS "createdBy",
  api_key.created_at AS "createdAt",
  present.prefix, present.last_four AS "lastFour", previous.ends_at AS "previousEndsAt",
  coalesce(present.shown_to, api_key.created_by) AS "shownTo",
  coalesce(previous.shown_to, api_key.created_by) AS "previousShownTo"`;

const KEYS_WITH_SECRETS = `
  account.api_key
  JOIN account.key_secret AS present ON present.key_id = api_key.id AND present.ends_at IS NULL
  LEFT JOIN account.key_secret AS previous ON previous.key_id = api_key.id AND previous.ends_at IS NOT NULL`;

/**
 * Uses plain SQL only: requests of clients wait for the look-up, and loading Prisma's client would take longer than
 * everything else that a command does.
 */
export class KeyRepository {
  readonly #sql: Sql;

  constructor(private readonly pool: Pool) {
    this.#sql = sqlOf(pool);
  }

  /** By hash, in base64; unknown ones are left out. A replaced secret expires with its overlap. */
  async findByHashes(hashes: readonly string[]): Promise<ReadonlyMap<string, KeyRecord>> {
    const { rows } = await this.pool.query<KeyRow>({
      // A named statement is planned once for each connection.
      name: 'keys_by_hash',
      text: `
        SELECT encode(key_secret.hash, 'base64') AS hash, api_key.id, api_key.name,
          api_key.organization_id AS "organizationId", api_key.access,
          least(api_key.expires_at, key_secret.ends_at) AS "expiresAt", api_key.is_enabled AS "isEnabled", api_key.revoked_at AS "revokedAt", organization.subscription,
          ${PLAN_COLUMNS}
        FROM account.key_secret
        JOIN account.api_key ON api_key.id = key_secret.key_id
        JOIN account.organization ON organization.id = api_key.organization_id
        JOIN account.plan ON plan.name = organization.plan
        WHERE key_secret.hash = ANY ($1::bytea[])`,
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
          SELECT api_key.id, use.at, use.address
          FROM unnest($1::text[], $2::timestamptz[], $3::text[]) AS use (id, at, address)
          JOIN account.api_key ON api_key.id = use.id
          WHERE api_key.last_used_at IS NULL OR api_key.last_used_at < use.at
          ORDER BY api_key.id
          FOR NO KEY UPDATE OF api_key
        )
        UPDATE account.api_key SET last_used_at = greatest(api_key.last_used_at, used.at), last_used_from = used.address
        FROM used WHERE api_key.id = used.id`,
      values: [uses.map(({ id }) => id), uses.map(({ at }) => at), uses.map(({ from }) => from)],
    });
  }

  /** Undefined when there is no such organization. */
  async create(key: NewApiKey, tx: Sql = this.#sql): Promise<ApiKey | undefined> {
    const rows = await tx.$queryRawUnsafe<ApiKey[]>(
      `WITH api_key AS (
         INSERT INTO account.api_key (id, organization_id, name, access, expires_at, created_by, created_at)
         SELECT $1, organization.id, $3, $4, $5, $6, $7 FROM account.organization WHERE organization.id = $2
         RETURNING *
       ), present AS (
         INSERT INTO account.key_secret (hash, key_id, prefix, last_four)
         SELECT $8::bytea, id, $9, $10 FROM api_key RETURNING *
       )
       SELECT ${KEY_COLUMNS} FROM api_key CROSS JOIN present
       LEFT JOIN account.key_secret AS previous ON previous.key_id = api_key.id`,
      key.id,
      key.organizationId,
      key.name,
      key.access,
      key.expiresAt,
      key.createdBy,
      key.createdAt,
      Buffer.from(key.secret.hash, 'base64'),
      key.secret.prefix,
      key.secret.lastFour,
    );
    return rows[0];
  }

  /** The oldest first. */
  list(organizationId: string): Promise<ApiKey[]> {
    return this.#select(this.#sql, 'api_key.organization_id = $1 ORDER BY api_key.id', organizationId);
  }

  /** Those that are not revoked, the newest first. */
  async page(organizationId: string, limit: number, offset: number): Promise<{ keys: ApiKey[]; total: number }> {
    const [keys, total] = await Promise.all([
      this.#select(
        this.#sql,
        'api_key.organization_id = $1 AND api_key.revoked_at IS NULL ORDER BY api_key.id DESC LIMIT $2 OFFSET $3',
        organizationId,
        limit,
        offset,
      ),
      this.count(this.#sql, organizationId),
    ]);
    return { keys, total };
  }

  /** Those that are not revoked. */
  count(sql: Sql, organizationId: string): Promise<number> {
    return countOf(sql, 'account.api_key WHERE organization_id = $1 AND revoked_at IS NULL', organizationId);
  }

  async find(id: string, sql: Sql = this.#sql): Promise<ApiKey | undefined> {
    return (await this.#select(sql, 'api_key.id = $1', id))[0];
  }

  /** Locks the key until the transaction ends; undefined when the organization has no such key. */
  async lock(tx: Sql, organizationId: string, id: string): Promise<ApiKey | undefined> {
    const locked = await tx.$executeRawUnsafe(
      'SELECT FROM account.api_key WHERE id = $1 AND organization_id = $2 FOR NO KEY UPDATE',
      id,
      organizationId,
    );
    return locked === 0 ? undefined : this.find(id, tx);
  }

  async update(tx: Sql, id: string, { name, isEnabled }: KeyChange): Promise<void> {
    await tx.$executeRawUnsafe(
      'UPDATE account.api_key SET name = coalesce($2, name), is_enabled = coalesce($3, is_enabled) WHERE id = $1',
      id,
      name ?? null,
      isEnabled ?? null,
    );
  }

  /** The present secret lives on until `previousEndsAt`, or ends now; older ones end now. */
  async replaceSecret(
    tx: Sql,
    id: string,
    secret: StoredSecret,
    shownTo: string,
    previousEndsAt: Date | null,
  ): Promise<void> {
    await tx.$executeRawUnsafe(
      'DELETE FROM account.key_secret WHERE key_id = $1 AND (ends_at IS NOT NULL OR $2::timestamptz IS NULL)',
      id,
      previousEndsAt,
    );
    await tx.$executeRawUnsafe('UPDATE account.key_secret SET ends_at = $2 WHERE key_id = $1', id, previousEndsAt);
    await tx.$executeRawUnsafe(
      'INSERT INTO account.key_secret (hash, key_id, prefix, last_four, shown_to) VALUES ($1, $2, $3, $4, $5)',
      Buffer.from(secret.hash, 'base64'),
      id,
      secret.prefix,
      secret.lastFour,
      shownTo,
    );
  }

  /** Undefined when there is no such key, or when the key is revoked and was to be enabled. */
  async setEnabled(id: string, isEnabled: boolean, sql: Sql = this.#sql): Promise<ApiKey | undefined> {
    const changed = await sql.$executeRawUnsafe(
      'UPDATE account.api_key SET is_enabled = $2 WHERE id = $1 AND (NOT $2 OR revoked_at IS NULL)',
      id,
      isEnabled,
    );
    return changed === 0 ? undefined : this.find(id, sql);
  }

  /** Revocation is final. A second revocation changes nothing; undefined when there is no such key. */
  async revoke(id: string, at: Date, sql: Sql = this.#sql): Promise<ApiKey | undefined> {
    await sql.$executeRawUnsafe(
      'UPDATE account.api_key SET revoked_at = coalesce(revoked_at, $2) WHERE id = $1',
      id,
      at,
    );
    return this.find(id, sql);
  }

  async #select(sql: Sql, condition: string, ...values: unknown[]): Promise<ApiKey[]> {
    return sql.$queryRawUnsafe<ApiKey[]>(
      `SELECT ${KEY_COLUMNS} FROM ${KEYS_WITH_SECRETS} WHERE ${condition}`,
      ...values,
    );
  }
}

function recordOf(row: KeyRow): KeyRecord {
  const { id, name, organizationId, access, subscription, expiresAt, isEnabled, revokedAt } = row;
  return { id, name, organizationId, access, subscription, expiresAt, isEnabled, revokedAt, plan: planOf(row) };
}
