import { beforeAll, describe, expect, it } from '@jest/globals';
import { consumers, jobConsumers, MAX_JOBS_PER_BATCH, streams } from '@vedette/contract';
import { withTablesOf } from './support/database.ts';
import { exampleSecrets } from './support/environment.ts';
import { render } from './support/kustomize.ts';
import { containerOf, deploymentOf, find, type Manifest } from './support/manifest.ts';
import { scaledObjectsIn, triggersOf, type ScaledObject } from './support/scaled-object.ts';
import { SERVICES } from './support/services.ts';

/** The keys of each trigger as KEDA documents them: its schema takes any, and KEDA itself ignores a misspelt one. */
const KEYS: Readonly<Record<string, { required: readonly string[]; optional: readonly string[] }>> = {
  'nats-jetstream': {
    required: ['natsServerMonitoringEndpoint', 'account', 'stream', 'consumer', 'lagThreshold'],
    optional: ['activationLagThreshold', 'useHttps'],
  },
  postgresql: {
    required: ['query', 'targetQueryValue', 'host', 'port', 'userName', 'dbName', 'sslmode'],
    optional: ['activationTargetQueryValue'],
  },
  cpu: { required: ['value'], optional: ['containerName'] },
};

let manifests: Manifest[];
let scaled: ScaledObject[];

beforeAll(async () => {
  manifests = await render('overlays/production');
  scaled = scaledObjectsIn(manifests);
}, 90_000);

/** The kinds of the documents that scale a service. */
function scalersOf(service: string): string[] {
  return manifests
    .filter(({ kind }) => kind === 'ScaledObject' || kind === 'HorizontalPodAutoscaler')
    .filter(({ spec }) => (spec as ScaledObject['spec']).scaleTargetRef.name === service)
    .map(({ kind }) => kind);
}

describe('scaling', () => {
  it('is by KEDA for workers and dispatchers, by an autoscaler for gateways and pages, and never by both', () => {
    expect(scalersOf('checker-worker')).toEqual(['ScaledObject']);
    expect(scalersOf('webhook-dispatcher')).toEqual(['ScaledObject']);
    expect(scalersOf('gateway')).toEqual(['HorizontalPodAutoscaler']);
    expect(scalersOf('status-page')).toEqual(['HorizontalPodAutoscaler']);
    expect(SERVICES.filter((service) => scalersOf(service).length > 1)).toEqual([]);
  });

  it('is not undone by applying the manifests again', () => {
    const fixed = SERVICES.filter((service) => deploymentOf(manifests, service).spec.replicas !== undefined);
    expect(fixed).toEqual(SERVICES.filter((service) => scalersOf(service).length === 0));
  });

  it('leaves two workers at the least, which confirm each other', () => {
    for (const { spec } of scaled) expect(spec.minReplicaCount).toBe(2);
  });

  it('adds workers before the processor delays the checks, of which a worker requests a whole core', () => {
    expect(triggersOf(manifests, 'checker-worker', 'cpu')).toEqual([
      { type: 'cpu', metricType: 'Utilization', metadata: { value: '60' } },
    ]);
    expect(containerOf(deploymentOf(manifests, 'checker-worker')).resources.requests.cpu).toBe('1');
  });

  it('never lowers the number of replicas when KEDA cannot ask', () => {
    for (const { spec } of scaled) {
      expect(spec.fallback.behavior).toBe('currentReplicasIfHigher');
      // KEDA takes a fallback only for triggers of an average value, which is what they are by default.
      expect(spec.triggers.some(({ type, metricType }) => type !== 'cpu' && metricType === undefined)).toBe(true);
    }
  });

  it('is told to KEDA in keys that it knows', () => {
    for (const { type, metadata } of scaled.flatMap(({ spec }) => spec.triggers)) {
      const { required = [], optional = [] } = KEYS[type] ?? {};
      const given = Object.keys(metadata);
      expect(required.filter((key) => !given.includes(key))).toEqual([]);
      expect(given.filter((key) => !required.includes(key) && !optional.includes(key))).toEqual([]);
      expect(Object.values(metadata).filter((value) => typeof value !== 'string')).toEqual([]);
    }
  });

  it('counts the streams and consumers that exist', () => {
    const [checks] = triggersOf(manifests, 'checker-worker', 'nats-jetstream');
    expect(checks?.metadata['stream']).toBe(streams.CHECKS.name);
    expect(checks?.metadata['consumer']).toBe(jobConsumers.FAST);
    const [events] = triggersOf(manifests, 'webhook-dispatcher', 'nats-jetstream');
    expect(events?.metadata['stream']).toBe(streams.EVENTS.name);
    expect(events?.metadata['consumer']).toBe(consumers.deliveries.name);
  });

  it('adds a worker before the others have no place left', () => {
    const placesOfWorker = 800;
    const messages = Number(triggersOf(manifests, 'checker-worker', 'nats-jetstream')[0]?.metadata['lagThreshold']);
    expect(messages * MAX_JOBS_PER_BATCH.FAST).toBeLessThan(placesOfWorker);
  });

  it('authenticates by a Secret that the operator is told to make', () => {
    const references = scaled.flatMap(({ spec }) =>
      spec.triggers.flatMap(({ authenticationRef }) => authenticationRef?.name ?? []),
    );
    for (const name of references) {
      const { spec } = find(manifests, 'TriggerAuthentication', name) as Manifest & {
        spec: { secretTargetRef: { parameter: string; name: string; key: string }[] };
      };
      for (const { name: secret, key } of spec.secretTargetRef) {
        const data = exampleSecrets.find(({ metadata }) => metadata.name === secret)?.stringData;
        expect(data).toHaveProperty([key]);
      }
    }
    expect(new Set(references)).toEqual(new Set(['database']));
  });
});

