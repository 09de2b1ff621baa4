import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Monitor } from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import { startFixture, type Fixture, type Tenant } from './support/fixture.ts';
import { HTTP_MONITOR } from './support/monitors.ts';
import { OtlpReceiver, type ReceivedSpan } from './support/otlp-receiver.ts';
import { createReceiverSite, type ReceiverSite, type WebhookReceiver } from './support/webhook-receiver.ts';

/** Services send their spans every five seconds. */
const EXPORTED = { timeoutMs: 30_000, intervalMs: 200 };

let collector: OtlpReceiver;
let site: ReceiverSite;
let receiver: WebhookReceiver;
let fixture: Fixture;
let tenant: Tenant;

beforeAll(async () => {
  [collector, site] = await Promise.all([OtlpReceiver.start(), createReceiverSite()]);
  receiver = await site.start();
  fixture = await startFixture({
    services: ['gateway', 'monitor', 'webhook-dispatcher'],
    env: { ...site.env, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
  });
  tenant = await fixture.tenant();
  const endpoint = { url: receiver.url, eventTypes: ['monitor.created'] };
  expect((await tenant.api.post('/api/v1/webhook-endpoints', endpoint)).status).toBe(201);
}, 90_000);

afterAll(async () => {
  await fixture.stop();
  await Promise.all([site.stop(), collector.stop()]);
});

const isOf = (service: string, name: RegExp) => (span: ReceivedSpan) =>
  span.service === `vedette-${service}` && name.test(span.name);

/** The span and those above it, up to the root. */
function lineage(span: ReceivedSpan): ReceivedSpan[] {
  const parent = collector.spans.find(({ spanId }) => spanId === span.parentSpanId);
  return [span, ...(parent === undefined ? [] : lineage(parent))];
}

describe('one trace', () => {
  it('goes from the request at the gateway to the attempt at the receiver', async () => {
    const headers = { 'Idempotency-Key': randomUUID() };
    const { status, body } = await tenant.api.post<Monitor>('/api/v1/monitors', HTTP_MONITOR, headers);
    expect(status).toBe(201);
    await waitFor('the webhook', () => receiver.received.some((each) => each.body.includes(body.id)));
    const attempt = await waitFor(
      'the span of the attempt',
      () => collector.spans.find(isOf('webhook-dispatcher', /^webhook attempt$/)),
      EXPORTED,
    );
    const path = await waitFor(
      'the whole path',
      () => {
        const spans = lineage(attempt);
        return /^POST .*\/monitors$/.test(spans.at(-1)?.name ?? '') ? spans : undefined;
      },
      EXPORTED,
    );
    expect(path.map(({ service }) => service).toReversed()).toEqual([
      'vedette-gateway',
      'vedette-gateway',
      'vedette-monitor',
      'vedette-webhook-dispatcher',
      'vedette-webhook-dispatcher',
    ]);
    expect(new Set(path.map(({ traceId }) => traceId)).size).toBe(1);
    const statements = await waitFor(
      'the statements of gateway, monitor and account',
      () => {
        const spans = collector.spans.filter(
          (span) => span.traceId === attempt.traceId && span.attributes['db.system.name'] === 'postgresql',
        );
        return new Set(spans.map(({ service }) => service)).size === 3 ? spans : undefined;
      },
      EXPORTED,
    );
    expect(new Set(statements.map(({ service }) => service))).toEqual(
      new Set(['vedette-gateway', 'vedette-monitor', 'vedette-account']),
    );
    const names = statements.map(({ name }) => name);
    expect(names).toContain('INSERT monitor.outbox');
    expect(names).toContain('INSERT account.audit_log');
  });

  it('is linked to by the batches that carried it on', async () => {
    const { traceId } = collector.spans.find(isOf('webhook-dispatcher', /^webhook attempt$/)) ?? { traceId: '' };
    const linking = await waitFor(
      'the batches',
      () => {
        const batches = collector.spans.filter(({ linkedTraceIds }) => linkedTraceIds.includes(traceId));
        return batches.length >= 2 ? batches.map(({ name }) => name) : undefined;
      },
      EXPORTED,
    );
    expect(linking).toEqual(expect.arrayContaining(['relay outbox', 'fan out']));
  });

  it('holds no value that was sent, only statements with places for them', () => {
    const text = JSON.stringify(collector.spans);
    expect(text).not.toContain(tenant.key);
    expect(text).not.toContain(receiver.url);
  });
});
