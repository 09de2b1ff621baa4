import { Injectable } from '@nestjs/common';
import type { ExpiryQuery, KnownExpiry, Monitor } from '@vedette/contract';
import { ServiceDatabase } from '@vedette/service-host';
import { shownTarget } from '../outages/shown-target.ts';

interface ExpiryRow extends Pick<Monitor, 'id' | 'name' | 'type' | 'url' | 'host' | 'port'> {
  readonly organizationId: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** $1 now, $2 until, $3 after which monitor, $4 limit. A scan: an index would cost every check more than it saves. */
const EXPIRIES = `
  SELECT m.id, m.organization_id AS "organizationId", m.name, m.type, m.url, m.host, m.port,
    m.created_at AS "createdAt", known.expires_at AS "expiresAt"
  FROM monitor.monitor AS m
  JOIN monitor.monitor_runtime AS r ON r.monitor_id = m.id
  LEFT JOIN monitor.monitor_observation AS o ON o.monitor_id = m.id
  CROSS JOIN LATERAL (
    SELECT CASE WHEN m.type = 'DOMAIN' THEN (o.registration->>'expiresAt')::timestamptz ELSE r.cert_expires_at END
  ) AS known (expires_at)
  WHERE m.deleted_at IS NULL AND r.state <> 'PAUSED' AND m.id > $3
    AND known.expires_at > $1::timestamptz AND known.expires_at <= $2::timestamptz
  ORDER BY m.id LIMIT $4`;

/** What checks have learned of the expiry of certificates and registrations. */
@Injectable()
export class ExpiryRepository {
  readonly #pool: ServiceDatabase['pool'];

  constructor({ pool }: ServiceDatabase) {
    this.#pool = pool;
  }

  async list({ until, after, limit }: ExpiryQuery, now: Date): Promise<KnownExpiry[]> {
    const { rows } = await this.#pool.query<ExpiryRow>(EXPIRIES, [now, until, after ?? '', limit]);
    return rows.map((row) => {
      const { id, name, type, organizationId, createdAt, expiresAt } = row;
      const monitor = { id, name, type, target: shownTarget(row), createdAt: createdAt.toISOString() };
      return { organizationId, monitor, expiresAt: expiresAt.toISOString() };
    });
  }
}
