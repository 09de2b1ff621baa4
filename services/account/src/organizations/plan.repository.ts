import type { PlanLimits } from '@vedette/contract';
import type { Pool } from 'pg';

/** The columns of a plan under the contract's names. */
export const PLAN_COLUMNS = `
  plan.name AS "planName", plan.monitors, plan.fastest_interval_seconds AS "fastestIntervalSeconds",
  plan.status_pages AS "statusPages", plan.webhook_endpoints AS "webhookEndpoints",
  plan.maintenance_windows AS "maintenanceWindows"`;

export interface PlanRow extends Omit<PlanLimits, 'name'> {
  readonly planName: string;
}

export function planOf(row: PlanRow): PlanLimits {
  return {
    name: row.planName,
    monitors: row.monitors,
    fastestIntervalSeconds: row.fastestIntervalSeconds,
    statusPages: row.statusPages,
    webhookEndpoints: row.webhookEndpoints,
    maintenanceWindows: row.maintenanceWindows,
  };
}

export class PlanRepository {
  constructor(private readonly pool: Pool) {}

  /** The smallest plan first. */
  async list(): Promise<PlanLimits[]> {
    const { rows } = await this.pool.query<PlanRow>(`SELECT ${PLAN_COLUMNS} FROM account.plan ORDER BY monitors, name`);
    return rows.map(planOf);
  }
}
