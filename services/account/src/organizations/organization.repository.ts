import type { Subscription } from '@vedette/contract';
import type { Pool } from 'pg';

export interface Organization {
  readonly id: string;
  readonly name: string;
  readonly plan: string;
  readonly subscription: Subscription;
  readonly createdAt: Date;
}

export interface OrganizationChange {
  readonly plan?: string | undefined;
  readonly subscription?: Subscription | undefined;
}

const COLUMNS = 'id, name, plan, subscription, created_at AS "createdAt"';

export class OrganizationRepository {
  constructor(private readonly pool: Pool) {}

  /** Undefined when there is no such plan. */
  async create(organization: Organization): Promise<Organization | undefined> {
    const { id, name, plan, subscription, createdAt } = organization;
    const { rows } = await this.pool.query<Organization>(
      `INSERT INTO account.organization (id, name, plan, subscription, created_at)
       SELECT $1, $2, plan.name, $4, $5 FROM account.plan WHERE plan.name = $3
       RETURNING ${COLUMNS}`,
      [id, name, plan, subscription, createdAt],
    );
    return rows[0];
  }

  /** The oldest first. */
  async list(): Promise<Organization[]> {
    const { rows } = await this.pool.query<Organization>(`SELECT ${COLUMNS} FROM account.organization ORDER BY id`);
    return rows;
  }

  async find(id: string): Promise<Organization | undefined> {
    const { rows } = await this.pool.query<Organization>(`SELECT ${COLUMNS} FROM account.organization WHERE id = $1`, [
      id,
    ]);
    return rows[0];
  }

  /** Undefined when there is no such organization. */
  async update(id: string, change: OrganizationChange): Promise<Organization | undefined> {
    const { rows } = await this.pool.query<Organization>(
      `UPDATE account.organization SET plan = coalesce($2, plan), subscription = coalesce($3, subscription)
       WHERE id = $1 RETURNING ${COLUMNS}`,
      [id, change.plan ?? null, change.subscription ?? null],
    );
    return rows[0];
  }
}
