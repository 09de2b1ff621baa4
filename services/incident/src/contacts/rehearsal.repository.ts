import { Injectable } from '@nestjs/common';
import { ServiceDatabase } from '@vedette/service-host';
import type { Transaction } from '../mutations.ts';
import type { StoredRehearsal, StoredResult } from './rehearsal-view.ts';

/** The rehearsals of the last weeks. */
@Injectable()
export class RehearsalRepository {
  readonly #sql: ServiceDatabase['sql'];

  constructor({ sql }: ServiceDatabase) {
    this.#sql = sql;
  }

  async insert(tx: Transaction, organizationId: string, { id, startedAt, results }: StoredRehearsal): Promise<void> {
    await tx.$executeRaw`
      INSERT INTO incident.rehearsal (id, organization_id, started_at) VALUES (${id}, ${organizationId}, ${startedAt})`;
    await tx.$executeRaw`
      INSERT INTO incident.rehearsed (rehearsal_id, kind, id, type, name, masked_name, outcome)
      SELECT ${id}, kind, id, type, name, "maskedName", outcome
      FROM jsonb_to_recordset(${JSON.stringify(results)}::jsonb) AS result
        (kind text, id text, type incident.contact_type, name text, "maskedName" text, outcome text)`;
  }

  /** When the last one was started. Until the transaction ends, nobody else can start one. */
  async lockLast(tx: Transaction, organizationId: string): Promise<Date | null> {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`rehearsal ${organizationId}`}, 0))`;
    return this.lastStartedAt(organizationId, tx);
  }

  async lastStartedAt(organizationId: string, tx: Transaction = this.#sql): Promise<Date | null> {
    const [last] = await tx.$queryRaw<{ startedAt: Date | null }[]>`
      SELECT max(started_at) AS "startedAt" FROM incident.rehearsal WHERE organization_id = ${organizationId}`;
    return last?.startedAt ?? null;
  }

  async find(organizationId: string, id: string): Promise<StoredRehearsal | undefined> {
    const [found] = await this.#sql.$queryRaw<StoredRehearsal[]>`
      SELECT r.id, r.started_at AS "startedAt", r.ended_at AS "endedAt",
        coalesce((SELECT max(noted_at) FROM incident.rehearsed WHERE rehearsal_id = r.id), r.started_at) AS "progressAt",
        ARRAY(
          SELECT json_build_object('kind', kind, 'id', id, 'type', type, 'name', name, 'maskedName', masked_name,
            'outcome', outcome, 'answer', answer, 'maskedAnswer', masked_answer, 'tookMs', took_ms)
          FROM incident.rehearsed WHERE rehearsal_id = r.id ORDER BY kind, id
        ) AS results
      FROM incident.rehearsal AS r WHERE r.id = ${id} AND r.organization_id = ${organizationId}`;
    return found;
  }

  /** Does nothing if the organization was deleted meanwhile. */
  async note(
    rehearsalId: string,
    { kind, id, outcome, answer, maskedAnswer, tookMs }: StoredResult,
    notedAt: Date,
  ): Promise<void> {
    await this.#sql.$executeRaw`
      UPDATE incident.rehearsed SET outcome = ${outcome}, answer = ${answer}, masked_answer = ${maskedAnswer},
        took_ms = ${tookMs}, noted_at = ${notedAt}
      WHERE rehearsal_id = ${rehearsalId} AND kind = ${kind} AND id = ${id}`;
  }

  async end(id: string, at: Date): Promise<void> {
    await this.#sql.$executeRaw`UPDATE incident.rehearsal SET ended_at = ${at} WHERE id = ${id}`;
  }

  async erase(before: Date): Promise<void> {
    await this.#sql.$executeRaw`DELETE FROM incident.rehearsal WHERE started_at < ${before}`;
  }
}
