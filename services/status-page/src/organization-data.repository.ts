import { Injectable } from '@nestjs/common';
import { OrganizationData, ServiceDatabase, type ErasingStep } from '@vedette/service-host';

// Rows are locked in the order of their keys, as in every statement that locks several.
// Replicas stop to serve a page when its version changes.
const ERASE_PAGES = `
  WITH erased AS (
    DELETE FROM status_page.status_page WHERE id = ANY (ARRAY(
      SELECT id FROM status_page.status_page WHERE organization_id = $1 ORDER BY id LIMIT $2 FOR UPDATE
    ))
    RETURNING id
  )
  INSERT INTO status_page.page_version AS known (page_id, version, changed_at)
  SELECT id, 1, clock_timestamp() FROM erased ORDER BY id
  ON CONFLICT (page_id) DO UPDATE SET version = known.version + 1, changed_at = clock_timestamp()`;

const ERASE_WINDOWS = `
  WITH erased AS (
    DELETE FROM status_page.maintenance_window WHERE id = ANY (ARRAY(
      SELECT id FROM status_page.maintenance_window WHERE organization_id = $1 ORDER BY id LIMIT $2 FOR UPDATE
    ))
    RETURNING id
  ), spans AS (
    DELETE FROM status_page.maintenance_span WHERE window_id IN (SELECT id FROM erased)
  )
  SELECT FROM erased`;

// The spans of windows that were deleted earlier are found by their monitors, and so is the union of all.
const ERASE_MONITORS = `
  WITH erased AS (
    DELETE FROM status_page.monitor_copy WHERE monitor_id = ANY (ARRAY(
      SELECT monitor_id FROM status_page.monitor_copy WHERE organization_id = $1
      ORDER BY monitor_id LIMIT $2 FOR UPDATE
    ))
    RETURNING monitor_id
  ), spans AS (
    DELETE FROM status_page.maintenance_span WHERE monitor_id IN (SELECT monitor_id FROM erased)
  ), merged AS (
    DELETE FROM status_page.monitor_maintenance WHERE monitor_id IN (SELECT monitor_id FROM erased)
  )
  SELECT FROM erased`;

const ERASE_INCIDENTS = `
  DELETE FROM status_page.status_incident WHERE id = ANY (ARRAY(
    SELECT id FROM status_page.status_incident WHERE organization_id = $1 ORDER BY id LIMIT $2 FOR UPDATE
  ))`;

const ERASE_GRANTS = `
  DELETE FROM status_page.certificate_grant WHERE organization_id = $1 AND host = ANY (ARRAY(
    SELECT host FROM status_page.certificate_grant WHERE organization_id = $1 ORDER BY host LIMIT $2 FOR UPDATE
  ))`;

const ERASE_PREVIEWS = `
  DELETE FROM status_page.page_preview WHERE token_hash = ANY (ARRAY(
    SELECT token_hash FROM status_page.page_preview WHERE organization_id = $1 ORDER BY token_hash LIMIT $2 FOR UPDATE
  ))`;

const ERASE_COUNT = 'DELETE FROM status_page.page_count WHERE organization_id = $1 AND $2 > 0';

const STEPS = [ERASE_PAGES, ERASE_INCIDENTS, ERASE_WINDOWS, ERASE_MONITORS, ERASE_GRANTS, ERASE_PREVIEWS, ERASE_COUNT];

/** What this service keeps for organizations. Rows without an organization go with the rows that they belong to. */
@Injectable()
export class StatusPageOrganizationData extends OrganizationData {
  readonly steps: readonly ErasingStep[];

  constructor(database: ServiceDatabase) {
    super();
    const { sql } = database;
    this.steps = database.erasing(
      STEPS.map((step) => (organizationId, limit) => sql.$executeRawUnsafe(step, organizationId, limit)),
    );
  }
}
