import { Injectable } from '@nestjs/common';
import type { EventMessage, PublicEvent } from '@vedette/contract';
import { PrismaClient, type Prisma } from '../generated/client.ts';
import { CHANGES_WITHIN_MS, type MonitorChange } from '../messages/monitor-changes.ts';
import type { Transaction } from '../mutations.ts';

const KINDS: Partial<Record<PublicEvent['type'], MonitorChange['kind']>> = {
  'monitor.updated': 'UPDATED',
  'monitor.paused': 'PAUSED',
  'monitor.resumed': 'RESUMED',
};
/** More than an alert shows. */
const MOST = 100;

/** What was changed on monitors a short time ago, from the events of the monitor service. */
@Injectable()
export class MonitorChangeRepository {
  constructor(private readonly prisma: PrismaClient) {}

  /** Ignores events that report no change by hand, and updates that changed no field. */
  async note(tx: Transaction, messages: readonly EventMessage[]): Promise<void> {
    await tx.monitorChange.createMany({ data: messages.flatMap(changeOf) });
  }

  /** The newest first: those that may have to do with an outage that began at `startedAt`. */
  async before(monitorId: string, startedAt: Date): Promise<MonitorChange[]> {
    const from = new Date(startedAt.getTime() - CHANGES_WITHIN_MS);
    const rows = await this.prisma.monitorChange.findMany({
      where: { monitorId, at: { gt: from, lte: startedAt } },
      orderBy: [{ at: 'desc' }, { id: 'desc' }],
      take: MOST,
    });
    return rows.map(({ at, kind, fields }) => ({ at, kind: kind as MonitorChange['kind'], fields }));
  }

  async erase(before: Date): Promise<void> {
    await this.prisma.monitorChange.deleteMany({ where: { at: { lt: before } } });
  }
}

function changeOf({ organizationId, event }: EventMessage): Prisma.MonitorChangeCreateManyInput[] {
  const kind = KINDS[event.type];
  if (kind === undefined || !('monitor' in event.data)) return [];
  const fields = 'changed' in event.data ? event.data.changed : [];
  if (kind === 'UPDATED' && fields.length === 0) return [];
  return [{ organizationId, monitorId: event.data.monitor.id, at: new Date(event.timestamp), kind, fields }];
}
