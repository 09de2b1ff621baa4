import { Injectable } from '@nestjs/common';
import { PrismaClient } from '../generated/client.ts';
import type { Transaction } from '../mutations.ts';

/** A message as HTML, and by which version of the renderer. */
export interface MessageHtml {
  readonly html: string;
  readonly htmlVersion: number;
}

export interface OldMessage {
  readonly id: string;
  readonly message: string;
}

@Injectable()
export class MessageHtmlRepository {
  constructor(private readonly prisma: PrismaClient) {}

  /** Messages that an older renderer has rendered. */
  old(version: number, limit: number): Promise<OldMessage[]> {
    return this.prisma.statusIncidentUpdate.findMany({
      where: { htmlVersion: { lt: version } },
      select: { id: true, message: true },
      orderBy: { htmlVersion: 'asc' },
      take: limit,
    });
  }

  /** The pages that show the message. What a newer renderer has made of it stays. */
  async store(tx: Transaction, id: string, { html, htmlVersion }: MessageHtml): Promise<string[]> {
    await tx.statusIncidentUpdate.updateMany({
      where: { id, htmlVersion: { lt: htmlVersion } },
      data: { html, htmlVersion },
    });
    const update = await tx.statusIncidentUpdate.findUnique({
      where: { id },
      select: { incident: { select: { pageIds: true } } },
    });
    return update?.incident.pageIds ?? [];
  }
}
