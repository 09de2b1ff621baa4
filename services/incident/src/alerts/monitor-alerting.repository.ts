import { Injectable } from '@nestjs/common';
import type { MonitorAlerting } from '@vedette/contract';
import type { Sql } from '@vedette/database';
import { ServiceDatabase } from '@vedette/service-host';
import type { Transaction } from '../mutations.ts';

const NOTHING: MonitorAlerting = { parentId: null, runbookUrl: null };

/** Parents and runbooks of monitors. A row is written under the locks of the monitors that it names. */
@Injectable()
export class MonitorAlertingRepository {
  readonly #sql: Sql;

  constructor({ sql }: ServiceDatabase) {
    this.#sql = sql;
  }

  async find(monitorId: string, sql: Sql = this.#sql): Promise<MonitorAlerting> {
    const rows = await sql.$queryRawUnsafe<MonitorAlerting[]>(
      `SELECT parent_id AS "parentId", runbook_url AS "runbookUrl"
       FROM incident.monitor_alerting WHERE monitor_id = $1`,
      monitorId,
    );
    return rows[0] ?? NOTHING;
  }

  async hasChildren(tx: Transaction, monitorId: string): Promise<boolean> {
    const found = await tx.$queryRaw<unknown[]>`
      SELECT FROM incident.monitor_alerting WHERE parent_id = ${monitorId} LIMIT 1`;
    return found.length > 0;
  }

  async save(tx: Transaction, monitorId: string, { parentId, runbookUrl }: MonitorAlerting): Promise<void> {
    await tx.$executeRaw`
      INSERT INTO incident.monitor_alerting (monitor_id, parent_id, runbook_url)
      VALUES (${monitorId}, ${parentId}, ${runbookUrl})
      ON CONFLICT (monitor_id) DO UPDATE SET parent_id = EXCLUDED.parent_id, runbook_url = EXCLUDED.runbook_url`;
  }
}
