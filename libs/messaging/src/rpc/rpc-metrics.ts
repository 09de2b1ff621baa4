import type { RequestLane } from '@vedette/contract';
import type { Counter, Metrics, PairHistogram } from '@vedette/telemetry';
import type { Places } from '@vedette/turns';

export class RpcMetrics {
  /** By subject and outcome. */
  readonly handled: PairHistogram;
  readonly refused: Counter<'lane'>;

  constructor(metrics: Metrics, lanes: Readonly<Record<RequestLane, Places>>) {
    this.handled = metrics.latencies('rpc_handled_seconds', 'Time to answer a request, by its subject and outcome', [
      'subject',
      'outcome',
    ]);
    for (const [lane, places] of Object.entries(lanes)) {
      metrics.observedGauge('rpc_in_flight', 'Requests that are being answered, by lane', () => places.taken, { lane });
      metrics.observedGauge('rpc_waiting', 'Requests that wait for their turn, by lane', () => places.waiting, {
        lane,
      });
    }
    this.refused = metrics.counter('rpc_refused_total', 'Requests refused because too many waited, by lane', ['lane']);
  }
}
