import { Inject, Injectable } from '@nestjs/common';
import type { BackgroundLoop } from '@vedette/messaging';
import { recordResolver, type RecordResolver, type RecordsAnswer } from '@vedette/outbound';
import { CONFIG, Host } from '@vedette/service-host';
import type { StatusPageConfig } from '../config.ts';
import { decideGrant, type GrantDecision } from './certificate-grant.ts';
import { CertificateGrantRepository } from './certificate-grant.repository.ts';
import { nextProofStep, proofName, type DomainRecords, type KnownRecords } from './domain-proof.ts';
import { DomainRepository, isDomainTaken, type DueDomain, type LockedDomain } from './domain.repository.ts';
import { PageVersionRepository } from '../page-version.repository.ts';
import { StatusPageMutations, type Transaction } from '../mutations.ts';

const LOOK_EVERY_MS = 2_000;
/** A domain whose DNS does not answer takes three seconds, so 32 at once look up 6,000 such domains in ten minutes. */
const AT_ONCE = 32;

/** Asks DNS for the proofs of custom domains and grants them certificates. Any number of replicas share the work; one replica claims each domain. */
@Injectable()
export class DomainKeeper {
  readonly #loop: BackgroundLoop;
  readonly #resolver: RecordResolver;
  readonly #publicHost: string;

  constructor(
    private readonly host: Host,
    private readonly domains: DomainRepository,
    private readonly grants: CertificateGrantRepository,
    private readonly versions: PageVersionRepository,
    private readonly mutations: StatusPageMutations,
    @Inject(CONFIG) { publicUrl, dnsServers }: StatusPageConfig,
  ) {
    this.#publicHost = new URL(publicUrl).hostname;
    this.#resolver = recordResolver({ servers: dnsServers });
    this.#loop = host.lifecycle.loop('proving domains', LOOK_EVERY_MS, () => this.lookUpDue());
    host.lifecycle.add('loops', { stop: () => this.#resolver.close() });
  }

  /** Called when a domain was just set. */
  wake(): void {
    this.#loop.wake();
  }

  async lookUpDue(): Promise<void> {
    const due = await this.domains.claim(AT_ONCE);
    await Promise.all(due.map((domain) => this.#lookUp(domain)));
    if (due.length === AT_ONCE) this.#loop.wake();
  }

  async #lookUp(domain: DueDomain): Promise<void> {
    const [texts, aliases] = await Promise.all([
      this.#resolver.texts(proofName(domain.host)),
      this.#resolver.aliases(domain.host),
    ]);
    // The shutdown aborts the queries, so there is no answer. Another replica can claim the domain in a minute.
    if (this.host.stopping.aborted) return;
    try {
      await this.#settle(domain, { texts: recordsOf(texts), aliases: recordsOf(aliases) });
    } catch (error) {
      // Another page proved the domain first. The next lookup, in a minute, takes that into account.
      if (!isDomainTaken(error)) throw error;
    }
  }

  #settle(domain: DueDomain, records: DomainRecords): Promise<void> {
    return this.mutations.run(async (tx, mutation) => {
      const claim = await this.domains.lock(tx, domain);
      if (claim === undefined) return;
      const now = new Date();
      const step = nextProofStep(claim, records, this.#publicHost, now);
      const decision = step.isVerified ? await this.#grant(tx, claim, domain.host, now) : undefined;
      const isWaiting = decision?.kind === 'too-many-today';
      await this.domains.settle(tx, domain.pageId, isWaiting ? { ...step, nextLookAt: decision.nextFreeAt } : step);
      if (isWaiting) this.host.logger.warn({ ...domain, ...decision }, 'a custom domain waits for its certificate');
      if (step.isVerified !== claim.isVerified) {
        this.host.logger.info({ ...domain, isVerified: step.isVerified }, 'the proof of a custom domain changed');
      } else if (decision?.kind !== 'granted') return;
      this.versions.touch(tx, mutation, [domain.pageId]);
    });
  }

  async #grant(
    tx: Transaction,
    { organizationId, isGranted }: LockedDomain,
    host: string,
    now: Date,
  ): Promise<GrantDecision> {
    const grantedAt = isGranted ? [] : await this.grants.lockRecent(tx, organizationId);
    const decision = decideGrant({ isGranted, grantedAt }, now);
    if (decision.kind === 'granted') await this.grants.insert(tx, organizationId, host, now);
    return decision;
  }
}

function recordsOf(answer: RecordsAnswer): KnownRecords {
  if (answer.ok) return answer.records;
  return answer.reason === 'not_found' || answer.reason === 'no_address' ? [] : 'unknown';
}
