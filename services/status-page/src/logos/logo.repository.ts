import { Injectable } from '@nestjs/common';
import { PrismaClient } from '../generated/client.ts';
import type { Logo } from './logo-fetcher.ts';
import type { Transaction } from '../mutations.ts';

export interface DueLogo {
  readonly pageId: string;
  readonly organizationId: string;
  readonly url: string;
}

@Injectable()
export class LogoRepository {
  constructor(private readonly prisma: PrismaClient) {}

  /**
   * Claims logos that are new, changed or old; organizations take turns. No other replica can claim the same logo for one
   * minute.
   */
  claim(limit: number): Promise<DueLogo[]> {
    return this.prisma.$queryRaw<DueLogo[]>`
      WITH due AS (
        SELECT page.id, page.logo_url, logo.due_at,
          row_number() OVER (PARTITION BY page.organization_id ORDER BY logo.due_at NULLS FIRST, page.id) AS turn
        FROM status_page.status_page AS page LEFT JOIN status_page.page_logo AS logo ON logo.page_id = page.id
        WHERE page.logo_url IS NOT NULL
          AND (logo.page_id IS NULL OR logo.url <> page.logo_url OR logo.due_at <= now())
        ORDER BY turn, logo.due_at NULLS FIRST, page.id LIMIT ${limit}::integer
      )
      INSERT INTO status_page.page_logo AS known (page_id, url, due_at)
      SELECT id, logo_url, now() + interval '1 minute' FROM due ORDER BY id
      ON CONFLICT (page_id) DO UPDATE SET
        url = EXCLUDED.url,
        due_at = EXCLUDED.due_at,
        content_type = CASE WHEN known.url = EXCLUDED.url THEN known.content_type END,
        bytes = CASE WHEN known.url = EXCLUDED.url THEN known.bytes END
      WHERE known.url <> EXCLUDED.url OR known.due_at <= now()
      RETURNING page_id AS "pageId", url,
        (SELECT organization_id FROM status_page.status_page WHERE id = page_id) AS "organizationId"`;
  }

  /** True if the page now shows a different logo. */
  async store(tx: Transaction, { pageId, url }: DueLogo, logo: Logo, dueAt: Date): Promise<boolean> {
    const before = await tx.pageLogo.findFirst({ where: { pageId, url } });
    if (before === null) return false;
    await tx.pageLogo.updateMany({ where: { pageId, url }, data: { ...logo, dueAt } });
    return before.bytes === null || Buffer.compare(before.bytes, logo.bytes) !== 0;
  }

  /** The logo that was fetched before stays. */
  async postpone({ pageId, url }: DueLogo, dueAt: Date): Promise<void> {
    await this.prisma.pageLogo.updateMany({ where: { pageId, url }, data: { dueAt } });
  }
}
