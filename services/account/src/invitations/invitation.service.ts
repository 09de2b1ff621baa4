import { Injectable } from '@nestjs/common';
import { ApiError, limitRefusal, newId, type Role } from '@vedette/contract';
import type { Sql } from '@vedette/database';
import { Reply } from '@vedette/messaging';
import type { ActingMember } from '../acting.ts';
import { Acts } from '../acts.ts';
import { emailAddress } from '../people/email-address.ts';
import { MemberChanger } from '../people/member-changer.ts';
import { MemberRepository } from '../people/member.repository.ts';
import { invitationsCountedFrom, mayInvite } from './invitation-limits.ts';
import { invitationExpiresAt } from './invitation-terms.ts';
import { InvitationTokens } from './invitation-tokens.ts';
import { InvitationRepository, type Invitation } from './invitation.repository.ts';

/** Who invites people into an organization. `InvitationAcceptance` lets them in. */
@Injectable()
export class InvitationService {
  constructor(
    private readonly invitations: InvitationRepository,
    private readonly members: MemberRepository,
    private readonly changer: MemberChanger,
    private readonly tokens: InvitationTokens,
    private readonly acts: Acts,
  ) {}

  async list(organizationId: string, { limit, offset }: { limit: number; offset: number }): Promise<Reply> {
    const { invitations, total } = await this.invitations.page(organizationId, new Date(), limit, offset);
    return Reply.of({ data: invitations.map(shownInvitation), pagination: { limit, offset, total } });
  }

  /**
   * A link that is mailed proves the address. Without a mail server the answer shows the link, so that whoever accepts it
   * must be signed in.
   */
  async create(by: ActingMember, fields: { email: string; role: Role }): Promise<Reply> {
    const { organizationId, person } = by;
    const email = emailAddress(fields.email);
    if (email === undefined) throw ApiError.validation([{ path: 'email', message: 'must be a mail address' }]);
    return this.acts.once(by, { isSecret: true }, async (tx, now) => {
      await this.changer.requireGrant(tx, by, fields.role, now);
      if (await this.members.hasAddress(organizationId, email, tx)) {
        throw ApiError.conflict('This person is in the organization already.');
      }
      await this.#requireLimits(tx, organizationId, email, now);
      const full = limitRefusal('open invitations', await this.invitations.count(tx, organizationId, now));
      if (full !== undefined) throw ApiError.conflict(full);
      const { isMailed, shown } = this.tokens.make();
      const invitation = {
        id: newId('inv', now.getTime()),
        organizationId,
        email,
        role: fields.role,
        isMailed,
        createdAt: now,
        expiresAt: invitationExpiresAt(now),
      };
      const added = { ...invitation, hash: shown?.hash ?? null, inviterId: person.id };
      if (!(await this.invitations.insert(tx, added))) {
        throw ApiError.conflict('This address is invited already: delete that invitation first.');
      }
      await this.invitations.noteMade(tx, organizationId, email, now);
      const resource = { id: invitation.id, name: email };
      await this.acts.record(tx, by, { operation: 'createInvitation', resource }, now);
      if (isMailed) await this.tokens.mailLater(tx, invitation, now);
      return { ...shownInvitation({ ...invitation, invitedBy: person.name }), url: shown?.url ?? null };
    });
  }

  delete(by: ActingMember, id: string): Promise<Reply> {
    const { organizationId } = by;
    return this.acts.once(by, {}, async (tx, now) => {
      const invitation = await this.invitations.find(organizationId, id, tx);
      if (invitation === undefined) throw ApiError.notFound('invitation', id);
      await this.changer.requireGrant(tx, by, invitation.role, now);
      await this.invitations.delete(tx, id);
      const resource = { id, name: invitation.email };
      await this.acts.record(tx, by, { operation: 'deleteInvitation', resource }, now);
      return { data: { id } };
    });
  }

  /** The organization is locked, so that of invitations at once each counts those before it. */
  async #requireLimits(tx: Sql, organizationId: string, email: string, now: Date): Promise<void> {
    const made = await this.invitations.madeSince(tx, organizationId, email, invitationsCountedFrom(now));
    const verdict = mayInvite(made, now);
    if (verdict.kind === 'allowed') return;
    const message = `${verdict.reason}; retry in ${verdict.seconds} s.`;
    throw new ApiError('rate_limited', message, undefined, verdict.seconds);
  }
}

function shownInvitation({
  id,
  email,
  role,
  isMailed,
  invitedBy,
  createdAt,
  expiresAt,
}: Omit<Invitation, 'inviterRole'>) {
  return {
    id,
    email,
    role,
    mailed: isMailed,
    invitedBy,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}
