import { Injectable } from '@nestjs/common';
import { PrismaClient } from '../generated/client.ts';
import type { Transaction } from '../mutations.ts';

@Injectable()
export class CertificateGrantRepository {
  constructor(private readonly prisma: PrismaClient) {}

  /**
   * When the organization got its grants of the last day. Other transactions that ask this for the same organization wait
   * until this one ends, so that replicas together grant no more than one would.
   */
  async lockRecent(tx: Transaction, organizationId: string): Promise<Date[]> {
    await tx.$queryRaw`SELECT FROM status_page.page_count WHERE organization_id = ${organizationId} FOR UPDATE`;
    const rows = await tx.$queryRaw<{ grantedAt: Date }[]>`
      SELECT granted_at AS "grantedAt" FROM status_page.certificate_grant
      WHERE organization_id = ${organizationId} AND granted_at > now() - interval '25 hours'`;
    return rows.map(({ grantedAt }) => grantedAt);
  }

  /** Another page of the organization may have got the grant for the same domain in the meantime. */
  async insert(tx: Transaction, organizationId: string, host: string, grantedAt: Date): Promise<void> {
    await tx.$executeRaw`
      INSERT INTO status_page.certificate_grant (organization_id, host, granted_at)
      VALUES (${organizationId}, ${host}, ${grantedAt})
      ON CONFLICT DO NOTHING`;
  }

  /** Removes grants that no page uses any more and that are too old to count. */
  async tidy(): Promise<void> {
    await this.prisma.$executeRaw`
      DELETE FROM status_page.certificate_grant AS known
      WHERE known.granted_at < now() - interval '25 hours' AND NOT EXISTS (
        SELECT FROM status_page.status_page AS page
        WHERE page.host = known.host AND page.organization_id = known.organization_id AND page.host_verified
      )`;
  }
}
