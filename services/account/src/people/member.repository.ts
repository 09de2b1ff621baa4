import type { PlanLimits, Role, Subscription } from '@vedette/contract';
import { countOf, type Sql } from '@vedette/database/sql';
import { PLAN_COLUMNS, planOf, type PlanRow } from '../organizations/plan.repository.ts';

/** A person in an organization; the id is the person's. */
export interface Member {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly createdAt: Date;
}

/** An organization of a person. */
export interface Membership {
  readonly personId: string;
  readonly organizationId: string;
  readonly name: string;
  readonly role: Role;
  readonly plan: PlanLimits;
  readonly subscription: Subscription;
}

const MEMBERS = `
  SELECT person.id, person.name, person.email, membership.role, membership.created_at AS "createdAt"
  FROM account.membership JOIN account.person ON person.id = membership.person_id`;

export class MemberRepository {
  constructor(private readonly sql: Sql) {}

  countOwners(tx: Sql, organizationId: string): Promise<number> {
    return countOf(tx, `account.membership WHERE organization_id = $1 AND role = 'OWNER'`, organizationId);
  }

  async find(organizationId: string, personId: string, sql: Sql = this.sql): Promise<Member | undefined> {
    const rows = await sql.$queryRawUnsafe<Member[]>(
      `${MEMBERS} WHERE membership.organization_id = $1 AND membership.person_id = $2`,
      organizationId,
      personId,
    );
    return rows[0];
  }

  async hasAddress(organizationId: string, email: string, sql: Sql = this.sql): Promise<boolean> {
    const found = await countOf(
      sql,
      `account.membership JOIN account.person ON person.id = membership.person_id
       WHERE membership.organization_id = $1 AND person.email = $2`,
      organizationId,
      email,
    );
    return found > 0;
  }

  /** The newest first. */
  async page(organizationId: string, limit: number, offset: number): Promise<{ members: Member[]; total: number }> {
    const [members, total] = await Promise.all([
      this.sql.$queryRawUnsafe<Member[]>(
        `${MEMBERS} WHERE membership.organization_id = $1
         ORDER BY membership.created_at DESC, person.id DESC LIMIT $2 OFFSET $3`,
        organizationId,
        limit,
        offset,
      ),
      countOf(this.sql, 'account.membership WHERE organization_id = $1', organizationId),
    ]);
    return { members, total };
  }

  /** The oldest first. */
  async list(organizationId: string): Promise<Member[]> {
    return this.sql.$queryRawUnsafe<Member[]>(
      `${MEMBERS} WHERE membership.organization_id = $1 ORDER BY membership.created_at, person.id`,
      organizationId,
    );
  }

  /** Of many people at once; each person's organizations with the one that they opened last first. */
  async membershipsOf(personIds: readonly string[], sql: Sql = this.sql): Promise<Membership[]> {
    const rows = await sql.$queryRawUnsafe<(Omit<Membership, 'plan'> & PlanRow)[]>(
      `SELECT membership.person_id AS "personId", organization.id AS "organizationId", organization.name,
         membership.role, organization.subscription, ${PLAN_COLUMNS}
       FROM account.membership
       JOIN account.organization ON organization.id = membership.organization_id
       JOIN account.plan ON plan.name = organization.plan
       WHERE membership.person_id = ANY ($1)
       ORDER BY membership.opened_at DESC NULLS LAST, organization.id`,
      personIds,
    );
    return rows.map((row) => {
      const { personId, organizationId, name, role, subscription } = row;
      return { personId, organizationId, name, role, subscription, plan: planOf(row) };
    });
  }

  /** False when the person is a member already. */
  async add(tx: Sql, organizationId: string, personId: string, role: Role, now: Date): Promise<boolean> {
    const added = await tx.$executeRawUnsafe(
      `INSERT INTO account.membership (organization_id, person_id, role, created_at) VALUES ($1, $2, $3, $4)
       ON CONFLICT DO NOTHING`,
      organizationId,
      personId,
      role,
      now,
    );
    return added === 1;
  }

  async setRole(tx: Sql, organizationId: string, personId: string, role: Role): Promise<void> {
    await tx.$executeRawUnsafe(
      'UPDATE account.membership SET role = $3 WHERE organization_id = $1 AND person_id = $2',
      organizationId,
      personId,
      role,
    );
  }

  async remove(tx: Sql, organizationId: string, personId: string): Promise<void> {
    await tx.$executeRawUnsafe(
      'DELETE FROM account.membership WHERE organization_id = $1 AND person_id = $2',
      organizationId,
      personId,
    );
  }

  async noteOpened(sql: Sql, organizationId: string, personId: string, now: Date): Promise<void> {
    await sql.$executeRawUnsafe(
      'UPDATE account.membership SET opened_at = $3 WHERE organization_id = $1 AND person_id = $2',
      organizationId,
      personId,
      now,
    );
  }
}
