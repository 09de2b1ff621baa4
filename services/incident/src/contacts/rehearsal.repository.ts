import { Injectable } from '@nestjs/common';
import type { Rehearsed } from '@vedette/contract';
import { PrismaClient } from '../generated/client.ts';
import type { Transaction } from '../mutations.ts';
import type { StoredRehearsal } from './rehearsal-view.ts';

const RESULT = { kind: true, id: true, type: true, name: true, outcome: true, answer: true, tookMs: true } as const;

/** The rehearsals of the last weeks. */
@Injectable()
export class RehearsalRepository {
  constructor(private readonly prisma: PrismaClient) {}

  async insert(tx: Transaction, organizationId: string, { id, startedAt, results }: StoredRehearsal): Promise<void> {
    await tx.rehearsal.create({ data: { id, organizationId, startedAt } });
    await tx.rehearsed.createMany({ data: results.map((result) => ({ rehearsalId: id, ...result })) });
  }

  /** When the last one was started. Until the transaction ends, nobody else can start one. */
  async lockLast(tx: Transaction, organizationId: string): Promise<Date | null> {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`rehearsal ${organizationId}`}, 0))`;
    return this.lastStartedAt(organizationId, tx);
  }

  async lastStartedAt(
    organizationId: string,
    client: Pick<PrismaClient, 'rehearsal'> = this.prisma,
  ): Promise<Date | null> {
    const last = await client.rehearsal.findFirst({ where: { organizationId }, orderBy: { startedAt: 'desc' } });
    return last?.startedAt ?? null;
  }

  async find(organizationId: string, id: string): Promise<StoredRehearsal | undefined> {
    const found = await this.prisma.rehearsal.findFirst({
      where: { id, organizationId },
      select: {
        id: true,
        startedAt: true,
        endedAt: true,
        results: { select: RESULT, orderBy: [{ kind: 'asc' }, { id: 'asc' }] },
      },
    });
    if (found === null) return undefined;
    const last = await this.prisma.rehearsed.findFirst({
      where: { rehearsalId: id, notedAt: { not: null } },
      orderBy: { notedAt: 'desc' },
      select: { notedAt: true },
    });
    const progressAt = last?.notedAt ?? found.startedAt;
    return { ...found, progressAt, results: found.results as Rehearsed[] };
  }

  /** Does nothing if the organization was deleted meanwhile. */
  async note(rehearsalId: string, { kind, id, outcome, answer, tookMs }: Rehearsed, notedAt: Date): Promise<void> {
    const data = { outcome, answer, tookMs, notedAt };
    await this.prisma.rehearsed.updateMany({ where: { rehearsalId, kind, id }, data });
  }

  async end(id: string, at: Date): Promise<void> {
    await this.prisma.rehearsal.updateMany({ where: { id }, data: { endedAt: at } });
  }

  async erase(before: Date): Promise<void> {
    await this.prisma.rehearsal.deleteMany({ where: { startedAt: { lt: before } } });
  }
}
