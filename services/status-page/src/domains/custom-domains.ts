import { Inject, Injectable } from '@nestjs/common';
import { ApiError } from '@vedette/contract';
import { CONFIG } from '@vedette/service-host';
import type { StatusPageConfig } from '../config.ts';
import { domainRefusal } from './custom-domain.ts';
import { DomainKeeper } from './domain-keeper.ts';
import { DomainRepository } from './domain.repository.ts';
import type { Transaction } from '../mutations.ts';

/** What a page must respect that names a domain of its own. */
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

  /** Refuses what can be nobody's. */
  requirePossible(domain: string | null | undefined): void {
    const refusal = typeof domain === 'string' ? domainRefusal(domain, this.#publicHost) : undefined;
    if (refusal !== undefined) throw ApiError.validation([{ path: 'customDomain', message: refusal }]);
  }

  /** Refuses what another page has proven; what others only name is open to everybody. */
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

  /** Has a domain that was just set looked up now. */
  lookUp(domain: string | null | undefined): void {
    if (typeof domain === 'string') this.keeper.wake();
  }
}
