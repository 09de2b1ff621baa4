import { Injectable } from '@nestjs/common';
import { FailureLog, Host } from '@vedette/service-host';
import { LogoFetcher } from './logo-fetcher.ts';
import { LogoRepository, type DueLogo } from './logo.repository.ts';
import { PageVersionRepository } from '../page-version.repository.ts';
import { StatusPageMutations } from '../mutations.ts';

const LOOK_EVERY_MS = 2_000;
const AT_ONCE = 8;
const AGAIN_AFTER_MS = 24 * 3_600_000;
const RETRY_AFTER_MS = 600_000;

/**
 * Fetches logos so that their hosts learn nothing about readers, and so that a page keeps its logo while its host is
 * down.
 */
@Injectable()
export class LogoKeeper {
  readonly #failures: FailureLog;

  constructor(
    private readonly host: Host,
    private readonly fetcher: LogoFetcher,
    private readonly logos: LogoRepository,
    private readonly versions: PageVersionRepository,
    private readonly mutations: StatusPageMutations,
  ) {
    this.#failures = new FailureLog(host, 'a logo could not be fetched');
    host.lifecycle.loop('fetching logos', LOOK_EVERY_MS, () => this.fetchDue());
  }

  async fetchDue(): Promise<void> {
    await Promise.all((await this.logos.claim(AT_ONCE)).map((due) => this.#keep(due)));
  }

  async #keep(due: DueLogo): Promise<void> {
    const fetched = await this.fetcher.fetch(due.organizationId, due.url);
    // Another replica can claim the logo in a minute.
    if (this.host.stopping.aborted) return;
    const { pageId, organizationId } = due;
    if (typeof fetched === 'string') {
      this.#failures.failed({ organizationId, receiver: pageId, reason: fetched }, {});
      return this.logos.postpone(due, new Date(Date.now() + RETRY_AFTER_MS));
    }
    this.#failures.succeeded(pageId);
    await this.mutations.run(async (tx, mutation) => {
      const isOther = await this.logos.store(tx, due, fetched, new Date(Date.now() + AGAIN_AFTER_MS));
      if (isOther) this.versions.touch(tx, mutation, [due.pageId]);
    });
  }
}
