import { Injectable } from '@nestjs/common';
import { OrganizationData, ServiceDatabase, type ErasingStep } from '@vedette/service-host';
import { MonitorRepository } from './monitors/monitor.repository.ts';

/** Each monitor may have a month of checks. */
const ERASED_AT_ONCE = 10;

// As after the deletion of each monitor by hand: nothing is checked, and results of checks in flight change nothing.
// Rows are locked in the order of their ids, as in every statement that locks several.
const endMonitors = (which: string): string => `
  WITH chosen AS (
    SELECT id FROM monitor.monitor WHERE organization_id = $1 AND ${which} ORDER BY id LIMIT $2 FOR UPDATE
  ), locked AS (
    SELECT monitor_id FROM monitor.monitor_runtime WHERE monitor_id IN (SELECT id FROM chosen)
    ORDER BY monitor_id FOR UPDATE
  ), ended AS (
    UPDATE monitor.monitor SET deleted_at = coalesce(deleted_at, now()), released_at = now()
    WHERE id IN (SELECT id FROM chosen)
  )
  UPDATE monitor.monitor_runtime AS runtime
  SET epoch = epoch + 1, next_check_at = NULL, is_waiting = false, slot_at = NULL
  FROM locked WHERE runtime.monitor_id = locked.monitor_id`;

const END_LIVE = endMonitors('deleted_at IS NULL');
const END_DELETED = endMonitors('deleted_at IS NOT NULL AND released_at IS NULL');

const ERASE_COUNT = 'DELETE FROM monitor.monitor_count WHERE organization_id = $1 AND $2 > 0';

const STEPS = [END_LIVE, END_DELETED, ERASE_COUNT];

/** What this service keeps for organizations. Rows without an organization go with the monitor that they belong to. */
@Injectable()
export class MonitorOrganizationData extends OrganizationData {
  readonly steps: readonly ErasingStep[];

  constructor(database: ServiceDatabase, monitors: MonitorRepository) {
    super();
    const { sql } = database;
    this.steps = database.erasing([
      ...STEPS.map(
        (step): ErasingStep =>
          (organizationId, limit) =>
            sql.$executeRawUnsafe(step, organizationId, limit),
      ),
      () => monitors.erase(ERASED_AT_ONCE),
    ]);
  }
}
