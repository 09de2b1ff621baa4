import { Injectable } from '@nestjs/common';
import { ApiError, type Actor } from '@vedette/contract';
import type { Sql } from '@vedette/database';
import { Reply } from '@vedette/messaging';
import { Host } from '@vedette/service-host';
import { AuditRepository } from '../audit/audit.repository.ts';
import { MailQueue } from '../mail/mail-queue.ts';
import { AccountMutations } from '../mutations.ts';
import { emailAddress } from '../people/email-address.ts';
import { PersonRepository } from '../people/person.repository.ts';
import { SessionStart, type Visit, type Visitor } from './session-start.ts';
import { redeemLink, type LinkFault } from './sign-in-links.ts';
import { SignInLimits } from './sign-in-limits.ts';
import { SignInRepository, type SignInLink } from './sign-in.repository.ts';
import { hashToken } from './token.ts';

type Redeemed =
  { readonly kind: 'signed-in'; readonly answer: object } | { readonly kind: 'refused'; readonly because: LinkFault };

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

  /** A refused try is committed, and then refused: it counts, and the audit log has it. */
  async redeem(visit: Visit, token: string): Promise<Reply> {
    const redeemed = await this.mutations.run(async (tx): Promise<Redeemed> => {
      const now = new Date();
      await this.limits.require(tx, 'REDEEM', visit.address, now);
      const hash = hashToken(token);
      const link = await this.links.lockLink(tx, hash);
      const redemption = redeemLink(link, now);
      const person = link === undefined ? undefined : await this.people.find(link.personId, tx);
      if (redemption.kind === 'refused' || link === undefined || person === undefined) {
        await this.limits.count(tx, 'REDEEM', visit.address, now);
        const actor: Actor = person === undefined ? { kind: 'nobody' } : { ...person, kind: 'person' };
        const organizationId = link === undefined ? null : await this.start.opensFor(tx, link);
        await this.#note(tx, visit, actor, organizationId, true, now);
        return { kind: 'refused', because: redemption.kind === 'refused' ? redemption.because : 'unknown' };
      }
      await this.links.markUsed(tx, hash, now);
      const { openId, shown } = await this.start.start(tx, visit, person, link.organizationId, now);
      await this.#note(tx, visit, { ...person, kind: 'person' }, openId, false, now);
      return { kind: 'signed-in', answer: shown };
    });
    this.mail.wake();
    this.#signIns.inc({ outcome: redeemed.kind === 'refused' ? redeemed.because : redeemed.kind });
    if (redeemed.kind === 'refused')
      throw ApiError.unauthorized('The link is unknown, used or expired: ask for another.');
    return Reply.of(redeemed.answer);
  }

  async #note(
    tx: Sql,
    { requestId, address }: Visit,
    actor: Actor,
    organizationId: SignInLink['organizationId'],
    isRefused: boolean,
    now: Date,
  ): Promise<void> {
    const act = { actor, requestId, address, organizationId, operation: 'redeemSignInLink', isRefused };
    await this.audit.append(tx, act, now);
  }
}
