import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, Host } from '@vedette/service-host';
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { StatusPageConfig } from '../config.ts';
import { VIEW_FORMAT, type PageView } from '../view/page-view.ts';

const SUFFIX = '.json';
const MARKER = 'confirmed';

/**
 * The last copy of every page on disk, for a restart while the stores are unreachable. If the directory is not
 * writable, one warning is logged and pages are served without snapshots.
 */
@Injectable()
export class Snapshots {
  readonly #directory: string;
  readonly #logger;
  #hasComplained = false;

  constructor(@Inject(CONFIG) { snapshotDirectory, databaseUrl }: StatusPageConfig, { logger }: Host) {
    // Each database has its own directory, because copies of one database's pages are useless to another.
    this.#directory = join(snapshotDirectory, databaseName(databaseUrl));
    this.#logger = logger;
  }

  /** The stored pages and their confirmation time; undefined when nothing was stored. */
  async read(): Promise<{ views: PageView[]; confirmedAt: number } | undefined> {
    try {
      await mkdir(this.#directory, { recursive: true });
      const marker = await stat(join(this.#directory, MARKER));
      const names = (await readdir(this.#directory)).filter((name) => name.endsWith(SUFFIX));
      const views = await Promise.all(names.map((name) => this.#readOne(name)));
      return { views: views.filter((view) => view !== undefined), confirmedAt: marker.mtimeMs };
    } catch (error) {
      if (!isMissing(error)) this.#complain(error);
      return undefined;
    }
  }

  async write(view: PageView): Promise<void> {
    await this.#attempt(() => this.#replace(`${view.id}${SUFFIX}`, JSON.stringify(view)));
  }

  async remove(pageId: string): Promise<void> {
    await this.#attempt(() => rm(join(this.#directory, `${pageId}${SUFFIX}`), { force: true }));
  }

  /** Stores that all copies were right at that time. */
  async confirm(at: number): Promise<void> {
    await this.#attempt(async () => {
      const marker = join(this.#directory, MARKER);
      const note = (): Promise<void> => utimes(marker, at / 1_000, at / 1_000);
      await note().catch(async () => {
        await this.#replace(MARKER, '');
        await note();
      });
    });
  }

  async #readOne(name: string): Promise<PageView | undefined> {
    try {
      const view = JSON.parse(await readFile(join(this.#directory, name), 'utf8')) as PageView;
      return view.format === VIEW_FORMAT ? view : undefined;
    } catch (error) {
      this.#complain(error);
      return undefined;
    }
  }

  /** Replaces the file atomically: a concurrent reader, or a crash, leaves either the old file or the new one. */
  async #replace(name: string, text: string): Promise<void> {
    const path = join(this.#directory, name);
    const unfinished = `${path}.${randomBytes(4).toString('hex')}`;
    await mkdir(this.#directory, { recursive: true });
    await writeFile(unfinished, text);
    await rename(unfinished, path);
  }

  async #attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#complain(error);
    }
  }

  #complain(error: unknown): void {
    if (this.#hasComplained) return;
    this.#hasComplained = true;
    this.#logger.warn({ error }, `copies of pages cannot be kept in ${this.#directory}`);
  }
}

function databaseName(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return createHash('sha256').update(`${hostname}:${port}${pathname}`).digest('hex').slice(0, 12);
}

function isMissing(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT';
}
