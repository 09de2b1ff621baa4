import { Injectable } from '@nestjs/common';
import type { EventMessage, PublicEvent } from '@vedette/contract';
import { ServiceDatabase } from '@vedette/service-host';
import type { MonitorChange } from '../messages/monitor-changes.ts';
import type { Transaction } from '../mutations.ts';

const KINDS: Partial<Record<PublicEvent['type'], MonitorChange['kind']>> = {
  'monitor.updated': 'UPDATED',
  'monitor.paused': 'PAUSED',
  'monitor.resumed': 'RESUMED',
};

/** A row, by its columns. */
interface NotedChange {
  readonly organization_id: string;
  readonly monitor_id: string;
  readonly at: string;
  readonly kind: MonitorChange['kind'];
  readonly fields: readonly string[];
}

/** What was changed on monitors a short time ago, from the events of the monitor service. `NewsRepository` reads it. */
@Injectable()
export class MonitorChangeRepository {
  readonly #sql: ServiceDatabase['sql'];

  constructor({ sql }: ServiceDatabase) {
    this.#sql = sql;
  }

  /** Ignores events that report no change by hand, and updates that changed no field. */
  async note(tx: Transaction, messages: readonly EventMessage[]): Promise<void> {
    const changes = messages.flatMap(changeOf);
    if (changes.length === 0) return;
    await tx.$executeRaw`
      INSERT INTO incident.monitor_change (organization_id, monitor_id, at, kind, fields)
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
        AS change (organization_id text, monitor_id text, at timestamptz, kind text, fields text[])`;
  }

  async erase(before: Date): Promise<void> {
    await this.#sql.$executeRaw`DELETE FROM incident.monitor_change WHERE at < ${before}`;
  }
}

function changeOf({ organizationId, event }: EventMessage): NotedChange[] {
  const kind = KINDS[event.type];
  if (kind === undefined || !('monitor' in event.data)) return [];
  const fields = 'changed' in event.data ? event.data.changed : [];
  if (kind === 'UPDATED' && fields.length === 0) return [];
  return [{ organization_id: organizationId, monitor_id: event.data.monitor.id, at: event.timestamp, kind, fields }];
}
