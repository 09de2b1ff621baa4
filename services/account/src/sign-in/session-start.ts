import { Injectable } from '@nestjs/common';
import { clientNetwork, newId } from '@vedette/contract';
import type { Sql } from '@vedette/database';
import type { RpcContext } from '@vedette/messaging';
import type { SignedIn } from '../acting.ts';
import { MailQueue } from '../mail/mail-queue.ts';
import { MemberRepository } from '../people/member.repository.ts';
import { PersonRepository, type Person } from '../people/person.repository.ts';
import { SessionRepository, type Session } from '../sessions/session.repository.ts';
import { KnownNetworkRepository } from './known-network.repository.ts';
import { shownSession } from './session-view.ts';
import type { SignInLink } from './sign-in.repository.ts';

/** Somebody without a credential, and the request that they sent. */
export interface Visitor {
  readonly address: string | null;
  readonly requestId: string;
}

/** A visitor, and the session that the gateway has made a token for. */
export interface Visit extends Visitor {
  /** The SHA-256, in base64, of the token; the token itself stays between the gateway and the browser. */
  readonly sessionHash: string;
  readonly userAgent: string | null;
}

export function visitorOf({ request }: RpcContext): Visitor {
  return { address: request.sourceAddress ?? null, requestId: request.requestId };
}

/** Throws unless the gateway has made a token, which the contract guarantees for operations that start sessions. */
export function visitOf(context: RpcContext): Visit {
  const { newSession } = context.request;
  if (newSession === undefined) throw new Error('This request carries no hash of a new session');
  return { ...visitorOf(context), sessionHash: newSession.hash, userAgent: newSession.userAgent };
}

export interface PresentSession {
  readonly session: Session;
  readonly person: Person;
}

@Injectable()
export class SessionStart {
  constructor(
    private readonly sessions: SessionRepository,
    private readonly members: MemberRepository,
    private readonly networks: KnownNetworkRepository,
    private readonly mail: MailQueue,
    private readonly people: PersonRepository,
  ) {}

  /** Signs a person in; the answer shows the session. Null opens the organization that the person opened last. */
  async start(tx: Sql, visit: Visit, person: Person, organizationId: string | null, now: Date) {
    const { sessionHash, address, userAgent } = visit;
    const id = newId('ses', now.getTime());
    const session = { id, hash: sessionHash, personId: person.id, signedInAt: now, address, userAgent };
    await this.sessions.insert(tx, session);
    await this.#noteNetwork(tx, person, address, now);
    if (organizationId !== null) await this.members.noteOpened(tx, organizationId, person.id, now);
    const memberships = await this.members.membershipsOf([person.id], tx);
    const openId = memberships[0]?.organizationId ?? null;
    return { openId, shown: shownSession({ ...session, lastUsedAt: now }, person, memberships, openId) };
  }

  /** The session that a request presents, and its person; undefined if one of them is gone. */
  async present(tx: Sql, by: SignedIn): Promise<PresentSession | undefined> {
    const [session, person] = [await this.sessions.find(by.sessionId, tx), await this.people.find(by.person.id, tx)];
    return session && person && { session, person };
  }

  /** Opens an organization in a session; the answer shows the session. */
  async open(tx: Sql, { session, person }: PresentSession, organizationId: string, now: Date) {
    await this.members.noteOpened(tx, organizationId, person.id, now);
    const memberships = await this.members.membershipsOf([person.id], tx);
    return shownSession(session, person, memberships, organizationId);
  }

  /** Ends the session that a request presents. The person whose session it was; undefined if it has ended already. */
  async endOther(tx: Sql, { person, sessionId }: SignedIn): Promise<SignedIn['person'] | undefined> {
    return (await this.sessions.delete(tx, person.id, sessionId)) ? person : undefined;
  }

  /** The organization that a link would open; null if its person belongs to none. */
  async opensFor(tx: Sql, { personId, organizationId }: SignInLink): Promise<string | null> {
    if (organizationId !== null) return organizationId;
    const memberships = await this.members.membershipsOf([personId], tx);
    return memberships[0]?.organizationId ?? null;
  }

  /** Somebody else may have got hold of the link. */
  async #noteNetwork(tx: Sql, { id, email }: Person, address: string | null, now: Date): Promise<void> {
    if (address === null) return;
    const isNew = await this.networks.note(tx, id, clientNetwork(address), now);
    if (isNew) await this.mail.notify(tx, null, email, { kind: 'NEW_ADDRESS', from: address }, now);
  }
}
