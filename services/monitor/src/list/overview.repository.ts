import { Injectable } from '@nestjs/common';
import type { Overview } from '@vedette/contract';
import { ServiceDatabase } from '@vedette/service-host';

export type StoredOverview = Pick<Overview, 'monitors' | 'slowest'> & { readonly summarizedAt: Date | null };

/** $1 organization, $2 how many of the slowest. */
const OVERVIEW = `
  WITH own AS MATERIALIZED (
    SELECT m.id, m.name, r.state, s.median_ms
    FROM monitor.monitor AS m JOIN monitor.monitor_runtime AS r ON r.monitor_id = m.id
    LEFT JOIN monitor.monitor_summary AS s ON s.monitor_id = m.id
    WHERE m.organization_id = $1 AND m.deleted_at IS NULL
  )
  SELECT
    json_build_object(
      'total', count(*), 'up', count(*) FILTER (WHERE state = 'UP'), 'degraded', count(*) FILTER (WHERE state = 'DEGRADED'),
      'down', count(*) FILTER (WHERE state = 'DOWN'), 'pending', count(*) FILTER (WHERE state = 'PENDING'),
      'paused', count(*) FILTER (WHERE state = 'PAUSED')
    ) AS monitors,
    (
      SELECT coalesce(json_agg(json_build_object('id', id, 'name', name, 'state', state, 'latencyMs', median_ms)), '[]')
      FROM (SELECT * FROM own WHERE median_ms IS NOT NULL ORDER BY median_ms DESC, id LIMIT $2) AS slow
    ) AS slowest,
    (SELECT made_at FROM monitor.summary_pass) AS "summarizedAt"
  FROM own`;

@Injectable()
export class OverviewRepository {
  readonly #pool: ServiceDatabase['pool'];

  constructor({ pool }: ServiceDatabase) {
    this.#pool = pool;
  }

  async read(organizationId: string, slowest: number): Promise<StoredOverview> {
    const { rows } = await this.#pool.query<StoredOverview>({
      name: 'overview',
      text: OVERVIEW,
      values: [organizationId, slowest],
    });
    if (rows[0] === undefined) throw new Error('The overview has no row');
    return rows[0];
  }
}
