import { Injectable } from '@nestjs/common';
import { internal, newId } from '@vedette/contract';
import { BackgroundLoop } from '@vedette/messaging';
import { Host } from '@vedette/service-host';
import { PageSignal } from '../page-signal.ts';
import { PageVersionRepository, type PageVersion } from '../page-version.repository.ts';
import { FirstLoad } from './first-load.ts';
import { Freshness } from './freshness.ts';
import { PageLibrary } from './page-library.ts';
import { PageQueue } from './page-queue.ts';
import { PageSourceRepository } from './page-source.repository.ts';
import { daysOf, pageView, withUptime, type KnownDays, type PageView } from '../view/page-view.ts';
import { Snapshots } from './snapshots.ts';
import { unconfirmed, UptimeReader, type KnownUptime, type UptimeScope } from './uptime-reader.ts';

/** A look finds pages whose signal was lost, and pages whose uptime is old. */
const LOOK_EVERY_MS = 1_000;
/** Many changes at a time are found by few looks. */
const LOOK_AGAIN_AFTER_MS = 300;
/** All pages are compared if the previous look is longer ago than this, and every `COMPARE_EVERY_MS`. */
const GAP_MS = 5_000;
const COMPARE_EVERY_MS = 300_000;
const LISTEN_EVERY_MS = 5_000;
const LISTEN_PATIENCE_MS = 2_000;
const READ_AT_ONCE = 4;
const ASK_AT_ONCE = 8;
const RETRY_AFTER_MS = 2_000;

/** Uptime changes all the time; pages that were viewed lately are reloaded more often. */
const WATCHED_MS = 600_000;
const RELOAD_WATCHED_MS = 60_000;
const RELOAD_UNWATCHED_MS = 900_000;

interface Loaded {
  readonly version: number;
  readonly at: number;
  readonly scope: UptimeScope;
  readonly uptime: KnownUptime;
}

/** Keeps the library in step with the tables. Each replica does this for itself. */
@Injectable()
export class PageSync {
  readonly #looking: BackgroundLoop;
  readonly #listening: BackgroundLoop;
  readonly #reading: PageQueue;
  /** Separate from reading, so that a slow monitor service does not delay changes of state. */
  readonly #asking: PageQueue;
  readonly #loaded = new Map<string, Loaded>();
  /** The newest noticed version of each page, including deleted pages. */
  readonly #noticed = new Map<string, number>();
  readonly #firstLoad = new FirstLoad();
  #lookedAt = -Infinity;
  #beganLookAt = -Infinity;
  #lookingSoon: NodeJS.Timeout | undefined;
  #comparedAt = -Infinity;
  #notedAt = -Infinity;

  constructor(
    private readonly host: Host,
    private readonly versions: PageVersionRepository,
    private readonly sources: PageSourceRepository,
    private readonly uptime: UptimeReader,
    private readonly library: PageLibrary,
    private readonly freshness: Freshness,
    private readonly snapshots: Snapshots,
    signal: PageSignal,
  ) {
    const { logger } = host;
    this.#reading = new PageQueue(READ_AT_ONCE, (id) => this.#guard(id, () => this.#read(id)));
    this.#asking = new PageQueue(ASK_AT_ONCE, (id) => this.#guard(id, () => this.#ask(id)));
    this.#looking = new BackgroundLoop('looking for changed pages', LOOK_EVERY_MS, logger, () => this.#look());
    this.#listening = new BackgroundLoop('listening for the monitor service', LISTEN_EVERY_MS, logger, () =>
      this.#listen(),
    );
    signal.listen(() => this.#lookSoon());
  }

  /** True if a page that is missing from the library is known not to exist. */
  get isFilled(): boolean {
    return this.#firstLoad.isDone;
  }

