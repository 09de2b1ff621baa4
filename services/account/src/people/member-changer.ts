import { Injectable } from '@nestjs/common';
import { ApiError, type Role } from '@vedette/contract';
import type { Sql } from '@vedette/database';
import type { ActingMember } from '../acting.ts';
import { OrganizationRepository } from '../organizations/organization.repository.ts';
import { SessionRepository } from '../sessions/session.repository.ts';
import { MemberRepository } from './member.repository.ts';
import { roleRefusal } from './role-refusal.ts';
import { grantRole, type Changer } from './roles.ts';

/** Finds out with which role, and how long after the sign-in, a person changes who is in an organization. */
@Injectable()
export class MemberChanger {
  constructor(
    private readonly members: MemberRepository,
    private readonly sessions: SessionRepository,
    private readonly organizations: OrganizationRepository,
  ) {}

  /** Reads the rows of this transaction, because what the gateway remembers may be a second old. */
  async load(tx: Sql, { organizationId, person, sessionId }: ActingMember): Promise<Changer | undefined> {
    const member = await this.members.find(organizationId, person.id, tx);
    const session = await this.sessions.find(sessionId, tx);
    if (member === undefined || session?.personId !== person.id) return undefined;
    return { kind: 'person', id: person.id, role: member.role, signedInAt: session.signedInAt };
  }

  /** Locks the organization, as every change of its people does, and throws unless the person may grant the role. */
  async requireGrant(tx: Sql, by: ActingMember, role: Role, now: Date): Promise<void> {
    await this.organizations.lock(tx, by.organizationId);
    const changer = await this.load(tx, by);
    if (changer === undefined) throw ApiError.notFound('member', by.person.id);
    const verdict = grantRole(changer, role, now);
    if (verdict.kind !== 'allowed') throw roleRefusal(verdict);
  }
}
