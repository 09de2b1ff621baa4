import { Inject, Injectable } from '@nestjs/common';
import { ApiError } from '@vedette/contract';
import { CONFIG } from '@vedette/service-host';
import type { StatusPageConfig } from '../config.ts';
import { domainRefusal } from './custom-domain.ts';
import { DomainKeeper } from './domain-keeper.ts';
import { DomainRepository } from './domain.repository.ts';
import type { Transaction } from '../mutations.ts';

/** The checks on a custom domain when a request sets one. */
@Injectable()
export class CustomDomains {
  readonly #publicHost: string;

  constructor(
    private readonly domains: DomainRepository,
    private readonly keeper: DomainKeeper,
    @Inject(CONFIG) { publicUrl }: StatusPageConfig,
  ) {
    this.#publicHost = new URL(publicUrl).hostname;
  }

  /** Refuses a domain that no page may ever have. */
  requirePossible(domain: string | null | undefined): void {
    const refusal = typeof domain === 'string' ? domainRefusal(domain, this.#publicHost) : undefined;
    if (refusal !== undefined) throw ApiError.validation([{ path: 'customDomain', message: refusal }]);
  }

  /** Refuses a domain that another page has proven. A domain that other pages only name without proof is free. */
  async requireFree(
    tx: Transaction,
    {
      id,
      host,
      customDomain,
    }: { readonly id: string; readonly host: string | null; readonly customDomain: string | null },
  ): Promise<void> {
    if (host === null || !(await this.domains.isVerifiedByAnother(tx, host, id))) return;
    throw ApiError.conflict(`The domain ${customDomain ?? host} belongs to another status page.`);
  }

  /** Starts the lookup of a new domain at once. */
  lookUp(domain: string | null | undefined): void {
    if (typeof domain === 'string') this.keeper.wake();
  }
}
