import { Inject, Injectable } from '@nestjs/common';
import { maskedMonitor, type Monitor } from '@vedette/contract';
import type { Sql } from '@vedette/database';
import { Gatherer, type RpcContext } from '@vedette/messaging';
import { CONFIG, ServiceDatabase } from '@vedette/service-host';
import { injectTrace, inSpan, linksTo, noTrace, type TraceCarrier } from '@vedette/telemetry';
import type { MonitorConfig } from '../config.ts';
import type { Presence } from '../states/monitor-lifecycle.ts';
import { MonitorSecrets } from './monitor-secrets.ts';

/** Two, so that a statement that hangs does not block all other lookups. */
const LOOKUPS_AT_ONCE = 2;
/** A statement usually takes less, and one for many monitors costs little more than one for a few. */
const LOOKUP_BESIDE_AFTER_MS = 10;
/** All rows of a lookup are held in memory until the last one arrives, and one monitor may be large. */
const LOOKED_UP_TOGETHER = 50;

/**
 * A monitor as the API shows it, without the secrets of its request. PostgreSQL builds the JSON, which costs our
 * process half as much as building it from columns here. Only this query knows the shape. $1 is the prefix of heartbeat
 * URLs.
 */
const FIELDS = `
  m.id,
  m.name,
  m.type,
  r.state,
  m.url,
  m.host,
  m.port,
  m.method,
  m.expected_status AS "expectedStatus",
  NULL AS "requestHeaders",
  m.request_body AS "requestBody",
  m.follow_redirects AS "followRedirects",
  m.verify_ssl AS "verifySsl",
  m.keyword,
  m.keyword_match AS "keywordMatch",
  m.dns_record_type AS "dnsRecordType",
  m.dns_expected AS "dnsExpected",
  m.dns_alert_on_change AS "dnsAlertOnChange",
  m.ssl_expiry_threshold_days AS "sslExpiryThresholdDays",
  m.interval_seconds AS "intervalSeconds",
  m.timeout_seconds AS "timeoutSeconds",
  m.expected_period_sec AS "expectedPeriodSec",
  m.grace_seconds AS "graceSeconds",
  m.degraded_threshold_ms AS "degradedThresholdMs",
  m.degraded_threshold_mode AS "degradedThresholdMode",
  m.degraded_samples AS "degradedSamples",
  $1::text || '/' || m.heartbeat_token AS "heartbeatUrl",
  ${instant('r.last_checked_at')} AS "lastCheckedAt",
  ${instant('r.last_status_changed_at')} AS "lastStatusChangedAt",
  r.last_response_ms AS "lastResponseMs",
  ${instant('r.cert_expires_at')} AS "certExpiresAt",
  ${instant('m.created_at')} AS "createdAt",
  ${instant('m.updated_at')} AS "updatedAt"`;

const MONITORS = `
  monitor.monitor AS m
  JOIN monitor.monitor_runtime AS r ON r.monitor_id = m.id
  CROSS JOIN LATERAL (SELECT ${FIELDS}) AS shown`;

/** $2 organization, $3 id. One row, or none. */
const ONE_MONITOR = `
  SELECT row_to_json(shown)::text AS json, m.sealed FROM ${MONITORS}
  WHERE m.id = $3 AND m.organization_id = $2 AND m.deleted_at IS NULL`;

/** $2 ids. One row each; deleted monitors are left out. */
const MONITORS_BY_ID = `
  SELECT m.id, m.number, m.organization_id AS "organizationId", row_to_json(shown)::text AS json, m.sealed FROM ${MONITORS}
  WHERE m.id = ANY ($2::text[]) AND m.deleted_at IS NULL`;

/**
 * $2 organization, $3 ids. Includes deleted monitors, and locks the monitors until the transaction ends, in order of
 * id, as all code does. The lock leaves the key free (NO KEY): otherwise results would deadlock, which hold the runtime
 * row while they insert rows that refer to the monitor.
 */
const LOCKED_MONITORS = `
  SELECT
    row_to_json(shown)::text AS json, m.sealed, m.deleted_at AS "deletedAt", m.released_at AS "releasedAt",
    r.observed_at AS "observedAt"
  FROM ${MONITORS}
  WHERE m.id = ANY ($3::text[]) AND m.organization_id = $2
  ORDER BY m.id
  FOR NO KEY UPDATE OF m, r`;

/**
 * $2 organization, $3 limit, $4 offset, $5 bytes. One row for each monitor of the page, in order: its id, its approximate
 * size in bytes, and the total number of monitors; also the monitor itself, as long as those of the page so far take at
 * most $5 bytes. An empty page is one row without an id. LIMIT 1 keeps the lookup of one monitor as it is: joined in
 * another way, PostgreSQL would build the JSON of all monitors, of all organizations, before it leaves most of it out.
 */
