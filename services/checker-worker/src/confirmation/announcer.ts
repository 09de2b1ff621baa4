import { Injectable } from '@nestjs/common';
import { subjects, type WorkerPresence } from '@vedette/contract';
import { Host } from '@vedette/service-host';
import { CheckPlaces } from '../places/check-places.ts';
import { Draining } from '../draining.ts';
import { NetworkTrust } from '../trust/network-trust.ts';
import { WorkerIdentity } from '../worker-identity.ts';
import { ConfirmationServer } from './confirmation-server.ts';

const ANNOUNCE_EVERY_MS = 1_000;
const SLOWEST_ANNOUNCED = 200;

/**
 * Announces this worker's places to the other workers and the scheduler: every second, and at once when it connects,
 * when its trust changes and when it stops.
 */
@Injectable()
export class Announcer {
  constructor(
    { link, lifecycle }: Host,
    private readonly identity: WorkerIdentity,
    private readonly places: CheckPlaces,
    private readonly confirmations: ConfirmationServer,
    private readonly trust: NetworkTrust,
    private readonly draining: Draining,
  ) {
    const loop = lifecycle.loop('announcing this worker', ANNOUNCE_EVERY_MS, async () => {
      link.connection?.publish(subjects.workerPresence, JSON.stringify(this.#presence()));
    });
    const announceNow = (): void => loop.wake();
    link.onConnect(announceNow);
    trust.onChange(announceNow);
    draining.stopping.addEventListener('abort', announceNow);
  }

  #presence(): WorkerPresence {
    const { workerId, region } = this.identity;
    const isTrusted = this.trust.reason === null && !this.draining.stopping.aborted;
    const { places, confirmations } = this;
    return {
      workerId,
      region,
      checks: { FAST: places.of('FAST'), SLOW: places.of('SLOW') },
      confirmations: { FAST: confirmations.of('FAST'), SLOW: confirmations.of('SLOW') },
      slowest: places.slowest(SLOWEST_ANNOUNCED),
      isTrusted,
    };
  }
}
