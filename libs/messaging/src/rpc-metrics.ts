import { LATENCY_BUCKETS_SECONDS, type Counter, type Histogram, type Metrics } from '@vedette/telemetry';

export class RpcMetrics {
  readonly handled: Histogram<'subject' | 'outcome'>;
  readonly refused: Counter;

  constructor(metrics: Metrics, inFlight: () => number) {
    this.handled = metrics.histogram(
      'rpc_handled_seconds',
      'Time to answer a request, by its subject and outcome',
      LATENCY_BUCKETS_SECONDS,
      ['subject', 'outcome'],
    );
    metrics.observedGauge('rpc_in_flight', 'Requests that are being answered', inFlight);
    this.refused = metrics.counter('rpc_refused_total', 'Requests refused because too many were in flight');
  }
}
