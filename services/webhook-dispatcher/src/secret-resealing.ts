import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { BackgroundLoop } from '@vedette/messaging';
import { Host } from '@vedette/service-host';
import { SecretBox } from './secret-box.ts';
import { SecretRepository } from './secret.repository.ts';

const RESEAL_EVERY_MS = 60_000;
const BATCH = 100;

/**
 * Seals anew whatever is sealed with the previous key, so that the previous key can be taken away. A replica that lacks a
 * key says that it is not ready: it could sign nothing.
 */
@Injectable()
export class SecretResealing implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #loop: BackgroundLoop;

  constructor(
    { logger, metrics, internalServer }: Host,
    private readonly repository: SecretRepository,
    private readonly box: SecretBox,
  ) {
    this.#loop = new BackgroundLoop('sealing secrets anew', RESEAL_EVERY_MS, logger, () => this.reseal());
    metrics.observedGauge(
      'webhook_secrets_under_previous_key',
      'Secrets that are not sealed with the present key',
      () => repository.countSealedOtherwise([box.keyId]),
    );
    internalServer.addCheck({
      name: 'webhook secrets',
      check: async () => {
        const foreign = await repository.countSealedOtherwise(box.keyIds);
        return foreign === 0 ? null : `${foreign} are sealed with a key that this replica was not given`;
      },
    });
  }

  onApplicationBootstrap(): void {
    this.#loop.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.#loop.stop();
  }

  async reseal(): Promise<void> {
    const { box } = this;
    const previous = box.keyIds.filter((keyId) => keyId !== box.keyId);
    if (previous.length === 0) return;
    const sealAnew = (sealed: Buffer, endpointId: string): Buffer => box.seal(box.open(sealed, endpointId), endpointId);
    // One batch after the other keeps each transaction short.
    while ((await this.repository.reseal(previous, box.keyId, sealAnew, BATCH)) === BATCH);
  }
}
