import { beforeAll, describe, expect, it } from '@jest/globals';
import { inRepository } from '@vedette/test-kit';
import { readFileSync } from 'node:fs';
import { withTablesOf } from './support/database.ts';
import { environmentOf } from './support/environment.ts';
import { render } from './support/kustomize.ts';
import { containerOf, deploymentOf, find, type Manifest } from './support/manifest.ts';

interface Cluster extends Manifest {
  readonly spec: {
    readonly storage: { readonly size: string };
    readonly walStorage: { readonly size: string };
    readonly postgresql: { readonly parameters: Readonly<Record<string, string>> };
  };
}

interface NatsServers extends Manifest {
  readonly spec: {
    readonly volumeClaimTemplates: readonly {
      readonly spec: { readonly resources: { readonly requests: { readonly storage: string } } };
    }[];
  };
}

const DAY_SECONDS = 86_400;
/** Counts by hour are kept for thirteen months. */
const KEPT_DAYS = 400;
/** Of a disk that is fuller, the alert would come before the day's growth could be taken back. */
const FULL = 0.85;

let production: Manifest[];
let stores: Manifest[];

beforeAll(async () => {
  [production, stores] = await Promise.all([render('overlays/production'), render('stores')]);
}, 90_000);

/** The figures that the capacity text of the runbook gives. */
const readme = readFileSync(inRepository('k8s/README.md'), 'utf8');
const figure = (pattern: RegExp): number => {
  const [, text = ''] = pattern.exec(readme) ?? [];
  const value = Number(text.replaceAll(',', ''));
  if (!(value > 0)) throw new Error(`The runbook gives no figure for ${String(pattern)}`);
  return value;
};
const checksPerSecond = figure(/stores are sized for ([\d,]+)\s+checks/);
const eventsPerSecond = figure(/and ([\d,]+)\s+events\s+a\s+second, with/);
const bytesPerCheck = figure(/([\d,]+)\s+B\s+a\s+stored\s+check/);
const monitors = figure(/which is [\d,]+\s+GB\s+for\s+([\d,]+)\s+monitors/);
const bytesPerHour = figure(/([\d,]+)\s+B\s+a\s+monitor\s+and\s+hour/);
const bytesPerResult = figure(/([\d,]+)\s+B\s+a\s+result/);
const bytesPerEvent = figure(/([\d,]+)\s+B\s+an\s+event/);

const UNITS: Readonly<Record<string, number>> = { GB: 1e9, MB: 1e6, Gi: 2 ** 30, Ti: 2 ** 40, Mi: 2 ** 20 };
const bytes = (size = ''): number => {
  const [, amount = '', unit = ''] = /^(\d+)(\w+)$/.exec(size) ?? [];
  return Number(amount) * (UNITS[unit] ?? Number.NaN);
};

describe('the disk of PostgreSQL', () => {
  const client = withTablesOf('monitor');

  it('holds the history of the load that it is sized for', () => {
    const { variables } = environmentOf(containerOf(deploymentOf(production, 'monitor')), 'vedette', production);
    const days = Number(variables['CHECK_HISTORY_DAYS']);
    const checks = checksPerSecond * DAY_SECONDS * days * bytesPerCheck;
    const history = checks + monitors * 24 * KEPT_DAYS * bytesPerHour;
    const { storage } = (find(stores, 'Cluster', 'vedette') as Cluster).spec;
    expect(history).toBeGreaterThan(100e9);
    expect(history).toBeLessThanOrEqual(bytes(storage.size) * FULL);
  });

  it('holds the log of writes beside it, several times over', () => {
    const { walStorage, postgresql } = (find(stores, 'Cluster', 'vedette') as Cluster).spec;
    expect(bytes(walStorage.size) * FULL).toBeGreaterThan(3 * bytes(postgresql.parameters['max_wal_size']));
  });

  it('takes no more for a check than the runbook says', async () => {
    await client().query(`
      CREATE TABLE monitor.check_result_all PARTITION OF monitor.check_result DEFAULT;
      INSERT INTO monitor.check_result (slot_at, monitor_number, epoch, worker_number, verdict, started_ms, took_ms,
          response_ms, dns_ms, connect_ms, tls_ms, first_byte_ms, total_ms)
        SELECT timestamptz '2026-01-01' + minute * interval '1 minute', m, 1, 0,
          (enum_range(NULL::monitor.check_verdict))[1], 12, 120, 120, 1, 20, 30, 60, 120
        FROM generate_series(1, 60) AS minute CROSS JOIN generate_series(1, 1000) AS m`);
    const { rows } = await client().query<{ heap: number; index: number; total: number }>(
      `SELECT pg_relation_size('monitor.check_result_all')::float8 / count(*) AS heap,
         pg_indexes_size('monitor.check_result_all')::float8 / count(*) AS index,
         pg_total_relation_size('monitor.check_result_all')::float8 / count(*) AS total
       FROM monitor.check_result`,
    );
    const { heap = NaN, index = NaN, total = NaN } = rows[0] ?? {};
    expect(heap).toBeLessThanOrEqual(93);
    expect(index).toBeLessThanOrEqual(83);
    expect(total).toBeLessThanOrEqual(bytesPerCheck);
    expect(total).toBeGreaterThan(bytesPerCheck / 2);
  }, 60_000);

  it('takes no more for an hour of a monitor than the runbook says', async () => {
    await client().query(`
      CREATE TABLE monitor.check_rollup_hour_all PARTITION OF monitor.check_rollup_hour DEFAULT;
      INSERT INTO monitor.check_rollup_hour
        SELECT timestamptz '2026-01-01' + hour * interval '1 hour', m, 1, 60, 0, 80, 160,
          array(SELECT generate_series(60, 74))::smallint[], array_fill(4, ARRAY[15])
        FROM generate_series(1, 24) AS hour CROSS JOIN generate_series(1, 1000) AS m`);
    const { rows } = await client().query<{ total: number }>(
      `SELECT pg_total_relation_size('monitor.check_rollup_hour_all')::float8 / count(*) AS total
       FROM monitor.check_rollup_hour`,
    );
    const total = rows[0]?.total ?? NaN;
    expect(total).toBeLessThanOrEqual(bytesPerHour);
    expect(total).toBeGreaterThan(bytesPerHour / 2);
  }, 60_000);
});

describe('the disk of NATS', () => {
  const limitOf = (): number => {
    const { 'nats.conf': config = '' } = find(stores, 'ConfigMap', 'nats')['data'] as Record<string, string>;
    return bytes(/max_file_store: (\w+)/.exec(config)?.[1]);
  };

  it('holds the results of a day without PostgreSQL and the events of seven days', () => {
    const results = checksPerSecond * DAY_SECONDS * bytesPerResult;
    const events = eventsPerSecond * 7 * DAY_SECONDS * bytesPerEvent;
    expect(results + events).toBeLessThanOrEqual(limitOf());
  });

  it('is larger than what the server may write', () => {
    const [claim] = (find(stores, 'StatefulSet', 'nats') as NatsServers).spec.volumeClaimTemplates;
    expect(limitOf()).toBeLessThanOrEqual(bytes(claim?.spec.resources.requests.storage) * FULL);
  });
});
