import type { Subscription } from '@vedette/contract';
import type { Sql } from '@vedette/database';

export interface Organization {
  readonly id: string;
  readonly name: string;
  readonly plan: string;
  readonly subscription: Subscription;
  readonly createdAt: Date;
}

/** Undefined: unchanged. */
export interface OrganizationChange {
  readonly name?: string | undefined;
  readonly plan?: string | undefined;
  readonly subscription?: Subscription | undefined;
}

const COLUMNS = 'id, name, plan, subscription, created_at AS "createdAt"';

export class OrganizationRepository {
  constructor(private readonly sql: Sql) {}

  /** Undefined when there is no such plan. */
  async create(organization: Organization, sql: Sql = this.sql): Promise<Organization | undefined> {
    const { id, name, plan, subscription, createdAt } = organization;
    const rows = await sql.$queryRawUnsafe<Organization[]>(
      `INSERT INTO account.organization (id, name, plan, subscription, created_at)
       SELECT $1, $2, plan.name, $4, $5 FROM account.plan WHERE plan.name = $3
       RETURNING ${COLUMNS}`,
      id,
      name,
      plan,
      subscription,
      createdAt,
    );
    return rows[0];
  }

  /** The oldest first. */
  async list(): Promise<Organization[]> {
    return this.sql.$queryRawUnsafe<Organization[]>(`SELECT ${COLUMNS} FROM account.organization ORDER BY id`);
  }

  async find(id: string, sql: Sql = this.sql): Promise<Organization | undefined> {
    const rows = await sql.$queryRawUnsafe<Organization[]>(
      `SELECT ${COLUMNS} FROM account.organization WHERE id = $1`,
      id,
    );
    return rows[0];
  }

  /** Revoked keys do not count. */
  async count(id: string): Promise<{ members: number; keys: number }> {
    const rows = await this.sql.$queryRawUnsafe<{ members: number; keys: number }[]>(
      `SELECT
         (SELECT count(*)::integer FROM account.membership WHERE organization_id = $1) AS members,
         (SELECT count(*)::integer FROM account.api_key WHERE organization_id = $1 AND revoked_at IS NULL) AS keys`,
      id,
    );
    return rows[0] ?? { members: 0, keys: 0 };
  }

  /** Locks the organization until the transaction ends. */
  async lock(tx: Sql, id: string): Promise<Organization | undefined> {
    const rows = await tx.$queryRawUnsafe<Organization[]>(
      `SELECT ${COLUMNS} FROM account.organization WHERE id = $1 FOR NO KEY UPDATE`,
      id,
    );
    return rows[0];
  }

  /** Undefined when there is no such organization. */
  async update(id: string, change: OrganizationChange, sql: Sql = this.sql): Promise<Organization | undefined> {
    const rows = await sql.$queryRawUnsafe<Organization[]>(
      `UPDATE account.organization
       SET name = coalesce($2, name), plan = coalesce($3, plan), subscription = coalesce($4, subscription)
       WHERE id = $1 RETURNING ${COLUMNS}`,
      id,
      change.name ?? null,
      change.plan ?? null,
      change.subscription ?? null,
    );
    return rows[0];
  }
}