const MONITOR_PAGE = `
  SELECT page.id, page.bytes, early.json, early.sealed, total
  FROM (SELECT coalesce(max(monitors), 0) AS total FROM monitor.monitor_count WHERE organization_id = $2) AS counted
  LEFT JOIN (
    SELECT id, created_at, bytes, sum(bytes) OVER (ORDER BY created_at DESC, id DESC) AS bytes_so_far
    FROM (
      SELECT id, created_at, coalesce(octet_length(request_body), 0) + coalesce(octet_length(sealed), 0) + 2000 AS bytes
      FROM monitor.monitor
      WHERE organization_id = $2 AND deleted_at IS NULL
      ORDER BY created_at DESC, id DESC LIMIT $3 OFFSET $4
    ) AS sized
  ) AS page ON true
  LEFT JOIN LATERAL (
    SELECT row_to_json(shown)::text AS json, m.sealed FROM ${MONITORS} WHERE m.id = page.id AND page.bytes_so_far <= $5
    LIMIT 1
  ) AS early ON true
  ORDER BY page.created_at DESC, page.id DESC`;

/** $1 organization, $2 ids. One row: the fields of each monitor that other services need, as JSON joined by commas. */
const MONITOR_DESCRIPTIONS = `
  SELECT string_agg(row_to_json(described)::text, ',') AS items
  FROM (
    SELECT m.id, m.name, m.type, r.state, ${instant('m.created_at')} AS "createdAt" FROM monitor.monitor AS m
    JOIN monitor.monitor_runtime AS r ON r.monitor_id = m.id
    WHERE m.id = ANY ($2::text[]) AND m.organization_id = $1 AND m.deleted_at IS NULL
  ) AS described`;

export interface LockedMonitor {
  readonly monitor: Monitor;
  readonly presence: Presence;
  /** See Observed. */
  readonly observedAt: Date | null;
}

interface MonitorRow {
  /** Without its secrets. */
  readonly json: string;
  readonly sealed: Uint8Array | null;
}

interface LockedRow extends MonitorRow {
  readonly deletedAt: Date | null;
  readonly releasedAt: Date | null;
  readonly observedAt: Date | null;
}

/** Who reads monitors, and how. */
export type Reader = Pick<RpcContext, 'organizationId' | 'seesMasks'>;

interface OwnedRow extends MonitorRow {
  readonly id: string;
  /** What the history calls the monitor. */
  readonly number: number;
  readonly organizationId: string;
}

interface Wanted {
  readonly id: string;
  readonly trace: TraceCarrier;
}

export interface SizedMonitor {
  readonly id: string;
  readonly bytes: number;
}

export interface MonitorPage {
  /** The first monitors of the page as JSON text: usually all of them. */
  readonly shown: readonly string[];
  /** The monitors after them, in order. */
  readonly rest: readonly SizedMonitor[];
  readonly total: number;
}

type PageRow = (SizedMonitor | { readonly id: null }) & {
  readonly json: string | null;
  readonly sealed: Uint8Array | null;
  readonly total: number;
};

