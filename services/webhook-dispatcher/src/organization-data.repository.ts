import { Injectable } from '@nestjs/common';
import type { Sql } from '@vedette/database';
import { OrganizationData, ServiceDatabase, type ErasingStep } from '@vedette/service-host';
import { DueSignal } from './queue/due-signal.ts';

// An endpoint without secrets sends nothing more. The dispatcher lets go of it when it hears of the change.
const BURY_ENDPOINTS = `
  WITH buried AS (
    UPDATE webhook_dispatcher.webhook_endpoint SET deleted_at = now() WHERE id = ANY (ARRAY(
      SELECT id FROM webhook_dispatcher.webhook_endpoint
      WHERE organization_id = $1 AND deleted_at IS NULL ORDER BY id LIMIT $2 FOR UPDATE
    ))
    RETURNING id
  ), secrets AS (
    DELETE FROM webhook_dispatcher.endpoint_secret WHERE endpoint_id IN (SELECT id FROM buried)
  )
  SELECT id FROM buried`;

const ERASE_DELIVERIES = `
  WITH erased AS (
    DELETE FROM webhook_dispatcher.delivery WHERE id = ANY (ARRAY(
      SELECT id FROM webhook_dispatcher.delivery WHERE organization_id = $1 ORDER BY id LIMIT $2 FOR UPDATE
    ))
    RETURNING id
  ), attempts AS (
    DELETE FROM webhook_dispatcher.delivery_attempt WHERE delivery_id IN (SELECT id FROM erased)
  )
  SELECT FROM erased`;

const ERASE_ENDPOINTS = `
  DELETE FROM webhook_dispatcher.webhook_endpoint WHERE id = ANY (ARRAY(
    SELECT id FROM webhook_dispatcher.webhook_endpoint WHERE organization_id = $1 ORDER BY id LIMIT $2 FOR UPDATE
  ))`;

const ERASE_EVENTS = `
  DELETE FROM webhook_dispatcher.webhook_event WHERE id = ANY (ARRAY(
    SELECT id FROM webhook_dispatcher.webhook_event WHERE organization_id = $1 ORDER BY position LIMIT $2 FOR UPDATE
  ))`;

const ERASE_COUNT = 'DELETE FROM webhook_dispatcher.endpoint_count WHERE organization_id = $1 AND $2 > 0';

const ERASE_COUNTER = 'DELETE FROM webhook_dispatcher.event_counter WHERE organization_id = $1 AND $2 > 0';

const STEPS = [ERASE_DELIVERIES, ERASE_ENDPOINTS, ERASE_EVENTS, ERASE_COUNT, ERASE_COUNTER];

/** What this service keeps for organizations. Rows without an organization go with the rows that they belong to. */
@Injectable()
export class WebhookOrganizationData extends OrganizationData {
  readonly #sql: Sql;
  readonly steps: readonly ErasingStep[];

  constructor(
    database: ServiceDatabase,
    private readonly signal: DueSignal,
  ) {
    super();
    const { sql } = database;
    this.#sql = sql;
    this.steps = database.erasing([
      (organizationId, limit) => this.#bury(organizationId, limit),
      ...STEPS.map(
        (step): ErasingStep =>
          (organizationId, limit) =>
            sql.$executeRawUnsafe(step, organizationId, limit),
      ),
    ]);
  }

  async #bury(organizationId: string, limit: number): Promise<number> {
    const rows = await this.#sql.$queryRawUnsafe<{ id: string }[]>(BURY_ENDPOINTS, organizationId, limit);
    for (const { id } of rows) this.signal.announceChange(id);
    return rows.length;
  }
}
