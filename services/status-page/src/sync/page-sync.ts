import { Injectable } from '@nestjs/common';
import { internal, newId } from '@vedette/contract';
import { BackgroundLoop } from '@vedette/messaging';
import { Host } from '@vedette/service-host';
import { PageSignal } from '../page-signal.ts';
import { PageVersionRepository, type PageVersion } from '../page-version.repository.ts';
import { Freshness } from './freshness.ts';
import { PageLoader } from './page-loader.ts';
import { comparedAll, failedToLoad, LOOK_EVERY_MS, nextLook, NO_LOOK_YET, waitBeforeLookMs } from './reload-policy.ts';

const LISTEN_EVERY_MS = 5_000;
const LISTEN_PATIENCE_MS = 2_000;

/** Keeps the library in step with the tables. Each replica does this for itself. */
@Injectable()
export class PageSync {
  readonly #looking: BackgroundLoop;
  readonly #listening: BackgroundLoop;
  /** The newest noticed version of each page, including deleted pages. */
  readonly #noticed = new Map<string, number>();
  #looks = NO_LOOK_YET;
  #lookingSoon: NodeJS.Timeout | undefined;

  constructor(
    private readonly host: Host,
    private readonly versions: PageVersionRepository,
    private readonly loader: PageLoader,
    private readonly freshness: Freshness,
    signal: PageSignal,
  ) {
    const { logger } = host;
    this.#looking = new BackgroundLoop('looking for changed pages', LOOK_EVERY_MS, logger, () => this.#look());
    this.#listening = new BackgroundLoop('listening for the monitor service', LISTEN_EVERY_MS, logger, () =>
      this.#listen(),
    );
    signal.listen(() => this.#lookSoon());
    // A page that fails to load is noticed again by a later look.
    loader.onFailure((id) => {
      this.#noticed.delete(id);
      this.#looks = failedToLoad(this.#looks, Date.now());
    });
  }

  /** Loads the snapshots of the previous run, then continues from there. */
  async start(): Promise<void> {
    const confirmedAt = await this.loader.restore();
    if (confirmedAt !== undefined) this.freshness.inherit(confirmedAt);
    this.host.link.onConnect(() => this.#listening.wake());
    this.#looking.start();
    this.#listening.start();
  }

  async stop(): Promise<void> {
    clearTimeout(this.#lookingSoon);
    await Promise.all([this.#looking.stop(), this.#listening.stop()]);
    await this.loader.close();
  }

  /** Called for every change of a page. */
  #lookSoon(): void {
    const waitMs = waitBeforeLookMs(this.#looks, Date.now());
    if (waitMs === 0) return this.#looking.wake();
    this.#lookingSoon ??= setTimeout(() => {
      this.#lookingSoon = undefined;
      this.#looking.wake();
    }, waitMs);
  }

  async #look(): Promise<void> {
    const now = Date.now();
    this.#looks = { ...this.#looks, beganAt: now };
    if (nextLook(this.#looks, now) === 'compare-all') {
      await this.#compareAll();
      this.#looks = comparedAll(this.#looks, now);
    } else {
      for (const page of await this.versions.changedLately()) this.#notice(page);
    }
    this.#looks = { ...this.#looks, endedAt: Date.now() };
    this.freshness.sawDatabase(now);
    await this.loader.confirm(this.freshness.confirmedAt);
  }

  async #compareAll(): Promise<void> {
    const published = await this.versions.published();
    const ids = new Set(published.map(({ pageId }) => pageId));
    for (const id of this.#noticed.keys()) if (!ids.has(id)) this.#noticed.delete(id);
    await this.loader.keepOnly(ids);
    for (const page of published) this.#notice(page);
  }

  #notice({ pageId, version }: PageVersion): void {
    if (this.#noticed.get(pageId) === version) return;
    this.#noticed.set(pageId, version);
    this.loader.load(pageId);
  }

  /** Silence is trustworthy only while the monitor service is reachable. */
  async #listen(): Promise<void> {
    if (!this.host.link.isConnected) return;
    const deadlineAt = Date.now() + LISTEN_PATIENCE_MS;
    const question = { organizationId: 'org_none', monitorIds: [] };
    await this.host.rpc.ask(internal.describeMonitors, question, { requestId: newId('req'), deadlineAt });
    this.freshness.heardMonitors(Date.now());
  }
}
