import { Injectable } from '@nestjs/common';
import { violates } from '@vedette/database';
import type { DomainClaim, ProofStep } from './domain-proof.ts';
import { PrismaClient } from '../generated/client.ts';
import type { Transaction } from '../mutations.ts';

export interface DueDomain {
  readonly pageId: string;
  readonly host: string;
}

export interface LockedDomain extends DomainClaim {
  readonly organizationId: string;
  /** True if an edge may already obtain a certificate for this domain. */
  readonly isGranted: boolean;
}

@Injectable()
export class DomainRepository {
  constructor(private readonly prisma: PrismaClient) {}

  /** Claims domains whose lookup is due. No other replica can claim the same domain for one minute. */
  claim(limit: number): Promise<DueDomain[]> {
    return this.prisma.$queryRaw<DueDomain[]>`
      UPDATE status_page.status_page SET host_due_at = now() + interval '1 minute'
      WHERE id IN (
        SELECT id FROM status_page.status_page WHERE host_due_at <= now()
        ORDER BY host_due_at LIMIT ${limit}::integer FOR UPDATE SKIP LOCKED
      )
      RETURNING id AS "pageId", host`;
  }

  /** Locks the page until the transaction ends. Undefined when the page no longer names this domain. */
  async lock(tx: Transaction, { pageId, host }: DueDomain): Promise<LockedDomain | undefined> {
    const [page] = await tx.$queryRaw<Omit<LockedDomain, 'others'>[]>`
      SELECT id AS "pageId", host_verified AS "isVerified", host_missing_since AS "missingSince",
        organization_id AS "organizationId",
        EXISTS (
          SELECT FROM status_page.certificate_grant AS known
          WHERE known.organization_id = page.organization_id AND known.host = page.host
        ) AS "isGranted"
      FROM status_page.status_page AS page WHERE id = ${pageId} AND host = ${host} FOR UPDATE`;
    if (page === undefined) return undefined;
    const others = await tx.statusPage.findMany({
      where: { host, id: { not: pageId } },
      select: { hostVerified: true },
      orderBy: { hostVerified: 'desc' },
      take: 1,
    });
    const [other] = others;
    return { ...page, others: other === undefined ? 'none' : other.hostVerified ? 'verified' : 'claimed' };
  }

  async settle(tx: Transaction, pageId: string, { isVerified, missingSince, nextLookAt }: ProofStep): Promise<void> {
    await tx.statusPage.update({
      where: { id: pageId },
      data: { hostVerified: isVerified, hostMissingSince: missingSince, hostDueAt: nextLookAt },
      select: { id: true },
    });
  }

  /** True if a different page has proven the domain. */
  async isVerifiedByAnother(tx: Transaction, host: string, pageId: string): Promise<boolean> {
    const count = await tx.statusPage.count({ where: { host, hostVerified: true, id: { not: pageId } } });
    return count > 0;
  }
}

/** True if a write failed because another page proved the domain at the same time. */
export function isDomainTaken(error: unknown): boolean {
  return violates(error, 'status_page_verified_host');
}
