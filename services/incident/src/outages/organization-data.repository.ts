import { Injectable } from '@nestjs/common';
import type { Sql } from '@vedette/database';
import { OrganizationData, ServiceDatabase, type ErasingStep } from '@vedette/service-host';
import { erasureOf } from '../alert-locks.repository.ts';

/** Incidents and other subjects first, because they refer to monitors, and their alerts to contacts. */
const STATEMENTS = [
  erasureOf('incident', chosen('incident')),
  erasureOf('alert_subject', chosen('alert_subject')),
  ...['contact', 'monitor', 'monitor_change', 'maintenance_window', 'rehearsal'].map(
    (table) => `DELETE FROM incident.${table} WHERE id = ANY (ARRAY(${chosen(table)}))`,
  ),
];

/** What this service keeps for organizations. Rows without an organization go with the rows that they belong to. */
@Injectable()
export class IncidentOrganizationData extends OrganizationData {
  readonly steps: readonly ErasingStep[];

  constructor(database: ServiceDatabase) {
    super();
    this.steps = database.erasing(STATEMENTS.map((statement) => erasing(database.sql, statement)));
  }
}

function erasing(sql: Sql, statement: string): ErasingStep {
  return (organizationId, limit) => sql.$executeRawUnsafe(statement, organizationId, limit);
}

/** $1 organization, $2 limit. Rows are locked in the order of their ids, as in every statement that locks several. */
function chosen(table: string): string {
  return `SELECT id FROM incident.${table} WHERE organization_id = $1 ORDER BY id LIMIT $2 FOR UPDATE`;
}
