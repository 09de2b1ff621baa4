import { Injectable } from '@nestjs/common';
import type { Incident, IncidentDetail } from '@vedette/contract';
import { ServiceDatabase } from '@vedette/service-host';
import { incidentPage, ONE_INCIDENT, type IncidentQuery } from './incident-json.ts';
import type { Transaction } from './mutations.ts';
import type { TimelineEntry } from './timeline-message.ts';

/** A cause that changes with every check for days must not make an incident grow without end. */
const MAX_CAUSE_CHANGES = 100;

@Injectable()
export class IncidentRepository {
  readonly #pool: ServiceDatabase['pool'];

  constructor({ pool }: ServiceDatabase) {
    this.#pool = pool;
  }

  async page(organizationId: string, query: IncidentQuery): Promise<{ incidents: Incident[]; total: number }> {
    const { rows } = await this.#pool.query<{ incidents: Incident[]; total: number }>(
      incidentPage(organizationId, query),
    );
    return rows[0] ?? { incidents: [], total: 0 };
  }

  async find(organizationId: string, id: string): Promise<IncidentDetail | undefined> {
    const { rows } = await this.#pool.query<{ incident: IncidentDetail }>({
      name: 'one incident',
      text: ONE_INCIDENT,
      values: [organizationId, id],
    });
    return rows[0]?.incident;
  }

  /** The incident as this transaction has left it. */
  async read(tx: Transaction, organizationId: string, id: string): Promise<IncidentDetail | undefined> {
    const rows = await tx.$queryRawUnsafe<{ incident: IncidentDetail }[]>(ONE_INCIDENT, organizationId, id);
    return rows[0]?.incident;
  }

  /** False when it is acknowledged or resolved already, or not there. */
  async acknowledge(tx: Transaction, organizationId: string, id: string, at: Date): Promise<boolean> {
    const { count } = await tx.incident.updateMany({
      where: { id, organizationId, resolvedAt: null, acknowledgedAt: null, monitor: { forgottenAt: null } },
      data: { acknowledgedAt: at },
    });
    return count === 1;
  }

  async addToTimeline(tx: Transaction, incidentId: string, entries: readonly TimelineEntry[]): Promise<void> {
    await tx.timelineEntry.createMany({ data: entries.map((entry) => ({ incidentId, ...entry })) });
  }

  /** Leaves out what the timeline says already. */
  async addToTimelineOnce(tx: Transaction, incidentId: string, entries: readonly TimelineEntry[]): Promise<void> {
    if (entries.length === 0) return;
    await tx.$executeRaw`
      INSERT INTO incident.timeline_entry (incident_id, at, type, message)
      SELECT ${incidentId}, entry.at, entry.type, entry.message
      FROM unnest(
        ${entries.map(({ at }) => at)}::timestamptz[],
        ${entries.map(({ type }) => type)}::incident.timeline_type[],
        ${entries.map(({ message }) => message)}::text[]
      ) AS entry (at, type, message)
      WHERE NOT EXISTS (
        SELECT FROM incident.timeline_entry AS said
        WHERE said.incident_id = ${incidentId} AND said.type = entry.type AND said.message = entry.message
      )`;
  }

  async addCauseChange(tx: Transaction, incidentId: string, entry: TimelineEntry): Promise<void> {
    const earlier = await tx.timelineEntry.count({ where: { incidentId, type: 'CAUSE_CHANGED' } });
    if (earlier < MAX_CAUSE_CHANGES) await this.addToTimeline(tx, incidentId, [entry]);
  }
}
