import { beforeAll, describe, expect, it } from '@jest/globals';
import { rules, type Groups } from '../../deploy/test/support/named-metrics.ts';
import { selectorsIn } from '../../deploy/test/support/promql.ts';
import { renderEdited } from './support/kustomize.ts';
import type { Manifest } from './support/manifest.ts';
import { storeRules } from './support/store-rules.ts';

/** The metrics that their owners document, with the version in which they were looked up. */
const EXPOSED = new Set([
  // kubelet 1.36
  'kubelet_volume_stats_available_bytes',
  'kubelet_volume_stats_capacity_bytes',
  // CloudNativePG 1.26, default-monitoring.yaml
  'cnpg_pg_replication_streaming_replicas',
  'cnpg_pg_replication_lag',
  'cnpg_pg_stat_archiver_last_failed_time',
  'cnpg_pg_stat_archiver_last_archived_time',
  // Barman Cloud plugin 0.10
  'barman_cloud_cloudnative_pg_io_last_available_backup_timestamp',
  // prometheus-nats-exporter 0.20, -jsz=all without a prefix
  'jetstream_server_total_message_bytes',
  'jetstream_server_max_storage',
  // cert-manager 1.15
  'certmanager_certificate_expiration_timestamp_seconds',
]);

let rendered: Groups['groups'];

beforeAll(async () => {
  const manifests = await renderEdited((text) =>
    text.replace(/RUNBOOK_URL=.*/, 'RUNBOOK_URL=https://wiki.example/runbook'),
  );
  rendered = manifests
    .filter(({ kind }) => kind === 'PrometheusRule')
    .flatMap((manifest) => (manifest as Manifest & { spec: Groups }).spec.groups);
}, 90_000);

describe('the alerts of the stores', () => {
  it('read metrics that somebody exposes', () => {
    const metrics = storeRules.flatMap(({ expr }) => selectorsIn(expr).map(({ metric }) => metric));
    expect(metrics.filter((metric) => !EXPOSED.has(metric))).toEqual([]);
    expect(new Set(metrics)).toEqual(EXPOSED);
  });

  it('tell of disks, replication, backups, JetStream and certificates', () => {
    expect(storeRules.length).toBeGreaterThanOrEqual(8);
    for (const { labels, annotations } of storeRules) {
      expect(['page', 'ticket']).toContain(labels.severity);
      expect(annotations.summary).not.toBe('');
    }
  });
});

describe('every alert in the cluster', () => {
  it('is rendered, and leads to its section of the runbook, wherever the operator keeps it', () => {
    const alerts = rendered.flatMap((group) => group.rules);
    expect(alerts).toHaveLength(rules.length + storeRules.length);
    for (const { alert, annotations } of alerts) {
      expect(annotations.runbook_url).toBe(`https://wiki.example/runbook#${alert.toLowerCase()}`);
    }
  });
});
