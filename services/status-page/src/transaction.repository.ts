import { Injectable } from '@nestjs/common';
import { Prisma, PrismaClient } from './generated/client.ts';

/** What runs in it takes its locks in one order: copies of monitors, pages, incidents and windows, versions of pages. */
export type Transaction = Prisma.TransactionClient;

/** The caller's deadline is 5 s. */
const LIMITS = { maxWait: 4_000, timeout: 5_000 };

@Injectable()
export class TransactionRepository {
  constructor(private readonly prisma: PrismaClient) {}

  run<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.prisma.$transaction(work, LIMITS);
  }
}

/** Whether a write failed because another row holds the value that this unique constraint guards. */
export function violates(error: unknown, constraint: string): boolean {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError) || error.code !== 'P2002') return false;
  return JSON.stringify(error.meta).includes(`"index":"${constraint}"`);
}
