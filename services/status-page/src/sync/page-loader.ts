import { Injectable } from '@nestjs/common';
import { Host } from '@vedette/service-host';
import { daysOf, pageView, withUptime, type KnownDays, type PageView } from '../view/page-view.ts';
import { PageLibrary } from './page-library.ts';
import { PageQueue } from './page-queue.ts';
import { PageSourceRepository } from './page-source.repository.ts';
import { isReloadDue } from './reload-policy.ts';
import { Snapshots } from './snapshots.ts';
import { unconfirmed, UptimeReader, type KnownUptime, type UptimeScope } from './uptime-reader.ts';

const READ_AT_ONCE = 4;
const ASK_AT_ONCE = 8;
const CONFIRM_EVERY_MS = 5_000;

interface Loaded {
  readonly at: number;
  readonly scope: UptimeScope;
  readonly uptime: KnownUptime;
}

/** Loads pages from the tables into the library, and their uptime from the monitor service; keeps copies on disk. */
@Injectable()
export class PageLoader {
  readonly #reading: PageQueue;
  /** Separate from reading, so that a slow monitor service does not delay changes of state. */
  readonly #asking: PageQueue;
  readonly #loaded = new Map<string, Loaded>();
  #confirmedAt = -Infinity;
  #onFailure: (id: string) => void = () => {};

  constructor(
    private readonly host: Host,
    private readonly sources: PageSourceRepository,
    private readonly uptime: UptimeReader,
    private readonly library: PageLibrary,
    private readonly snapshots: Snapshots,
  ) {
    this.#reading = new PageQueue(READ_AT_ONCE, (id) => this.#guard(id, () => this.#read(id)));
    this.#asking = new PageQueue(ASK_AT_ONCE, (id) => this.#guard(id, () => this.#ask(id)));
  }

  onFailure(listener: (id: string) => void): void {
    this.#onFailure = listener;
  }

  /** Shows the copies of the previous run; returns when they were last known to be right. */
  async restore(): Promise<number | undefined> {
    const kept = await this.snapshots.read();
    if (kept === undefined) return undefined;
    for (const view of kept.views) this.library.put(view);
    this.library.firstLoad.expect([]);
    return kept.confirmedAt;
  }

  load(id: string): void {
    this.#reading.add(id);
  }

  /** Loads pages again whose uptime is old. */
  reloadOld(now: number): void {
    for (const [id, { at, uptime }] of this.#loaded) {
      const viewedAt = this.library.get(id)?.viewedAt ?? 0;
      if (isReloadDue({ loadedAt: at, hasUptime: uptime.isAnswered, viewedAt }, now)) this.#reading.add(id);
    }
  }

  /** `ids`: all published pages. */
  async keepOnly(ids: ReadonlySet<string>): Promise<void> {
    this.library.firstLoad.expect(ids);
    const gone = this.library.ids().filter((id) => !ids.has(id));
    await Promise.all(gone.map((id) => this.#forget(id)));
  }

  /** The copies on disk equal the pages in memory; when they were last right is stored now and then for the next run. */
  async confirm(at: number | undefined): Promise<void> {
    if (!this.library.isFilled || at === undefined || at - this.#confirmedAt < CONFIRM_EVERY_MS) return;
    this.#confirmedAt = at;
    await this.snapshots.confirm(at);
  }

  async close(): Promise<void> {
    await Promise.all([this.#reading.close(), this.#asking.close()]);
  }

  async #read(id: string): Promise<void> {
    const source = await this.sources.read(id);
    if (source === undefined) return this.#forget(id);
    const uptime = this.#loaded.get(id)?.uptime ?? unconfirmed(this.#keptDays(id));
    const { organizationId, page, components, pastMaintenance } = source;
    const scope = { organizationId, timezone: page.timezone, components, pastMaintenance };
    this.#loaded.set(id, { at: Date.now(), scope, uptime });
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

  async #guard(id: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
      this.library.firstLoad.loaded(id);
    } catch (error) {
      this.library.firstLoad.failed(id);
      this.host.logger.warn({ error, pageId: id }, 'a page could not be loaded; it is tried again');
      this.#onFailure(id);
    }
  }
}
