import { Injectable } from '@nestjs/common';
import { Host } from '@vedette/service-host';
import { LATENCY_BUCKETS_SECONDS, type Counter, type Histogram } from '@vedette/telemetry';

const DELIVERY_BUCKETS_SECONDS = [...LATENCY_BUCKETS_SECONDS, 60, 300, 1_800, 7_200, 43_200, 86_400];

@Injectable()
export class WebhookMetrics {
  readonly attempts: Histogram<'trigger' | 'outcome'>;
  readonly delivered: Histogram;
  readonly ended: Counter<'state'>;
  readonly disabled: Counter<'reason'>;
  readonly erased: Counter;

  constructor({ metrics }: Host) {
    this.attempts = metrics.histogram(
      'webhook_attempt_seconds',
      'Time that attempts took, by what triggered them and their outcome',
      LATENCY_BUCKETS_SECONDS,
      ['trigger', 'outcome'],
    );
    this.delivered = metrics.histogram(
      'webhook_delivered_seconds',
      'Time from the creation of a delivery to the 2xx of its receiver',
      DELIVERY_BUCKETS_SECONDS,
    );
    this.ended = metrics.counter('webhook_deliveries_ended_total', 'Deliveries that ended, by state', ['state']);
    this.disabled = metrics.counter('webhook_endpoints_disabled_total', 'Endpoints disabled by us, by reason', [
      'reason',
    ]);
    this.erased = metrics.counter('webhook_deliveries_erased_total', 'Deliveries erased after 30 days');
  }
}