describe('the query for the backlog of deliveries', () => {
  const client = withTablesOf('webhook-dispatcher');

  it('counts deliveries that are due, and not those that wait for their next time', async () => {
    const query = triggersOf(manifests, 'webhook-dispatcher', 'postgresql')[0]?.metadata['query'] ?? '';
    const count = async (): Promise<number> => Number((await client().query<{ count: string }>(query)).rows[0]?.count);
    expect(await count()).toBe(0);
    await client().query(`
      INSERT INTO webhook_dispatcher.webhook_endpoint (id, organization_id, url, event_types, created_at, updated_at)
        VALUES ('we_1', 'org_1', 'https://example.com', '{*}', now(), now());
      INSERT INTO webhook_dispatcher.endpoint_due (endpoint_id, due_at) VALUES ('we_1', now())
        ON CONFLICT (endpoint_id) DO UPDATE SET due_at = EXCLUDED.due_at;
      INSERT INTO webhook_dispatcher.webhook_event (id, organization_id, position, type, body, created_at)
        SELECT 'evt_' || n, 'org_1', n, 'monitor.up', '{}', now() FROM generate_series(1, 3) AS n;
      INSERT INTO webhook_dispatcher.delivery
        (id, organization_id, endpoint_id, event_id, event_type, state, next_attempt_at, created_at)
        SELECT 'wd_' || n, 'org_1', 'we_1', 'evt_' || n, 'monitor.up', 'PENDING',
          now() + (n - 2) * interval '1 hour', now() FROM generate_series(1, 3) AS n`);
    expect(await count()).toBe(2);
  });
});

describe('the queries for checks', () => {
  const client = withTablesOf('monitor');

  it('count fast checks that find no place, tell how late they are, and count slow ones up to a cap', async () => {
    const queries = triggersOf(manifests, 'checker-worker').flatMap(({ metadata }) => metadata['query'] ?? []);
    const values = async (): Promise<number[]> => {
      const counted: number[] = [];
      for (const text of queries) {
        const { rows } = await client().query<[string]>({ text, rowMode: 'array' });
        counted.push(Math.round(Number(rows[0]?.[0])));
      }
      return counted;
    };
    expect(await values()).toEqual([0, 0, 0]);
    await client().query(`
      INSERT INTO monitor.monitor (id, organization_id, name, type, method, expected_status, follow_redirects, verify_ssl,
        keyword_match, dns_record_type, dns_alert_on_change, ssl_expiry_threshold_days, interval_seconds, timeout_seconds,
        grace_seconds, degraded_threshold_mode, degraded_samples, created_at, updated_at)
        SELECT 'mon_' || n, 'org_1', 'One', 'HTTP', 'GET', '{200}', true, true, 'EXISTS', 'A', true, 2, 30, 30, 60, 'LAST', 3,
          now(), now() FROM generate_series(1, 3000) AS n;
      INSERT INTO monitor.monitor_runtime
        (monitor_id, organization_id, state, epoch, interval_seconds, lane, is_waiting, slot_at)
        SELECT 'mon_' || n, 'org_1', 'UP', 1, 30, (CASE WHEN n <= 5 THEN 'FAST' ELSE 'SLOW' END)::monitor.check_lane,
          n <= 3 OR n > 1500, CASE WHEN n BETWEEN 4 AND 1000 THEN now() END
        FROM generate_series(1, 3000) AS n`);
    // Last, because lateness goes on while so many rows are inserted.
    await client().query(`UPDATE monitor.monitor_runtime SET next_check_at = now() - interval '7 seconds'`);
    expect(await values()).toEqual([3, 7, 2_000]);
  });
});
