import type { Role } from '@vedette/contract';
import type { Sql } from '@vedette/database';
import { OrganizationRepository } from '../organizations/organization.repository.ts';
import { MemberRepository, type Member } from './member.repository.ts';
import { changeRole, removeMember, type Changer, type RoleVerdict } from './roles.ts';

export type MemberChange =
  { readonly kind: 'done'; readonly member: Member } | { readonly kind: 'no-member' } | Exclude<RoleVerdict, Allowed>;

type Allowed = { readonly kind: 'allowed' };

/** Loads who acts, once the organization is locked; undefined if they are no member any more. */
export type LoadChanger = (tx: Sql) => Promise<Changer | undefined>;

/**
 * Changes of the people in an organization, for the console and for the operator. They follow one another, because each
 * locks the organization: two owners who demote each other at the same time leave one.
 */
export class MemberChanges {
  constructor(
    private readonly members: MemberRepository,
    private readonly organizations: OrganizationRepository,
  ) {}

  /** Undefined leaves the role as it is. */
  changeRole(
    tx: Sql,
    organizationId: string,
    personId: string,
    role: Role | undefined,
    changer: LoadChanger,
    now: Date,
  ): Promise<MemberChange> {
    return this.#decided(
      tx,
      organizationId,
      personId,
      changer,
      (by, member, owners) => changeRole(by, member, role ?? member.role, owners, now),
      (member) => this.members.setRole(tx, organizationId, personId, role ?? member.role),
    );
  }

  remove(tx: Sql, organizationId: string, personId: string, changer: LoadChanger, now: Date): Promise<MemberChange> {
    return this.#decided(
      tx,
      organizationId,
      personId,
      changer,
      (by, member, owners) => removeMember(by, member, owners, now),
      () => this.members.remove(tx, organizationId, personId),
    );
  }

  /** `done` carries the member as they were before the change. */
  async #decided(
    tx: Sql,
    organizationId: string,
    personId: string,
    changer: LoadChanger,
    decide: (by: Changer, member: Member, owners: number) => RoleVerdict,
    save: (member: Member) => Promise<void>,
  ): Promise<MemberChange> {
    await this.organizations.lock(tx, organizationId);
    const [by, member] = [await changer(tx), await this.members.find(organizationId, personId, tx)];
    if (by === undefined || member === undefined) return { kind: 'no-member' };
    const verdict = decide(by, member, await this.members.countOwners(tx, organizationId));
    if (verdict.kind !== 'allowed') return verdict;
    await save(member);
    return { kind: 'done', member };
  }
}
