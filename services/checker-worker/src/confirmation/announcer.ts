import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { subjects, type WorkerPresence } from '@vedette/contract';
import { BackgroundLoop } from '@vedette/messaging';
import { Host } from '@vedette/service-host';
import { CheckPlaces } from '../check-places.ts';
import { Draining } from '../draining.ts';
import { NetworkTrust } from '../trust/network-trust.ts';
import { WorkerIdentity } from '../worker-identity.ts';
import { ConfirmationDesk } from './confirmation-desk.ts';

const announceEveryMs = 1_000;
const slowestAnnounced = 200;

/** Tells the other workers and the schedule every second what this one has room for, and at once when it has none. */
@Injectable()
export class Announcer implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #loop: BackgroundLoop;

  constructor(
    { link, logger }: Host,
    private readonly identity: WorkerIdentity,
    private readonly places: CheckPlaces,
    private readonly desk: ConfirmationDesk,
    private readonly trust: NetworkTrust,
    private readonly draining: Draining,
  ) {
    this.#loop = new BackgroundLoop('announcing this worker', announceEveryMs, logger, async () => {
      link.connection?.publish(subjects.workerPresence, JSON.stringify(this.#presence()));
    });
    const announceNow = (): void => this.#loop.wake();
    link.onConnect(announceNow);
    trust.onChange(announceNow);
    draining.stopping.addEventListener('abort', announceNow);
  }

  onApplicationBootstrap(): void {
    this.#loop.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.#loop.stop();
  }

  #presence(): WorkerPresence {
    const { workerId, region } = this.identity;
    const isTrusted = this.trust.reason === null && !this.draining.stopping.aborted;
    const { places, desk } = this;
    return {
      workerId,
      region,
      checks: { FAST: places.of('FAST'), SLOW: places.of('SLOW') },
      confirmations: { FAST: desk.of('FAST'), SLOW: desk.of('SLOW') },
      slowest: places.slowest(slowestAnnounced),
      isTrusted,
    };
  }
}
