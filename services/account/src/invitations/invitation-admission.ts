import { Injectable } from '@nestjs/common';
import type { Sql } from '@vedette/database';
import { AuditRepository } from '../audit/audit.repository.ts';
import { OrganizationRepository } from '../organizations/organization.repository.ts';
import { MemberRepository } from '../people/member.repository.ts';
import type { Person } from '../people/person.repository.ts';
import type { Visitor } from '../sign-in/session-start.ts';
import { SignInLimits } from '../sign-in/sign-in-limits.ts';
import { hashToken } from '../sign-in/token.ts';
import { InvitationRepository, type Invitation } from './invitation.repository.ts';

/** Finds invitations by their tokens, and makes the people who accept them members. */
@Injectable()
export class InvitationAdmission {
  constructor(
    private readonly invitations: InvitationRepository,
    private readonly organizations: OrganizationRepository,
    private readonly members: MemberRepository,
    private readonly limits: SignInLimits,
    private readonly audit: AuditRepository,
  ) {}

  /**
   * Locks the organization first, as every change of its people does: the right of the inviter stays as it is while it is
   * judged.
   */
  async lock(tx: Sql, token: string): Promise<Invitation | undefined> {
    const hash = hashToken(token);
    const organizationId = await this.invitations.organizationOf(tx, hash);
    if (organizationId === undefined) return undefined;
    await this.organizations.lock(tx, organizationId);
    return this.invitations.lock(tx, hash);
  }

  /** Throws if the client address has tried too often. */
  requireTry(tx: Sql, { address }: Visitor, now: Date): Promise<void> {
    return this.limits.require(tx, 'REDEEM', address, now);
  }

  /** An invitation without a session is a way to sign in, so a refused one counts and is recorded too. */
  async noteRefusal(tx: Sql, invitation: Invitation | undefined, visitor: Visitor, now: Date): Promise<void> {
    const { requestId, address } = visitor;
    await this.limits.count(tx, 'REDEEM', address, now);
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
  async admit(
    tx: Sql,
    { id, organizationId, email, role }: Invitation,
    person: Person,
    { requestId, address }: Visitor,
    now: Date,
  ): Promise<void> {
    await this.members.add(tx, organizationId, person.id, role, now);
    await this.invitations.delete(tx, id);
    const actor = { kind: 'person', id: person.id, name: person.name } as const;
    const act = { actor, requestId, address, organizationId, operation: 'acceptInvitation' };
    await this.audit.append(tx, { ...act, resource: { id, name: email } }, now);
  }
}
