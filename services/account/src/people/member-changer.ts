import { Injectable } from '@nestjs/common';
import type { Sql } from '@vedette/database';
import type { ActingMember } from '../acting.ts';
import { SessionRepository } from '../sessions/session.repository.ts';
import { MemberRepository } from './member.repository.ts';
import type { Changer } from './roles.ts';

/** Finds out with which role, and how long after the sign-in, a person changes who is in an organization. */
@Injectable()
export class MemberChanger {
  constructor(
    private readonly members: MemberRepository,
    private readonly sessions: SessionRepository,
  ) {}

  /** Reads the rows of this transaction, because what the gateway remembers may be a second old. */
  async load(tx: Sql, { organizationId, person, sessionId }: ActingMember): Promise<Changer | undefined> {
    const member = await this.members.find(organizationId, person.id, tx);
    const session = await this.sessions.find(sessionId, tx);
    if (member === undefined || session?.personId !== person.id) return undefined;
    return { kind: 'person', id: person.id, role: member.role, signedInAt: session.signedInAt };
  }
}
