import { Injectable } from '@nestjs/common';
import type { Sql } from '@vedette/database';
import { OrganizationData, ServiceDatabase, type ErasingStep } from '@vedette/service-host';

/** Incidents and other subjects first, because they refer to monitors, and their alerts to contacts. */
const TABLES = ['incident', 'alert_subject', 'contact', 'monitor', 'monitor_change', 'maintenance_window', 'rehearsal'];

/** What this service keeps for organizations. Rows without an organization go with the rows that they belong to. */
@Injectable()
export class IncidentOrganizationData extends OrganizationData {
  readonly steps: readonly ErasingStep[];

  constructor(database: ServiceDatabase) {
    super();
    this.steps = database.erasing(TABLES.map((table) => erasing(database.sql, table)));
  }
}

/** Rows are locked in the order of their ids, as in every statement that locks several. */
function erasing(sql: Sql, table: string): ErasingStep {
  return (organizationId, limit) =>
    sql.$executeRawUnsafe(
      `DELETE FROM incident.${table} WHERE id = ANY (ARRAY(
         SELECT id FROM incident.${table} WHERE organization_id = $1 ORDER BY id LIMIT $2 FOR UPDATE
       ))`,
      organizationId,
      limit,
    );
}
