import { Injectable } from '@nestjs/common';
import { ApiError, type BodyOf } from '@vedette/contract';
import { Reply } from '@vedette/messaging';
import { Host } from '@vedette/service-host';
import type { SignedIn } from '../acting.ts';
import { Acts } from '../acts.ts';
import { AccountMutations } from '../mutations.ts';
import { LinkJudge, type Refused } from './link-judge.ts';
import { SessionStart, type Visit, type Visitor } from './session-start.ts';

type Redeemed = { readonly kind: 'signed-in'; readonly answer: object } | Refused;

/** How people sign in: by a link that works once. */
@Injectable()
export class SignInService {
  readonly #signIns;

  constructor(
    { metrics }: Host,
    private readonly links: LinkJudge,
    private readonly start: SessionStart,
    private readonly acts: Acts,
    private readonly mutations: AccountMutations,
  ) {
    this.#signIns = metrics.counter('sign_ins_total', 'Sign-ins by link: signed-in, or what was wrong with the link', [
      'outcome',
    ]);
  }

  /** Says whom a link signs in, and leaves it as it is. */
  async view(visitor: Visitor, token: string): Promise<Reply> {
    const judged = await this.mutations.run((tx) => this.links.judge(tx, visitor, token, new Date()));
    if (judged.kind === 'refused') throw this.#refusal(judged);
    return Reply.of({ email: judged.person.email });
  }

  /** The session that the request presents ends, if the person agrees to that. */
  async redeem(visit: Visit, { token, replace }: BodyOf<'redeemSignInLink'>, present?: SignedIn): Promise<Reply> {
    const redeemed = await this.mutations.run(async (tx): Promise<Redeemed> => {
      const now = new Date();
      const judged = await this.links.judge(tx, visit, token, now);
      if (judged.kind === 'refused') return judged;
      const { link, person } = judged;
      const replaced = present && (await this.start.endOther(tx, present));
      if (replaced !== undefined && !replace) {
        throw ApiError.conflict('Somebody is signed in already: send `replace: true` to end that session.');
      }
      await this.links.markUsed(tx, token, now);
      const { openId, shown } = await this.start.start(tx, visit, person, link.organizationId, now);
      const act = { actor: { ...person, kind: 'person' }, organizationId: openId, isRefused: false } as const;
      await this.links.record(tx, visit, replaced === undefined ? act : { ...act, resource: replaced }, now);
      return { kind: 'signed-in', answer: shown };
    });
    if (redeemed.kind === 'refused') throw this.#refusal(redeemed);
    this.#signIns.inc({ outcome: redeemed.kind });
    this.acts.announce(...(present === undefined ? [] : [{ personId: present.person.id }]));
    return Reply.of(redeemed.answer);
  }

  #refusal({ because }: Refused): ApiError {
    this.#signIns.inc({ outcome: because });
    return ApiError.unauthorized('The link is unknown, used or expired: ask for another.');
  }
}