/** Monitors as the API shows them: as objects for decisions, as JSON text for answers. */
@Injectable()
export class MonitorViewRepository {
  readonly #pool: ServiceDatabase['pool'];
  readonly #heartbeatUrl: string;
  readonly #secrets: MonitorSecrets;
  /** Concurrent lookups share one statement. A lookup always sees what was committed before it. */
  readonly #lookups = new Gatherer<Wanted, OwnedRow | undefined>({
    size: LOOKED_UP_TOGETHER,
    concurrency: LOOKUPS_AT_ONCE,
    besideAfterMs: LOOKUP_BESIDE_AFTER_MS,
    run: (wanted) => this.#lookUp(wanted),
  });

  constructor({ pool }: ServiceDatabase, secrets: MonitorSecrets, @Inject(CONFIG) config: MonitorConfig) {
    this.#pool = pool;
    this.#secrets = secrets;
    this.#heartbeatUrl = config.heartbeatPublicUrl;
  }

  /** The monitor as JSON text. */
  async findJson({ organizationId, seesMasks }: Reader, id: string): Promise<string | undefined> {
    const found = await this.#findById(id);
    return found?.organizationId === organizationId ? this.#shown(found, seesMasks) : undefined;
  }

  /** Reads at most `maxBytes` of the monitors at once, by their approximate sizes. */
  async page(
    { organizationId, seesMasks }: Reader,
    limit: number,
    offset: number,
    maxBytes: number,
  ): Promise<MonitorPage> {
    const { rows } = await this.#pool.query<PageRow>({
      name: 'monitor-page',
      text: MONITOR_PAGE,
      values: [this.#heartbeatUrl, organizationId, limit, offset, maxBytes],
    });
    const shown: string[] = [];
    const rest: SizedMonitor[] = [];
    for (const row of rows) {
      if (row.json !== null) shown.push(this.#shown({ json: row.json, sealed: row.sealed }, seesMasks));
      else if (row.id !== null) rest.push(row);
    }
    return { shown, rest, total: rows[0]?.total ?? 0 };
  }

  /** Monitors as JSON text, in the order of `ids`; deleted monitors are left out. */
  async shownJson({ seesMasks }: Reader, ids: readonly string[]): Promise<string[]> {
    const found = await this.#readAll(ids);
    return ids.flatMap((id) => {
      const row = found.get(id);
      return row === undefined ? [] : this.#shown(row, seesMasks);
    });
  }

  /** Descriptions as JSON text, joined by commas. */
  async descriptionsJson(organizationId: string, ids: readonly string[]): Promise<string> {
    const { rows } = await this.#pool.query<{ items: string | null }>({
      name: 'monitor-descriptions',
      text: MONITOR_DESCRIPTIONS,
      values: [organizationId, ids],
    });
    return rows[0]?.items ?? '';
  }

  /** Locks monitors, even deleted ones. Ids of monitors that the organization does not have are left out. */
  async lock(tx: Sql, organizationId: string, ids: readonly string[]): Promise<LockedMonitor[]> {
    const rows = await tx.$queryRawUnsafe<LockedRow[]>(LOCKED_MONITORS, this.#heartbeatUrl, organizationId, ids);
    return rows.map(({ json, sealed, deletedAt, releasedAt, observedAt }) => ({
      monitor: this.#secrets.openMonitor(JSON.parse(json) as Monitor, sealed),
      presence: deletedAt === null ? 'live' : releasedAt === null ? 'deleted' : 'released',
      observedAt,
    }));
  }

  /** The monitor as this transaction has left it. */
  async read(tx: Sql, organizationId: string, id: string): Promise<Monitor> {
    const rows = await tx.$queryRawUnsafe<MonitorRow[]>(ONE_MONITOR, this.#heartbeatUrl, organizationId, id);
    if (rows[0] === undefined) throw new Error(`Monitor ${id} is gone from its own transaction`);
    return this.#secrets.openMonitor(JSON.parse(rows[0].json) as Monitor, rows[0].sealed);
  }

  /** Monitors as this transaction has left them, by id, without their secrets; deleted monitors are left out. */
  async readMany(sql: Sql, ids: readonly string[]): Promise<Map<string, Monitor>> {
    if (ids.length === 0) return new Map();
    const rows = await sql.$queryRawUnsafe<{ id: string; json: string }[]>(MONITORS_BY_ID, this.#heartbeatUrl, ids);
    return new Map(rows.map(({ id, json }) => [id, JSON.parse(json) as Monitor]));
  }

  /** Without its secrets. */
  async findOwned(id: string): Promise<{ organizationId: string; number: number; monitor: Monitor } | undefined> {
    const found = await this.#findById(id);
    if (found === undefined) return undefined;
    const { organizationId, number, json } = found;
    return { organizationId, number, monitor: JSON.parse(json) as Monitor };
  }

  #shown({ json, sealed }: MonitorRow, seesMasks: boolean): string {
    const whole = this.#secrets.openJson(json, sealed);
    return seesMasks ? JSON.stringify(maskedMonitor(JSON.parse(whole) as Monitor)) : whole;
  }

  #findById(id: string): Promise<OwnedRow | undefined> {
    return this.#lookups.add({ id, trace: injectTrace() });
  }

  async #lookUp(wanted: readonly Wanted[]): Promise<(OwnedRow | undefined)[]> {
    const links = linksTo(wanted.map(({ trace }) => trace));
    const ids = [...new Set(wanted.map(({ id }) => id))];
    const found = await inSpan('look up', { parent: noTrace, links }, () => this.#readAll(ids));
    return wanted.map(({ id }) => found.get(id));
  }

  async #readAll(ids: readonly string[]): Promise<Map<string, OwnedRow>> {
    const values = [this.#heartbeatUrl, ids];
    const { rows } = await this.#pool.query<OwnedRow>({ name: 'monitors-by-id', text: MONITORS_BY_ID, values });
    return new Map(rows.map((row) => [row.id, row]));
  }
}

function instant(column: string): string {
  return `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
