import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { ApiError, limitRefusal, newId, type Role } from '@vedette/contract';
import type { Sql } from '@vedette/database';
import { Reply, type Seal } from '@vedette/messaging';
import { SecretBox } from '@vedette/sealing';
import { CONFIG } from '@vedette/service-host';
import { keyedOf, originOf, type ActingMember } from '../acting.ts';
import { AuditRepository } from '../audit/audit.repository.ts';
import type { AccountConfig } from '../config.ts';
import { MailQueue } from '../mail/mail-queue.ts';
import { AccountMutations } from '../mutations.ts';
import { OrganizationRepository } from '../organizations/organization.repository.ts';
import { emailAddress } from '../people/email-address.ts';
import { MemberChanger } from '../people/member-changer.ts';
import { MemberRepository } from '../people/member.repository.ts';
import { PersonRepository } from '../people/person.repository.ts';
import { roleRefusal } from '../people/role-refusal.ts';
import { grantRole } from '../people/roles.ts';
import { hashToken, makeToken, tokenUrl } from '../sign-in/token.ts';
import { invitationsCountedFrom, mayInvite } from './invitation-limits.ts';
import { invitationExpiresAt } from './invitation-terms.ts';
import { InvitationRepository, type Invitation } from './invitation.repository.ts';

/** Who invites people into an organization. `InvitationAcceptance` lets them in. */
@Injectable()
export class InvitationService {
  readonly #sealedAnswers: Seal;

  constructor(
    private readonly invitations: InvitationRepository,
    private readonly organizations: OrganizationRepository,
    private readonly members: MemberRepository,
    private readonly people: PersonRepository,
    private readonly changer: MemberChanger,
    private readonly audit: AuditRepository,
    private readonly mutations: AccountMutations,
    private readonly mail: MailQueue,
    @Inject(CONFIG) private readonly config: AccountConfig,
    secrets: SecretBox,
  ) {
    this.#sealedAnswers = secrets.within('idempotent answer');
  }

  async list(organizationId: string, { limit, offset }: { limit: number; offset: number }): Promise<Reply> {
    const { invitations, total } = await this.invitations.page(organizationId, new Date(), limit, offset);
    return Reply.of({ data: invitations.map(shownInvitation), pagination: { limit, offset, total } });
  }

  /**
   * Mails the link where there is a mail server. Otherwise the answer shows it, and so it proves no address: whoever
   * accepts it must be signed in.
   */
  async create(by: ActingMember, fields: { email: string; role: Role }): Promise<Reply> {
    const { organizationId, person } = by;
    const email = emailAddress(fields.email);
    if (email === undefined) throw ApiError.validation([{ path: 'email', message: 'must be a mail address' }]);
    const reply = await this.mutations.once(
      keyedOf(by),
      async (tx, now) => {
        await this.organizations.lock(tx, organizationId);
        await this.#require(tx, by, fields.role, now);
        const invited = await this.people.findByEmail(email, tx);
        if (invited !== undefined && (await this.members.find(organizationId, invited.id, tx)) !== undefined) {
          throw ApiError.conflict('This person is in the organization already.');
        }
        await this.#requireLimits(tx, organizationId, email, now);
        const full = limitRefusal('open invitations', await this.invitations.count(tx, organizationId, now));
        if (full !== undefined) throw ApiError.conflict(full);
        const token = makeToken(randomBytes);
        const invitation = {
          id: newId('inv', now.getTime()),
          organizationId,
          email,
          role: fields.role,
          isMailed: this.mail.isOn,
          createdAt: now,
          expiresAt: invitationExpiresAt(now),
        };
        const hash = invitation.isMailed ? null : hashToken(token);
        const added = { ...invitation, hash, inviterId: person.id };
        if (!(await this.invitations.insert(tx, added))) {
          throw ApiError.conflict('This address is invited already: delete that invitation first.');
        }
        await this.invitations.noteMade(tx, organizationId, email, now);
        const resource = { id: invitation.id, name: email };
        await this.audit.append(tx, { ...originOf(by), organizationId, operation: 'createInvitation', resource }, now);
        const mail = { kind: 'INVITATION', address: email, organizationId, invitationId: invitation.id } as const;
        if (invitation.isMailed) await this.mail.add(tx, mail, now);
        const url = invitation.isMailed ? null : tokenUrl(this.config.consolePublicUrl, 'invitation', token);
        return { ...shownInvitation({ ...invitation, invitedBy: person.name }), url };
      },
      this.#sealedAnswers,
    );
    this.mail.wake();
    return reply;
  }

  delete(by: ActingMember, id: string): Promise<Reply> {
    const { organizationId } = by;
    return this.mutations.once(keyedOf(by), async (tx, now) => {
      const invitation = await this.invitations.find(organizationId, id, tx);
      if (invitation === undefined) throw ApiError.notFound('invitation', id);
      await this.#require(tx, by, invitation.role, now);
      await this.invitations.delete(tx, id);
      const resource = { id, name: invitation.email };
      await this.audit.append(tx, { ...originOf(by), organizationId, operation: 'deleteInvitation', resource }, now);
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

  async #require(tx: Sql, by: ActingMember, role: Role, now: Date): Promise<void> {
    const changer = await this.changer.load(tx, by);
    if (changer === undefined) throw ApiError.notFound('member', by.person.id);
    const verdict = grantRole(changer, role, now);
    if (verdict.kind !== 'allowed') throw roleRefusal(verdict);
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
