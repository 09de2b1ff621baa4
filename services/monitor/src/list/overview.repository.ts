import { Injectable } from '@nestjs/common';
import type { Overview } from '@vedette/contract';
import { ServiceDatabase } from '@vedette/service-host';

export type StoredOverview = Pick<Overview, 'monitors' | 'slowest'> & { readonly summarizedAt: Date | null };

/** $1 organization, $2 how many of the slowest, which are those at the top of the list by latency. */
const OVERVIEW = `
  SELECT
    json_build_object(
      'total', count(*), 'up', count(*) FILTER (WHERE state = 'UP'), 'degraded', count(*) FILTER (WHERE state = 'DEGRADED'),
      'down', count(*) FILTER (WHERE state = 'DOWN'), 'pending', count(*) FILTER (WHERE state = 'PENDING'),
      'paused', count(*) FILTER (WHERE state = 'PAUSED')
    ) AS monitors,
    (
      SELECT coalesce(json_agg(
        json_build_object('id', m.id, 'name', m.name, 'state', slow.state, 'latencyMs', slow.median_ms)
        ORDER BY slow.median_ms DESC, slow.name, m.id
      ), '[]')
      FROM (
        SELECT * FROM monitor.monitor_listing WHERE organization_id = $1 AND median_ms IS NOT NULL
        ORDER BY median_ms DESC NULLS LAST, name, monitor_id LIMIT $2
      ) AS slow JOIN monitor.monitor AS m ON m.id = slow.monitor_id
    ) AS slowest,
    (SELECT made_at FROM monitor.summary_pass) AS "summarizedAt"
  FROM monitor.monitor_listing WHERE organization_id = $1`;

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
