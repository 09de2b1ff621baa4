import { Injectable } from '@nestjs/common';
import { ApiError, type Role } from '@vedette/contract';
import { Reply } from '@vedette/messaging';
import { originOf, type ActingMember } from '../acting.ts';
import { Acts } from '../acts.ts';
import { emailAddress } from './email-address.ts';
import { MemberChanger } from './member-changer.ts';
import { MemberChanges, type ChangedBy, type MemberChange } from './member-changes.ts';
import { shownMember } from './member-view.ts';
import { MemberRepository, type Member } from './member.repository.ts';
import { roleRefusal } from './role-refusal.ts';

@Injectable()
export class MemberService {
  constructor(
    private readonly members: MemberRepository,
    private readonly changer: MemberChanger,
    private readonly changes: MemberChanges,
    private readonly acts: Acts,
  ) {}

  async list(organizationId: string, { limit, offset }: { limit: number; offset: number }): Promise<Reply> {
    const { members, total } = await this.members.page(organizationId, limit, offset);
    return Reply.of({ data: members.map(shownMember), pagination: { limit, offset, total } });
  }

  async hasAddress(organizationId: string, email: string): Promise<boolean> {
    const address = emailAddress(email);
    return address !== undefined && (await this.members.hasAddress(organizationId, address));
  }

  update(by: ActingMember, personId: string, { role }: { role?: Role | undefined }): Promise<Reply> {
    const { organizationId } = by;
    return this.acts.once(by, { changed: { personId } }, async (tx, now) => {
      const changed = await this.changes.changeRole(tx, organizationId, personId, role, this.#changedBy(by), now);
      const member = done(changed, personId);
      const changedFields = role === undefined || member.role === role ? [] : ['role'];
      await this.acts.record(tx, by, { operation: 'updateMember', resource: member, changedFields }, now);
      return shownMember({ ...member, role: role ?? member.role });
    });
  }

  remove(by: ActingMember, personId: string): Promise<Reply> {
    const { organizationId } = by;
    return this.acts.once(by, { changed: { personId } }, async (tx, now) => {
      const member = done(await this.changes.remove(tx, organizationId, personId, this.#changedBy(by), now), personId);
      await this.acts.record(tx, by, { operation: 'removeMember', resource: member }, now);
      return { data: { id: personId } };
    });
  }

  #changedBy(by: ActingMember): ChangedBy {
    return { origin: originOf(by), load: (tx) => this.changer.load(tx, by) };
  }
}

function done(change: MemberChange, personId: string): Member {
  if (change.kind === 'done') return change.member;
  throw change.kind === 'no-member' ? ApiError.notFound('member', personId) : roleRefusal(change);
}
