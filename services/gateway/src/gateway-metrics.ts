import type { Metrics, PairHistogram } from '@vedette/telemetry';

export class GatewayMetrics {
  /** By operation and status. */
  readonly #requests: PairHistogram;

  constructor(metrics: Metrics) {
    this.#requests = metrics.latencies(
      'http_request_seconds',
      'Time to answer an API request, by operation and status',
      ['operation', 'status'],
    );
  }

  answered(operation: string, status: number, seconds: number): void {
    this.#requests.observe(operation, status, seconds);
  }
}
