import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { subjects, type WorkerPresence } from '@vedette/contract';
import { BackgroundLoop } from '@vedette/messaging';
import { Host } from '@vedette/service-host';
import { Draining } from '../draining.ts';
import { NetworkTrust } from '../trust/network-trust.ts';
import { WorkerIdentity } from '../worker-identity.ts';
import { ConfirmationDesk } from './confirmation-desk.ts';

const announceEveryMs = 1_000;

/** Tells the other workers every second that this one is there, and at once when it may no longer be asked. */
@Injectable()
export class Announcer implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #loop: BackgroundLoop;

  constructor(
    { link, logger }: Host,
    private readonly identity: WorkerIdentity,
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
    return { workerId, region, freeConfirmationSlots: this.desk.freeSlots, isTrusted };
  }
}
