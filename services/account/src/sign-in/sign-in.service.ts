import { Injectable } from '@nestjs/common';
import { ApiError, type Actor, type BodyOf } from '@vedette/contract';
import type { Sql } from '@vedette/database';
import { Reply } from '@vedette/messaging';
import { Host } from '@vedette/service-host';
import type { SignedIn } from '../acting.ts';
import { AuditRepository, type Act } from '../audit/audit.repository.ts';
import { CredentialSignal } from '../credential-signal.ts';
import { MailQueue } from '../mail/mail-queue.ts';
import { AccountMutations } from '../mutations.ts';
import { emailAddress } from '../people/email-address.ts';
import { PersonRepository, type Person } from '../people/person.repository.ts';
import { SessionRepository } from '../sessions/session.repository.ts';
import { SessionStart, type Visit, type Visitor } from './session-start.ts';
import { redeemLink, type LinkFault } from './sign-in-links.ts';
import { SignInLimits } from './sign-in-limits.ts';
import { SignInRepository, type SignInLink } from './sign-in.repository.ts';
import { hashToken } from './token.ts';

interface Refused {
  readonly kind: 'refused';
  readonly because: LinkFault;
}

type Judged = { readonly kind: 'good'; readonly link: SignInLink; readonly person: Person } | Refused;
type Redeemed = { readonly kind: 'signed-in'; readonly answer: object } | Refused;

/** How people sign in: by a link that works once. There are no passwords. */
@Injectable()
export class SignInService {
  readonly #signIns;

  constructor(
    { metrics }: Host,
    private readonly links: SignInRepository,
    private readonly people: PersonRepository,
    private readonly start: SessionStart,
    private readonly limits: SignInLimits,
    private readonly audit: AuditRepository,
    private readonly mail: MailQueue,
    private readonly mutations: AccountMutations,
    private readonly sessions: SessionRepository,
    private readonly signal: CredentialSignal,
  ) {
    this.#signIns = metrics.counter('sign_ins_total', 'Sign-ins by link: signed-in, or what was wrong with the link', [
      'outcome',
    ]);
  }

  /** The answer, and its time, are the same whether or not the address belongs to a person. */
  async request(email: string, visitor: Visitor): Promise<Reply> {
    const known = emailAddress(email);
    const { address } = visitor;
    await this.mutations.run(async (tx) => {
      const now = new Date();
      await this.limits.require(tx, 'REQUEST', address, now);
      await this.limits.count(tx, 'REQUEST', address, now);
      // Nobody has proven the address, so the line names neither the address nor its person.
      const line = {
        ...visitor,
        actor: { kind: 'nobody' },
        organizationId: null,
        operation: 'createSignInLink',
      } as const;
      await this.audit.append(tx, line, now);
      if (known === undefined || !this.mail.isOn) return;
      const link = { kind: 'SIGN_IN_LINK', address: known, organizationId: null, invitationId: null } as const;
      await this.mail.add(tx, link, now);
    });
    this.mail.wake();
    return Reply.of({ email });
  }

  methods({ limit, offset }: { limit: number; offset: number }): Reply {
    const all = [...(this.mail.isOn ? ['MAIL'] : []), 'OPERATOR'].map((type) => ({ type }));
    return Reply.of({ data: all.slice(offset, offset + limit), pagination: { limit, offset, total: all.length } });
  }

  /** Says whom a link signs in, and leaves it as it is. */
  async view(visitor: Visitor, token: string): Promise<Reply> {
    const judged = await this.mutations.run((tx) => this.#judge(tx, visitor, token, new Date()));
    if (judged.kind === 'refused') throw this.#refusal(judged);
    return Reply.of({ email: judged.person.email });
  }

  /** The session that the request presents ends, if the person agrees to that. */
  async redeem(visit: Visit, { token, replace }: BodyOf<'redeemSignInLink'>, present?: SignedIn): Promise<Reply> {
    const redeemed = await this.mutations.run(async (tx): Promise<Redeemed> => {
      const now = new Date();
      const judged = await this.#judge(tx, visit, token, now);
      if (judged.kind === 'refused') return judged;
      const { link, person } = judged;
      const replaced = present && (await this.#endSession(tx, present));
      if (replaced !== undefined && !replace) {
        throw ApiError.conflict('Somebody is signed in already: send `replace: true` to end that session.');
      }
      await this.links.markUsed(tx, hashToken(token), now);
      const { openId, shown } = await this.start.start(tx, visit, person, link.organizationId, now);
      const act = { actor: { ...person, kind: 'person' }, organizationId: openId, isRefused: false } as const;
      await this.#note(tx, visit, replaced === undefined ? act : { ...act, resource: replaced }, now);
      return { kind: 'signed-in', answer: shown };
    });
    this.mail.wake();
    if (redeemed.kind === 'refused') throw this.#refusal(redeemed);
    this.#signIns.inc({ outcome: redeemed.kind });
    if (present !== undefined) this.signal.announce({ personId: present.person.id });
    return Reply.of(redeemed.answer);
  }

  /** A refused try is committed, and then refused: it counts, and the audit log has it. */
  async #judge(tx: Sql, visitor: Visitor, token: string, now: Date): Promise<Judged> {
    await this.limits.require(tx, 'REDEEM', visitor.address, now);
    const link = await this.links.lockLink(tx, hashToken(token));
    const redemption = redeemLink(link, now);
    const person = link === undefined ? undefined : await this.people.find(link.personId, tx);
    if (redemption.kind === 'sign-in' && link !== undefined && person !== undefined)
      return { kind: 'good', link, person };
    await this.limits.count(tx, 'REDEEM', visitor.address, now);
    const actor: Actor = person === undefined ? { kind: 'nobody' } : { ...person, kind: 'person' };
    const organizationId = link === undefined ? null : await this.start.opensFor(tx, link);
    await this.#note(tx, visitor, { actor, organizationId, isRefused: true }, now);
    return { kind: 'refused', because: redemption.kind === 'refused' ? redemption.because : 'unknown' };
  }

  /** The person whose session it was; undefined if it has ended already. */
  async #endSession(tx: Sql, { person, sessionId }: SignedIn): Promise<SignedIn['person'] | undefined> {
    return (await this.sessions.delete(tx, person.id, sessionId)) ? person : undefined;
  }

  #refusal({ because }: Refused): ApiError {
    this.#signIns.inc({ outcome: because });
    return ApiError.unauthorized('The link is unknown, used or expired: ask for another.');
  }

  /** The resource of a sign-in is the person whose session ended by it. */
  async #note(
    tx: Sql,
    { requestId, address }: Visitor,
    act: Pick<Act, 'actor' | 'organizationId' | 'isRefused' | 'resource'>,
    now: Date,
  ): Promise<void> {
    await this.audit.append(tx, { ...act, requestId, address, operation: 'redeemSignInLink' }, now);
  }
}