  /** Loads the snapshots of the previous run, then continues from there. */
  async start(): Promise<void> {
    const kept = await this.snapshots.read();
    if (kept !== undefined) {
      for (const view of kept.views) this.library.put(view);
      this.freshness.inherit(kept.confirmedAt);
      this.#firstLoad.expect([]);
    }
    this.host.link.onConnect(() => this.#listening.wake());
    this.#looking.start();
    this.#listening.start();
  }

  async stop(): Promise<void> {
    clearTimeout(this.#lookingSoon);
    await Promise.all([this.#looking.stop(), this.#listening.stop()]);
    await Promise.all([this.#reading.close(), this.#asking.close()]);
  }

  /** Called for every change of a page. */
  #lookSoon(): void {
    const waitMs = this.#beganLookAt + LOOK_AGAIN_AFTER_MS - Date.now();
    if (waitMs <= 0) return this.#looking.wake();
    this.#lookingSoon ??= setTimeout(() => {
      this.#lookingSoon = undefined;
      this.#looking.wake();
    }, waitMs);
  }

  async #look(): Promise<void> {
    const now = Date.now();
    this.#beganLookAt = now;
    if (now - this.#lookedAt > GAP_MS || now - this.#comparedAt > COMPARE_EVERY_MS) {
      await this.#compareAll();
      this.#comparedAt = now;
    } else {
      for (const page of await this.versions.changedLately()) this.#notice(page);
    }
    this.#lookedAt = Date.now();
    this.freshness.sawDatabase(now);
    await this.#noteConfirmation();
    for (const [id, loaded] of this.#loaded) if (this.#isOld(id, loaded, now)) this.#reading.add(id);
  }

  async #compareAll(): Promise<void> {
    const published = await this.versions.published();
    const ids = new Set(published.map(({ pageId }) => pageId));
    this.#firstLoad.expect(ids);
    for (const id of this.#noticed.keys()) if (!ids.has(id)) this.#noticed.delete(id);
    for (const page of published) this.#notice(page);
    const gone = this.library.ids().filter((id) => !ids.has(id));
    await Promise.all(gone.map((id) => this.#forget(id)));
  }

  #notice({ pageId, version }: PageVersion): void {
    if (this.#noticed.get(pageId) === version) return;
    this.#noticed.set(pageId, version);
    this.#reading.add(pageId);
  }

  #isOld(id: string, { at, uptime }: Loaded, now: number): boolean {
    if (!uptime.isAnswered) return now - at > LISTEN_EVERY_MS;
    const viewedAt = this.library.get(id)?.viewedAt ?? 0;
    return now - at > (now - viewedAt < WATCHED_MS ? RELOAD_WATCHED_MS : RELOAD_UNWATCHED_MS);
  }

  async #read(id: string): Promise<void> {
    const version = this.#noticed.get(id) ?? 0;
    const source = await this.sources.read(id);
    if (source === undefined) return this.#forget(id);
    const uptime = this.#loaded.get(id)?.uptime ?? unconfirmed(this.#keptDays(id));
    const { organizationId, page, components, pastMaintenance } = source;
    const scope = { organizationId, timezone: page.timezone, components, pastMaintenance };
    this.#loaded.set(id, { version, at: Date.now(), scope, uptime });
    await this.#show(pageView(source, uptime.days, new Date()));
    this.#asking.add(id);
  }

  async #ask(id: string): Promise<void> {
    const loaded = this.#loaded.get(id);
    if (loaded === undefined) return;
    const uptime = await this.uptime.read(loaded.scope, loaded.uptime, new Date());
    const copy = this.library.get(id);
    const current = this.#loaded.get(id);
    if (copy === undefined || current === undefined) return;
    this.#loaded.set(id, { ...current, uptime });
    await this.#show(withUptime(copy.view, uptime.days, new Date()));
  }

  async #show(view: PageView): Promise<void> {
    if (this.library.put(view)) await this.snapshots.write(view);
  }

  #keptDays(id: string): KnownDays {
    const copy = this.library.get(id);
    return copy === undefined ? new Map() : daysOf(copy.view);
  }

  async #forget(id: string): Promise<void> {
    this.library.remove(id);
    this.#loaded.delete(id);
    await this.snapshots.remove(id);
  }

  /** A page that fails to load is noticed again by a later look. */
  async #guard(id: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
      this.#firstLoad.loaded(id);
    } catch (error) {
      this.#firstLoad.failed(id);
      this.host.logger.warn({ error, pageId: id }, 'a page could not be loaded; it is tried again');
      this.#noticed.delete(id);
      this.#comparedAt = Math.min(this.#comparedAt, Date.now() - COMPARE_EVERY_MS + RETRY_AFTER_MS);
    }
  }

  /** Silence is trustworthy only while the monitor service is reachable. */
  async #listen(): Promise<void> {
    if (!this.host.link.isConnected) return;
    const deadlineAt = Date.now() + LISTEN_PATIENCE_MS;
    const question = { organizationId: 'org_none', monitorIds: [] };
    await this.host.rpc.ask(internal.describeMonitors, question, { requestId: newId('req'), deadlineAt });
    this.freshness.heardMonitors(Date.now());
  }

  /** The snapshots on disk equal the pages in memory; the confirmation time is stored now and then for the next run. */
  async #noteConfirmation(): Promise<void> {
    const { confirmedAt } = this.freshness;
    if (!this.isFilled || confirmedAt === undefined || confirmedAt - this.#notedAt < LISTEN_EVERY_MS) return;
    this.#notedAt = confirmedAt;
    await this.snapshots.confirm(confirmedAt);
  }
}
