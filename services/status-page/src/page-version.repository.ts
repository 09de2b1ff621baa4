import { Injectable } from '@nestjs/common';
import type { Mutation } from '@vedette/messaging';
import { ServiceDatabase } from '@vedette/service-host';
import { PrismaClient } from './generated/client.ts';
import type { Transaction } from './mutations.ts';
import { PageSignal } from './page-signal.ts';

export interface PageVersion {
  readonly pageId: string;
  readonly version: number;
}

const CHANGED_LATELY = `
  SELECT page_id AS "pageId", version::float8 FROM status_page.page_version
  WHERE changed_at > clock_timestamp() - interval '30 seconds'`;

/** Tells every replica which pages have changed. */
@Injectable()
export class PageVersionRepository {
  readonly #pool: ServiceDatabase['pool'];

  constructor(
    private readonly prisma: PrismaClient,
    { pool }: ServiceDatabase,
    private readonly signal: PageSignal,
  ) {
    this.#pool = pool;
  }

  /** Takes effect at the end of the transaction: others that touch the same page wait from then on until it commits. */
  touch(tx: Transaction, mutation: Mutation, pageIds: readonly string[]): void {
    if (pageIds.length === 0) return;
    mutation.atEnd(async () => {
      await tx.$executeRaw`
        INSERT INTO status_page.page_version AS known (page_id, version, changed_at)
        SELECT page_id, 1, clock_timestamp() FROM unnest(${[...pageIds]}::text[]) AS touched (page_id)
        GROUP BY page_id ORDER BY page_id COLLATE "C"
        ON CONFLICT (page_id) DO UPDATE SET version = known.version + 1, changed_at = clock_timestamp()`;
    });
    mutation.afterCommit(() => this.signal.announce());
  }

  /** Touches these pages and all pages that show one of the monitors. */
  async touchWith(
    tx: Transaction,
    mutation: Mutation,
    monitorIds: readonly string[],
    pageIds: readonly string[] = [],
  ): Promise<void> {
    const shown = await tx.$queryRaw<{ pageId: string }[]>`
      SELECT DISTINCT page_id AS "pageId" FROM status_page.page_component
      WHERE monitor_id = ANY (${[...new Set(monitorIds)]}::text[])`;
    this.touch(tx, mutation, [...pageIds, ...shown.map(({ pageId }) => pageId)]);
  }

  /** Pages touched in the last half minute, including deleted ones. No transaction takes that long to commit. */
  async changedLately(): Promise<PageVersion[]> {
    return (await this.#pool.query<PageVersion>({ name: 'changed pages', text: CHANGED_LATELY })).rows;
  }

  /** The versions of all published pages. */
  published(): Promise<PageVersion[]> {
    return this.prisma.$queryRaw<PageVersion[]>`
      SELECT page.id AS "pageId", coalesce(known.version, 0)::float8 AS version
      FROM status_page.status_page AS page LEFT JOIN status_page.page_version AS known ON known.page_id = page.id
      WHERE page.published`;
  }

  /** Removes versions of deleted pages after every replica has had ample time to notice the deletion. */
  async tidy(): Promise<void> {
    await this.prisma.$executeRaw`
      DELETE FROM status_page.page_version AS known
      WHERE known.changed_at < now() - interval '1 day'
        AND NOT EXISTS (SELECT FROM status_page.status_page AS page WHERE page.id = known.page_id)`;
  }
}
