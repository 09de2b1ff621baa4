import { Injectable } from '@nestjs/common';
import { ApiError } from '@vedette/contract';
import { Reply } from '@vedette/messaging';
import type { SignedIn } from '../acting.ts';
import { Acts } from '../acts.ts';
import { AccountMutations } from '../mutations.ts';
import { MemberRepository } from '../people/member.repository.ts';
import { PersonRepository } from '../people/person.repository.ts';
import { isLive } from '../sessions/session-lifetime.ts';
import { SessionRepository } from '../sessions/session.repository.ts';
import { listedSession, shownSession } from './session-view.ts';

/** The sessions of a person: who is signed in here, and where else. */
@Injectable()
export class SessionService {
  constructor(
    private readonly sessions: SessionRepository,
    private readonly people: PersonRepository,
    private readonly members: MemberRepository,
    private readonly acts: Acts,
    private readonly mutations: AccountMutations,
  ) {}

  /** Notes that the person has opened this organization: next time it opens by itself. */
  async get(by: SignedIn, organizationId: string | null): Promise<Reply> {
    const { id } = by.person;
    const session = await this.sessions.find(by.sessionId);
    const person = await this.people.find(id);
    if (session === undefined || person === undefined) throw ApiError.unauthorized('The session has ended.');
    const memberships = await this.members.membershipsOf([id]);
    const openId = organizationId ?? memberships[0]?.organizationId ?? null;
    if (openId !== null && openId !== memberships[0]?.organizationId) {
      await this.mutations.run((tx) => this.members.noteOpened(tx, openId, id, new Date()));
    }
    return Reply.of(shownSession(session, person, memberships, openId));
  }

  async list(by: SignedIn, { limit, offset }: { limit: number; offset: number }): Promise<Reply> {
    const now = new Date();
    const live = (await this.sessions.listOf(by.person.id)).filter((session) => isLive(session, now));
    return Reply.of({
      data: live.slice(offset, offset + limit).map((session) => listedSession(session, by.sessionId)),
      pagination: { limit, offset, total: live.length },
    });
  }

  /** Signs out here. */
  end(by: SignedIn): Promise<Reply> {
    return this.#end(by, by.sessionId, 'endSession');
  }

  endOne(by: SignedIn, sessionId: string): Promise<Reply> {
    return this.#end(by, sessionId, 'endOneSession');
  }

  /** Signs out everywhere, here too. */
  endAll(by: SignedIn): Promise<Reply> {
    const { id } = by.person;
    return this.acts.once(by, { changed: { personId: id } }, async (tx, now) => {
      await this.sessions.deleteAll(tx, id);
      await this.acts.record(tx, by, { operation: 'endAllSessions' }, now);
      return { data: { id } };
    });
  }

  #end(by: SignedIn, sessionId: string, operation: string): Promise<Reply> {
    const { id } = by.person;
    return this.acts.once(by, { changed: { personId: id } }, async (tx, now) => {
      if (!(await this.sessions.delete(tx, id, sessionId))) throw ApiError.notFound('session', sessionId);
      await this.acts.record(tx, by, { operation, resource: { id: sessionId, name: null } }, now);
      return { data: { id: sessionId } };
    });
  }
}
