import { Injectable } from '@nestjs/common';
import { Host } from '@vedette/service-host';
import { pageView, uptimeOf } from '../view/page-view.ts';
import { PageLibrary } from './page-library.ts';
import { PageQueue } from './page-queue.ts';
import { PageSourceRepository } from './page-source.repository.ts';
import { PageUptimes } from './page-uptimes.ts';
import { Snapshots } from './snapshots.ts';

const READ_AT_ONCE = 4;
const CONFIRM_EVERY_MS = 5_000;

/** Loads pages from the tables into the library. */
@Injectable()
export class PageLoader {
  readonly #reading: PageQueue;
  #confirmedAt = -Infinity;
  #onFailure: (id: string) => void = () => {};

  constructor(
    private readonly host: Host,
    private readonly sources: PageSourceRepository,
    private readonly uptimes: PageUptimes,
    private readonly library: PageLibrary,
    private readonly snapshots: Snapshots,
  ) {
    this.#reading = new PageQueue(READ_AT_ONCE, (id) => this.#guard(id, () => this.#read(id)));
  }

  onFailure(listener: (id: string) => void): void {
    this.#onFailure = listener;
  }

  restore(): Promise<number | undefined> {
    return this.library.restore();
  }

  load(id: string): void {
    this.#reading.add(id);
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
    await this.#reading.close();
  }

  /** A slow monitor service does not delay changes of state: until it answers, the page has the uptimes that it had. */
  async #read(id: string): Promise<void> {
    const source = await this.sources.read(id);
    if (source === undefined) return this.#forget(id);
    const uptime = uptimeOf(this.library.get(id)?.view, source.page.timezone);
    await this.library.show(pageView(source, uptime, new Date()));
    this.uptimes.note(source);
  }

  async #forget(id: string): Promise<void> {
    this.uptimes.forget(id);
    await this.library.forget(id);
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
