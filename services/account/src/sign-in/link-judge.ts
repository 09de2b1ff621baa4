import { Injectable } from '@nestjs/common';
import type { Actor } from '@vedette/contract';
import type { Sql } from '@vedette/database';
import { AuditRepository, type Act } from '../audit/audit.repository.ts';
import { PersonRepository, type Person } from '../people/person.repository.ts';
import { SessionStart, type Visitor } from './session-start.ts';
import { redeemLink, type LinkFault } from './sign-in-links.ts';
import { SignInLimits } from './sign-in-limits.ts';
import { SignInRepository, type SignInLink } from './sign-in.repository.ts';
import { hashToken } from './token.ts';

export interface Refused {
  readonly kind: 'refused';
  readonly because: LinkFault;
}

export type Judged = { readonly kind: 'good'; readonly link: SignInLink; readonly person: Person } | Refused;

/** Finds out whom a sign-in link signs in. A refused try is committed: it counts, and the audit log has it. */
@Injectable()
export class LinkJudge {
  constructor(
    private readonly links: SignInRepository,
    private readonly people: PersonRepository,
    private readonly limits: SignInLimits,
    private readonly audit: AuditRepository,
    private readonly start: SessionStart,
  ) {}

  async judge(tx: Sql, visitor: Visitor, token: string, now: Date): Promise<Judged> {
    await this.limits.require(tx, 'REDEEM', visitor.address, now);
    const link = await this.links.lockLink(tx, hashToken(token));
    const redemption = redeemLink(link, now);
    const person = link === undefined ? undefined : await this.people.find(link.personId, tx);
    if (redemption.kind === 'sign-in' && link !== undefined && person !== undefined)
      return { kind: 'good', link, person };
    await this.limits.count(tx, 'REDEEM', visitor.address, now);
    const actor: Actor = person === undefined ? { kind: 'nobody' } : { ...person, kind: 'person' };
    const organizationId = link === undefined ? null : await this.start.opensFor(tx, link);
    await this.record(tx, visitor, { actor, organizationId, isRefused: true }, now);
    return { kind: 'refused', because: redemption.kind === 'refused' ? redemption.because : 'unknown' };
  }

  markUsed(tx: Sql, token: string, now: Date): Promise<void> {
    return this.links.markUsed(tx, hashToken(token), now);
  }

  /** The resource of a sign-in is the person whose session ended by it. */
  async record(
    tx: Sql,
    { requestId, address }: Visitor,
    act: Pick<Act, 'actor' | 'organizationId' | 'isRefused' | 'resource'>,
    now: Date,
  ): Promise<void> {
    await this.audit.append(tx, { ...act, requestId, address, operation: 'redeemSignInLink' }, now);
  }
}
