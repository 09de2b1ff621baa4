import { Injectable } from '@nestjs/common';
import { PrismaClient } from '../generated/client.ts';

export interface NewPreview {
  readonly tokenHash: Uint8Array<ArrayBuffer>;
  readonly organizationId: string;
  readonly html: string;
  readonly expiresAt: Date;
}

/** An editor that asks again while somebody types leaves the older ones behind. */
const KEPT_OF_ORGANIZATION = 20;

/** Rendered previews. The replica that serves one may be another than the one that rendered it. */
@Injectable()
export class PreviewRepository {
  constructor(private readonly prisma: PrismaClient) {}

  /** Removes the oldest previews of the organization if there are too many. */
  async insert({ tokenHash, organizationId, html, expiresAt }: NewPreview): Promise<void> {
    await this.prisma.$executeRaw`
      WITH surplus AS (
        DELETE FROM status_page.page_preview WHERE token_hash IN (
          SELECT token_hash FROM status_page.page_preview WHERE organization_id = ${organizationId}
          ORDER BY expires_at DESC OFFSET ${KEPT_OF_ORGANIZATION - 1}::integer
        )
      )
      INSERT INTO status_page.page_preview (token_hash, organization_id, html, expires_at)
      VALUES (${tokenHash}, ${organizationId}, ${html}, ${expiresAt}::timestamptz)`;
  }

  async find(tokenHash: Uint8Array<ArrayBuffer>): Promise<string | undefined> {
    const rows = await this.prisma.$queryRaw<{ html: string }[]>`
      SELECT html FROM status_page.page_preview WHERE token_hash = ${tokenHash} AND expires_at > now()`;
    return rows[0]?.html;
  }

  async tidy(): Promise<void> {
    await this.prisma.$executeRaw`DELETE FROM status_page.page_preview WHERE expires_at <= now()`;
  }
}
