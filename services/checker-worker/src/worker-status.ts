import { Injectable } from '@nestjs/common';
import { CHECK_LANES } from '@vedette/contract';
import { Host } from '@vedette/service-host';
import { CheckPlaces } from './places/check-places.ts';
import { ConfirmationServer } from './confirmation/confirmation-server.ts';
import { Peers } from './peers/peers.ts';
import { ResultPublisher } from './jobs/result-publisher.ts';
import { NetworkTrust, type Distrust } from './trust/network-trust.ts';

const REASONS: Readonly<Record<Distrust, string>> = {
  CANARIES_UNKNOWN: 'its canaries have not answered yet',
  CANARIES_FAIL: 'none of its canaries answers',
  CONTRADICTED: 'other workers keep contradicting its failures',
};

/** Reports on the internal port how busy this worker is, and whether it trusts its own network. */
@Injectable()
export class WorkerStatus {
  constructor(
    { internalServer, metrics }: Host,
    places: CheckPlaces,
    confirmations: ConfirmationServer,
    results: ResultPublisher,
    trust: NetworkTrust,
    peers: Peers,
  ) {
    internalServer.addCheck({
      name: 'network',
      check: async () => (trust.reason === null ? null : REASONS[trust.reason]),
    });
    metrics.observedGauge('worker_trusted', 'Whether this worker believes its own network: 1 or 0', () =>
      trust.reason === null ? 1 : 0,
    );
    metrics.observedGauge('worker_peers', 'Other workers that are alive and trusted', () => peers.trusted);
    for (const lane of ['FAST', 'SLOW', 'BY_HAND'] as const) {
      const labels = { lane };
      metrics.observedGauge('check_places', 'Checks that may run at once, by lane', () => places.limit(lane), labels);
      metrics.observedGauge('checks_running', 'Checks that run now, by lane', () => places.running(lane), labels);
      metrics.observedGauge(
        'checks_waiting',
        'Checks here without a place, by lane',
        () => places.waiting(lane),
        labels,
      );
    }
    for (const lane of CHECK_LANES) {
      const labels = { lane };
      const about = 'Attempts that may run at once for other workers, by lane';
      metrics.observedGauge('confirmation_places', about, () => confirmations.of(lane).total, labels);
      const runningAbout = 'Attempts that run for other workers, by lane';
      metrics.observedGauge('confirmations_running', runningAbout, () => confirmations.running(lane), labels);
    }
    metrics.observedGauge('results_unpublished', 'Results not yet stored', () => results.unpublished);
  }
}
