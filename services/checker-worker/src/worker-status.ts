import { Injectable } from '@nestjs/common';
import { Host } from '@vedette/service-host';
import { CheckSlots } from './check-slots.ts';
import { ConfirmationDesk } from './confirmation/confirmation-desk.ts';
import { Peers } from './confirmation/peers.ts';
import { ResultPublisher } from './jobs/result-publisher.ts';
import { NetworkTrust, type Distrust } from './trust/network-trust.ts';

const reasons: Readonly<Record<Distrust, string>> = {
  CANARIES_UNKNOWN: 'its canaries have not answered yet',
  CANARIES_FAIL: 'none of its canaries answers',
  CONTRADICTED: 'other workers keep contradicting its failures',
};

/** Says on the internal port how busy this worker is, and whether it believes its own network. */
@Injectable()
export class WorkerStatus {
  constructor(
    { internalServer, metrics }: Host,
    slots: CheckSlots,
    desk: ConfirmationDesk,
    results: ResultPublisher,
    trust: NetworkTrust,
    peers: Peers,
  ) {
    internalServer.addCheck({
      name: 'network',
      check: async () => (trust.reason === null ? null : reasons[trust.reason]),
    });
    metrics.observedGauge('worker_trusted', 'Whether this worker believes its own network: 1 or 0', () =>
      trust.reason === null ? 1 : 0,
    );
    metrics.observedGauge('worker_peers', 'Other workers that are alive and trusted', () => peers.trusted);
    metrics.observedGauge('check_slots_limit', 'Checks that may run at once', () => slots.limit);
    metrics.observedGauge('checks_running', 'Checks that run now', () => slots.running);
    metrics.observedGauge('checks_waiting', 'Checks that wait for a slot', () => slots.waiting);
    metrics.observedGauge('confirmations_running', 'Attempts that run for other workers', () => desk.running);
    metrics.observedGauge('results_unpublished', 'Results not yet stored', () => results.unpublished);
  }
}
