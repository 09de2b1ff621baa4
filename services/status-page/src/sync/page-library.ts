import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import type { PageView } from '../view/page-view.ts';
import type { Rendition } from '../render/rendition.ts';
import { Snapshots } from './snapshots.ts';
import { FirstLoad } from './first-load.ts';

/** A page as last read, with its renditions. */
export class PageCopy {
  readonly view: PageView;
  readonly hash: string;
  /** When a reader last requested the page. */
  viewedAt = 0;
  readonly #renditions = new Map<string, Rendition>();

  constructor(view: PageView, hash: string) {
    this.view = view;
    this.hash = hash;
  }

  /** Made once, on the first request. `MOST_RENDITIONS` bounds how many are kept. */
  rendition(name: string, make: () => Rendition): Rendition {
    const known = this.#renditions.get(name);
    if (known !== undefined) return known;
    const made = make();
    if (this.#renditions.size >= MOST_RENDITIONS) this.#renditions.clear();
    this.#renditions.set(name, made);
    return made;
  }
}

/** More than readers request: both addresses, fresh and stale versions, the history and the badges of a large page. */
const MOST_RENDITIONS = 1_000;

/** All published pages, in memory, with a copy of each on disk. Once it is filled, a page that is not here does not exist for the public. */
@Injectable()
export class PageLibrary {
  readonly firstLoad = new FirstLoad();
  readonly #byId = new Map<string, PageCopy>();
  readonly #bySlug = new Map<string, PageCopy>();
  readonly #byHost = new Map<string, PageCopy>();

  constructor(private readonly snapshots: Snapshots) {}

  get isFilled(): boolean {
    return this.firstLoad.isDone;
  }

  get size(): number {
    return this.#byId.size;
  }

  ids(): string[] {
    return [...this.#byId.keys()];
  }

  get(id: string): PageCopy | undefined {
    return this.#byId.get(id);
  }

  bySlug(slug: string): PageCopy | undefined {
    return this.#bySlug.get(slug);
  }

  byHost(host: string): PageCopy | undefined {
    return this.#byHost.get(host);
  }

  /** The hosts of pages that may have a certificate, in alphabetical order. */
  hostsWithCertificate(): string[] {
    return [...this.#byHost].flatMap(([host, { view }]) => (view.mayHaveCertificate ? [host] : [])).toSorted();
  }

  /** Shows the copies of the previous run; returns when they were last known to be right. */
  async restore(): Promise<number | undefined> {
    const kept = await this.snapshots.read();
    if (kept === undefined) return undefined;
    for (const view of kept.views) this.#put(view);
    this.firstLoad.expect([]);
    return kept.confirmedAt;
  }

  /** A page that looks as before keeps its renditions. */
  async show(view: PageView): Promise<void> {
    if (this.#put(view)) await this.snapshots.write(view);
  }

  async forget(id: string): Promise<void> {
    this.#remove(id);
    await this.snapshots.remove(id);
  }

  #put(view: PageView): boolean {
    const before = this.#byId.get(view.id);
    const hash = hashOf(view);
    if (before?.hash === hash) return false;
    const copy = new PageCopy(view, hash);
    copy.viewedAt = before?.viewedAt ?? 0;
    this.#remove(view.id);
    this.#byId.set(view.id, copy);
    this.#bySlug.set(view.slug, copy);
    if (view.host !== null) this.#byHost.set(view.host, copy);
    return true;
  }

  #remove(id: string): void {
    const copy = this.#byId.get(id);
    if (copy === undefined) return;
    const { slug, host } = copy.view;
    this.#byId.delete(id);
    // Another page may have taken the slug since.
    if (this.#bySlug.get(slug) === copy) this.#bySlug.delete(slug);
    if (host !== null && this.#byHost.get(host) === copy) this.#byHost.delete(host);
  }
}

function hashOf(view: PageView): string {
  return createHash('sha256').update(JSON.stringify(view)).digest('base64url');
}
