import { Injectable } from '@nestjs/common';
import { ServiceDatabase } from '@vedette/service-host';

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
}
