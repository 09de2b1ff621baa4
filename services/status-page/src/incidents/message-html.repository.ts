import { Injectable } from '@nestjs/common';
import { PrismaClient } from '../generated/client.ts';
import type { Transaction } from '../mutations.ts';

/** A message as HTML, and the version of the renderer that made it. */
export interface MessageHtml {
  readonly html: string;
  readonly htmlVersion: number;
}

export interface OldMessage {
  readonly id: string;
  readonly organizationId: string;
  readonly message: string;
}

@Injectable()
export class MessageHtmlRepository {
  constructor(private readonly prisma: PrismaClient) {}

  /** Messages that an older version of the renderer has rendered. */
  async old(version: number, limit: number): Promise<OldMessage[]> {
    const found = await this.prisma.statusIncidentUpdate.findMany({
      where: { htmlVersion: { lt: version } },
      select: { id: true, message: true, incident: { select: { organizationId: true } } },
      orderBy: { htmlVersion: 'asc' },
      take: limit,
    });
    return found.map(({ id, message, incident: { organizationId } }) => ({ id, organizationId, message }));
  }

  /** Returns the pages that show the message. HTML from a newer renderer is not overwritten. */
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
