import { Injectable } from '@nestjs/common';
import { ApiError, newId } from '@vedette/contract';
import type { Sql } from '@vedette/database';
import { Reply } from '@vedette/messaging';
import { keyedOf, type SignedIn } from '../acting.ts';
import { AuditRepository } from '../audit/audit.repository.ts';
import { CredentialSignal } from '../credential-signal.ts';
import { AccountMutations } from '../mutations.ts';
import { OrganizationRepository } from '../organizations/organization.repository.ts';
import { MemberRepository } from '../people/member.repository.ts';
import { PersonRepository, type Person } from '../people/person.repository.ts';
import { SessionRepository } from '../sessions/session.repository.ts';
import { SessionStart, type Visit } from '../sign-in/session-start.ts';
import { shownSession } from '../sign-in/session-view.ts';
import { SignInLimits } from '../sign-in/sign-in-limits.ts';
import { hashToken } from '../sign-in/token.ts';
import { acceptInvitation, type Acceptance } from './invitation-terms.ts';
import { InvitationRepository, type Invitation } from './invitation.repository.ts';

type Accepted =
  { readonly kind: 'accepted'; readonly personId: string; readonly answer: object } | { readonly kind: Refused };
type Refused = Extract<Acceptance['kind'], 'invalid' | 'session-needed'>;

/** Lets invited people into an organization. Every answer shows the session, in the organization that was joined. */
@Injectable()
export class InvitationAcceptance {
  constructor(
    private readonly invitations: InvitationRepository,
    private readonly organizations: OrganizationRepository,
    private readonly members: MemberRepository,
    private readonly people: PersonRepository,
    private readonly sessions: SessionRepository,
    private readonly sessionStart: SessionStart,
    private readonly limits: SignInLimits,
    private readonly audit: AuditRepository,
    private readonly mutations: AccountMutations,
    private readonly signal: CredentialSignal,
  ) {}

  /** The person who is signed in joins, whatever address was invited. */
  async join(by: SignedIn, token: string): Promise<Reply> {
    const reply = await this.mutations.once(keyedOf(by), async (tx, now) => {
      const invitation = await this.#lock(tx, token);
      const { kind } = acceptInvitation(invitation, true, now);
      const [session, person] = [await this.sessions.find(by.sessionId, tx), await this.people.find(by.person.id, tx)];
      if (kind !== 'join' || invitation === undefined) throw refusal('invalid');
      if (session === undefined || person === undefined) throw refusal('session-needed');
      await this.#admit(tx, invitation, person, by, now);
      await this.members.noteOpened(tx, invitation.organizationId, person.id, now);
      const memberships = await this.members.membershipsOf([person.id], tx);
      return shownSession(session, person, memberships, invitation.organizationId);
    });
    this.signal.announce({ personId: by.person.id });
    return reply;
  }

  /** Without a session: only a token that was mailed lets anybody in, and only the person of that address. */
  async enter(visit: Visit, token: string): Promise<Reply> {
    const accepted = await this.mutations.run(async (tx): Promise<Accepted> => {
      const now = new Date();
      await this.limits.require(tx, 'REDEEM', visit.address, now);
      const invitation = await this.#lock(tx, token);
      const { kind } = acceptInvitation(invitation, false, now);
      if (kind !== 'sign-in' || invitation === undefined) {
        await this.limits.count(tx, 'REDEEM', visit.address, now);
        await this.#noteRefusal(tx, invitation, visit, now);
        return { kind: kind === 'session-needed' ? kind : 'invalid' };
      }
      const { email, organizationId } = invitation;
      const [name = email] = email.split('@');
      const person = await this.people.add(tx, { id: newId('per', now.getTime()), email, name, createdAt: now });
      await this.#admit(tx, invitation, person, visit, now);
      const { shown } = await this.sessionStart.start(tx, visit, person, organizationId, now);
      return { kind: 'accepted', personId: person.id, answer: shown };
    });
    if (accepted.kind !== 'accepted') throw refusal(accepted.kind);
    this.signal.announce({ personId: accepted.personId });
    return Reply.of(accepted.answer);
  }

  /**
   * Locks the organization first, as every change of its people does: the right of the inviter stays as it is while it is
   * judged.
   */
  async #lock(tx: Sql, token: string): Promise<Invitation | undefined> {
    const hash = hashToken(token);
    const organizationId = await this.invitations.organizationOf(tx, hash);
    if (organizationId === undefined) return undefined;
    await this.organizations.lock(tx, organizationId);
    return this.invitations.lock(tx, hash);
  }

  /** An invitation without a session is a way to sign in, so a refused one is recorded too. */
  async #noteRefusal(tx: Sql, invitation: Invitation | undefined, visit: Visit, now: Date): Promise<void> {
    const { requestId, address } = visit;
    const line = {
      actor: { kind: 'nobody' },
      requestId,
      address,
      operation: 'acceptInvitation',
      isRefused: true,
    } as const;
    const resource = invitation && { resource: { id: invitation.id, name: invitation.email } };
    await this.audit.append(tx, { ...line, organizationId: invitation?.organizationId ?? null, ...resource }, now);
  }

  /** An invitation never changes the role of somebody who is a member already. */
  async #admit(
    tx: Sql,
    { id, organizationId, email, role }: Invitation,
    person: Person,
    { requestId, address }: Pick<Visit, 'requestId' | 'address'>,
    now: Date,
  ): Promise<void> {
    await this.members.add(tx, organizationId, person.id, role, now);
    await this.invitations.delete(tx, id);
    const actor = { kind: 'person', id: person.id, name: person.name } as const;
    const act = { actor, requestId, address, organizationId, operation: 'acceptInvitation' };
    await this.audit.append(tx, { ...act, resource: { id, name: email } }, now);
  }
}

function refusal(kind: Refused): ApiError {
  return kind === 'invalid'
    ? ApiError.unauthorized('The invitation is unknown, used, withdrawn or expired.')
    : ApiError.unauthorized('This invitation was given to you as a link: sign in first, then open it again.');
}
