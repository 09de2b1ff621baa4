import { Inject, Injectable } from '@nestjs/common';
import { ApiError, clientNetwork } from '@vedette/contract';
import type { Sql } from '@vedette/database';
import { CONFIG } from '@vedette/service-host';
import type { AccountConfig } from '../config.ts';
import { countedFrom, mayTry, type TryKind } from './sign-in-links.ts';
import { SignInRepository } from './sign-in.repository.ts';

/** Counts what a client address tries without a credential. */
@Injectable()
export class SignInLimits {
  readonly #perHour: number;

  constructor(
    private readonly tries: SignInRepository,
    @Inject(CONFIG) config: AccountConfig,
  ) {
    this.#perHour = config.signInTriesPerHour;
  }

  /** Other tries of the address wait until the transaction ends. */
  async require(tx: Sql, kind: TryKind, address: string | null, now: Date): Promise<void> {
    if (address === null) return;
    const tried = await this.tries.lockTries(tx, kind, clientNetwork(address), countedFrom(now));
    const verdict = mayTry(kind, tried, this.#perHour, now);
    if (verdict.kind === 'wait') throw ApiError.rateLimited(verdict.seconds, 'this address');
  }

  async count(tx: Sql, kind: TryKind, address: string | null, now: Date): Promise<void> {
    if (address !== null) await this.tries.insertTry(tx, kind, clientNetwork(address), now);
  }
}
