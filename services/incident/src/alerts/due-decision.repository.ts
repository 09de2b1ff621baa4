import { Injectable } from '@nestjs/common';
import { ServiceDatabase } from '@vedette/service-host';
import { sqlPart, SqlPart } from '@vedette/database';
import type { Transaction } from '../mutations.ts';

/** Costs three index lookups, because most looks find nothing that is due. */
const LOOK = `
  SELECT least(
    (SELECT until FROM incident.parent_wait WHERE known_at IS NULL ORDER BY until LIMIT 1),
    (
      SELECT i.decide_at FROM incident.incident AS i
      JOIN incident.monitor AS m ON m.id = i.monitor_id AND m.forgotten_at IS NULL
      WHERE i.decide_at IS NOT NULL AND i.resolution IS DISTINCT FROM 'SUPERSEDED' ORDER BY i.decide_at LIMIT 1
    ),
    (
      SELECT s.decide_at FROM incident.alert_subject AS s
      JOIN incident.monitor AS m ON m.id = s.monitor_id AND m.forgotten_at IS NULL
      WHERE s.decide_at IS NOT NULL ORDER BY s.decide_at LIMIT 1
    )
  ) AS "nextAt"`;

/** Knows when something is to be decided about again: a wait, an incident or another subject. */
@Injectable()
export class DueDecisionRepository {
  readonly #pool: ServiceDatabase['pool'];

  constructor({ pool }: ServiceDatabase) {
    this.#pool = pool;
  }

  /** Null if nothing is planned. */
  async nextAt(): Promise<Date | null> {
    const { rows } = await this.#pool.query<{ nextAt: Date | null }>({ name: 'look for decisions', text: LOOK });
    return rows[0]?.nextAt ?? null;
  }

  /** Makes everything due about these monitors that waits for a time that has not come yet. */
  async reconsiderMonitors(tx: Transaction, monitorIds: readonly string[], now: Date): Promise<void> {
    const isHeld = sqlPart`monitor_id = ANY (${[...monitorIds]}::text[]) AND decide_at > ${now}::timestamptz`;
    await makeDue(tx, 'incident', isHeld, now);
    await makeDue(tx, 'alert_subject', isHeld, now);
  }

  /** Makes every incident and subject due of which these contacts may be told. */
  async reconsiderContacts(tx: Transaction, contactIds: readonly string[], now: Date): Promise<void> {
    const ids = sqlPart`${[...contactIds]}::text[]`;
    const ofContacts = sqlPart`(resolved_at IS NULL OR decide_at IS NOT NULL) AND id IN (
      SELECT incident_id FROM incident.alert_decision WHERE contact_id = ANY (${ids})
    )`;
    await makeDue(tx, 'incident', ofContacts, now);
    const ofOrganizations = sqlPart`(ended_at IS NULL OR decide_at IS NOT NULL) AND organization_id IN (
      SELECT organization_id FROM incident.contact WHERE id = ANY (${ids})
    )`;
    await makeDue(tx, 'alert_subject', ofOrganizations, now);
  }
}

/** See alert-locks.repository.ts for the order of the locks. */
async function makeDue(tx: Transaction, table: 'incident' | 'alert_subject', which: SqlPart, now: Date): Promise<void> {
  const name = new SqlPart([`incident.${table}`]);
  const locked = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM ${name} WHERE ${which} ORDER BY id FOR NO KEY UPDATE`;
  const ids = locked.map(({ id }) => id);
  await tx.$executeRaw`UPDATE ${name} SET decide_at = ${now}::timestamptz WHERE id = ANY (${ids}::text[])`;
}
