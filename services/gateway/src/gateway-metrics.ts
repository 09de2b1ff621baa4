import { LATENCY_BUCKETS_SECONDS, type Histogram, type Metrics } from '@vedette/telemetry';

export class GatewayMetrics {
  readonly #requests: Histogram<'operation' | 'status'>;

  constructor(metrics: Metrics) {
    this.#requests = metrics.histogram(
      'http_request_seconds',
      'Time to answer an API request, by operation and status',
      LATENCY_BUCKETS_SECONDS,
      ['operation', 'status'],
    );
  }

  answered(operation: string, status: number, seconds: number): void {
    this.#requests.observe({ operation, status }, seconds);
  }
}
