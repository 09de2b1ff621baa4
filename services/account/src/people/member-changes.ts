import { ROLES, type Role } from '@vedette/contract/caller';
import type { Sql } from '@vedette/database';
import { actorReference, type Origin } from '../audit/actor.ts';
import type { AuditRepository } from '../audit/audit.repository.ts';
import type { Notice } from '../mail/mail-text.ts';
import type { OrganizationRepository } from '../organizations/organization.repository.ts';
import type { DepartureRepository, WithdrawnInvitation } from './departure.repository.ts';
import type { MemberRepository, Member } from './member.repository.ts';
import { changeRole, mayStillGrant, removeMember, type Changer, type RoleVerdict } from './roles.ts';

export type MemberChange =
  | { readonly kind: 'done'; readonly member: Member; readonly left: Left }
  | { readonly kind: 'no-member' }
  | Exclude<RoleVerdict, Allowed>;

type Allowed = { readonly kind: 'allowed' };

/** What somebody leaves behind who was removed. */
export interface Left {
  /** The names of the keys whose secrets they were shown. */
  readonly keys: readonly string[];
}

const NOTHING: Left = { keys: [] };

export interface ChangedBy {
  readonly origin: Origin;
  /** Loads who acts, once the organization is locked; undefined if they are no member any more. */
  readonly load: (tx: Sql) => Promise<Changer | undefined>;
}

export interface MemberChangesParts {
  readonly members: MemberRepository;
  readonly organizations: OrganizationRepository;
  readonly departures: DepartureRepository;
  readonly audit: AuditRepository;
  readonly notify: (tx: Sql, organizationId: string, address: string, notice: Notice, now: Date) => Promise<void>;
}

/**
 * Changes of the people in an organization, for the console and for the operator. They follow one another, because each
 * locks the organization: two owners who demote each other at the same time leave one. Whoever may no longer grant a
 * role has no open invitation to it after the same transaction.
 */
export class MemberChanges {
  constructor(private readonly parts: MemberChangesParts) {}

  /** Undefined leaves the role as it is. */
  changeRole(
    tx: Sql,
    organizationId: string,
    personId: string,
    role: Role | undefined,
    by: ChangedBy,
    now: Date,
  ): Promise<MemberChange> {
    return this.#decided(
      tx,
      organizationId,
      personId,
      by,
      (changer, member, owners) => changeRole(changer, member, role ?? member.role, owners, now),
      async (member) => {
        const present = role ?? member.role;
        await this.parts.members.setRole(tx, organizationId, personId, present);
        await this.#withdrawInvitations(tx, organizationId, personId, present, by, now);
        if (present !== member.role) await this.#tellOfRole(tx, organizationId, member.email, present, by, now);
        return NOTHING;
      },
    );
  }

  /** The owners get a mail if somebody leaves who knows secrets of keys. */
  remove(tx: Sql, organizationId: string, personId: string, by: ChangedBy, now: Date): Promise<MemberChange> {
    return this.#decided(
      tx,
      organizationId,
      personId,
      by,
      (changer, member, owners) => removeMember(changer, member, owners, now),
      async (member) => {
        await this.parts.members.remove(tx, organizationId, personId);
        await this.#withdrawInvitations(tx, organizationId, personId, undefined, by, now);
        const returns = await this.parts.departures.withdrawReturns(tx, organizationId, personId);
        await this.#recordWithdrawn(tx, organizationId, returns, by, now);
        return { keys: await this.#tellOfKeys(tx, organizationId, member, now) };
      },
    );
  }

  /** `done` carries the member as they were before the change. */
  async #decided(
    tx: Sql,
    organizationId: string,
    personId: string,
    by: ChangedBy,
    decide: (by: Changer, member: Member, owners: number) => RoleVerdict,
    save: (member: Member) => Promise<Left>,
  ): Promise<MemberChange> {
    const { members, organizations } = this.parts;
    await organizations.lock(tx, organizationId);
    const [changer, member] = [await by.load(tx), await members.find(organizationId, personId, tx)];
    if (changer === undefined || member === undefined) return { kind: 'no-member' };
    const verdict = decide(changer, member, await members.countOwners(tx, organizationId));
    if (verdict.kind !== 'allowed') return verdict;
    return { kind: 'done', member, left: await save(member) };
  }

  /** Those that the member with this role may not make any more; undefined: is no member any more. */
  async #withdrawInvitations(
    tx: Sql,
    organizationId: string,
    personId: string,
    role: Role | undefined,
    by: ChangedBy,
    now: Date,
  ): Promise<void> {
    const lost = ROLES.filter((each) => !mayStillGrant(role, each));
    const withdrawn = await this.parts.departures.withdrawInvitations(tx, organizationId, personId, lost);
    await this.#recordWithdrawn(tx, organizationId, withdrawn, by, now);
  }

  async #recordWithdrawn(
    tx: Sql,
    organizationId: string,
    withdrawn: readonly WithdrawnInvitation[],
    { origin }: ChangedBy,
    now: Date,
  ): Promise<void> {
    for (const { id, email } of withdrawn) {
      const act = { ...origin, organizationId, operation: 'deleteInvitation', resource: { id, name: email } };
      await this.parts.audit.append(tx, act, now);
    }
  }

  /** An operator who changes a role tells the person without our help. */
  async #tellOfRole(
    tx: Sql,
    organizationId: string,
    address: string,
    role: Role,
    { origin: { actor } }: ChangedBy,
    now: Date,
  ): Promise<void> {
    if (actor.kind !== 'person') return;
    const { organizations, notify } = this.parts;
    const organization = (await organizations.find(organizationId, tx))?.name ?? '';
    await notify(tx, organizationId, address, { kind: 'NEW_ROLE', organization, role, by: actor.name }, now);
  }

  async #tellOfKeys(tx: Sql, organizationId: string, { id, name }: Member, now: Date): Promise<readonly string[]> {
    const { departures, organizations, notify } = this.parts;
    const keys = await departures.keysShownTo(organizationId, actorReference({ kind: 'person', id, name }), now, tx);
    if (keys.length === 0) return keys;
    const organization = (await organizations.find(organizationId, tx))?.name ?? '';
    for (const address of await departures.ownerAddresses(tx, organizationId)) {
      await notify(tx, organizationId, address, { kind: 'KEYS_LEFT', organization, person: name, keys }, now);
    }
    return keys;
  }
}
