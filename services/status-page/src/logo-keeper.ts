import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { BackgroundLoop } from '@vedette/messaging';
import { Deadline, Outbound } from '@vedette/outbound';
import { Host } from '@vedette/service-host';
import { imageType } from './logo-image.ts';
import { LogoRepository, type DueLogo, type Logo } from './logo.repository.ts';
import { PageVersionRepository } from './page-version.repository.ts';
import { TransactionRepository } from './transaction.repository.ts';

const LOOK_EVERY_MS = 2_000;
const AT_ONCE = 8;
const PATIENCE_MS = 10_000;
const HEADERS = { accept: 'image/*', 'user-agent': 'Vedette status page' };
const LARGEST_BYTES = 128 * 1_024;
const AGAIN_AFTER_MS = 24 * 3_600_000;
const RETRY_AFTER_MS = 600_000;

/**
 * Fetches logos, so that readers do not: the other host learns nothing of them, and the page has its logo when that
 * host is what is down.
 */
@Injectable()
export class LogoKeeper implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #loop: BackgroundLoop;

  constructor(
    private readonly host: Host,
    private readonly outbound: Outbound,
    private readonly logos: LogoRepository,
    private readonly versions: PageVersionRepository,
    private readonly transactions: TransactionRepository,
  ) {
    this.#loop = new BackgroundLoop('fetching logos', LOOK_EVERY_MS, host.logger, () => this.fetchDue());
  }

  onApplicationBootstrap(): void {
    this.#loop.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.#loop.stop();
    this.outbound.close();
  }

  async fetchDue(): Promise<void> {
    await Promise.all((await this.logos.claim(AT_ONCE)).map((due) => this.#keep(due)));
  }

  async #keep(due: DueLogo): Promise<void> {
    const fetched = await this.#fetch(due.url);
    // It is another replica's in a minute.
    if (this.host.stopping.aborted) return;
    if (typeof fetched === 'string') {
      this.host.logger.info({ pageId: due.pageId, reason: fetched }, 'a logo could not be fetched; it is tried again');
      return this.logos.postpone(due, new Date(Date.now() + RETRY_AFTER_MS));
    }
    await this.transactions.run(async (tx) => {
      const isOther = await this.logos.store(tx, due, fetched, new Date(Date.now() + AGAIN_AFTER_MS));
      if (isOther) await this.versions.touch(tx, [due.pageId]);
    });
  }

  /** The logo, or why there is none. */
  async #fetch(url: string): Promise<Logo | string> {
    const deadline = Deadline.after(PATIENCE_MS, this.host.stopping);
    const request = { url: new URL(url), headers: HEADERS, maxResponseBytes: LARGEST_BYTES, followRedirects: true };
    const reply = await this.outbound.request(request, deadline).finally(() => deadline.clear());
    if (!reply.ok) return reply.message;
    if (reply.status !== 200) return `The answer was ${String(reply.status)}`;
    if (reply.isTruncated) return `It is larger than ${String(LARGEST_BYTES)} bytes`;
    const contentType = imageType(reply.body);
    if (contentType === undefined) return 'It is no image';
    return { contentType, bytes: Uint8Array.from(reply.body) };
  }
}
