import { Injectable } from '@nestjs/common';
import { ApiError, type Role } from '@vedette/contract';
import type { Sql } from '@vedette/database';
import { Reply } from '@vedette/messaging';
import { keyedOf, originOf, type ActingMember } from '../acting.ts';
import { AuditRepository } from '../audit/audit.repository.ts';
import { CredentialSignal } from '../credential-signal.ts';
import { MailQueue } from '../mail/mail-queue.ts';
import { AccountMutations } from '../mutations.ts';
import { OrganizationRepository } from '../organizations/organization.repository.ts';
import { emailAddress } from './email-address.ts';
import { DepartureRepository } from './departure.repository.ts';
import { MemberChanger } from './member-changer.ts';
import { MemberChanges, type ChangedBy, type MemberChange } from './member-changes.ts';
import { shownMember } from './member-view.ts';
import { MemberRepository, type Member } from './member.repository.ts';
import { roleRefusal } from './role-refusal.ts';

@Injectable()
export class MemberService {
  readonly #changes: MemberChanges;

  constructor(
    private readonly members: MemberRepository,
    private readonly changer: MemberChanger,
    private readonly audit: AuditRepository,
    private readonly mutations: AccountMutations,
    private readonly signal: CredentialSignal,
    private readonly organizations: OrganizationRepository,
    private readonly mail: MailQueue,
    departures: DepartureRepository,
  ) {
    const notify: MailQueue['notify'] = (...notice) => mail.notify(...notice);
    this.#changes = new MemberChanges({ members, organizations, departures, audit, notify });
  }

  async list(organizationId: string, { limit, offset }: { limit: number; offset: number }): Promise<Reply> {
    const { members, total } = await this.members.page(organizationId, limit, offset);
    return Reply.of({ data: members.map(shownMember), pagination: { limit, offset, total } });
  }

  async hasAddress(organizationId: string, email: string): Promise<boolean> {
    const address = emailAddress(email);
    return address !== undefined && (await this.members.hasAddress(organizationId, address));
  }

  async update(by: ActingMember, personId: string, { role }: { role?: Role | undefined }): Promise<Reply> {
    const { organizationId } = by;
    const reply = await this.mutations.once(keyedOf(by), async (tx, now) => {
      const changed = await this.#changes.changeRole(tx, organizationId, personId, role, this.#changedBy(by), now);
      const member = done(changed, personId);
      const changedFields = role === undefined || member.role === role ? [] : ['role'];
      const act = { ...originOf(by), organizationId, operation: 'updateMember', resource: member, changedFields };
      await this.audit.append(tx, act, now);
      if (role !== undefined && role !== member.role) await this.#notify(tx, by, member.email, role, now);
      return shownMember({ ...member, role: role ?? member.role });
    });
    this.mail.wake();
    this.signal.announce({ personId });
    return reply;
  }

  async remove(by: ActingMember, personId: string): Promise<Reply> {
    const { organizationId } = by;
    const reply = await this.mutations.once(keyedOf(by), async (tx, now) => {
      const member = done(await this.#changes.remove(tx, organizationId, personId, this.#changedBy(by), now), personId);
      const act = { ...originOf(by), organizationId, operation: 'removeMember', resource: member };
      await this.audit.append(tx, act, now);
      return { data: { id: personId } };
    });
    this.mail.wake();
    this.signal.announce({ personId });
    return reply;
  }

  #changedBy(by: ActingMember): ChangedBy {
    return { origin: originOf(by), load: (tx) => this.changer.load(tx, by) };
  }

  async #notify(
    tx: Sql,
    { organizationId, person }: ActingMember,
    email: string,
    role: Role,
    now: Date,
  ): Promise<void> {
    const organization = (await this.organizations.find(organizationId, tx))?.name ?? '';
    const notice = { kind: 'NEW_ROLE', organization, role, by: person.name } as const;
    await this.mail.notify(tx, organizationId, email, notice, now);
  }
}

function done(change: MemberChange, personId: string): Member {
  if (change.kind === 'done') return change.member;
  throw change.kind === 'no-member' ? ApiError.notFound('member', personId) : roleRefusal(change);
}
