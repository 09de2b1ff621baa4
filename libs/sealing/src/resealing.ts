import type { Host } from '@vedette/service-host';
import { keyUsage } from './key-usage.ts';
import type { SealedColumn } from './sealed-column.ts';
import type { SecretBox } from './secret-box.ts';

const RESEAL_EVERY_MS = 60_000;
const BATCH = 100;

export interface ResealingParts {
  readonly host: Pick<Host, 'lifecycle' | 'metrics' | 'internalServer'>;
  readonly box: SecretBox;
  readonly column: SealedColumn;
  /** A plural, such as `webhook secrets`; its metric is then `webhook_secrets_under_previous_key`. */
  readonly secrets: string;
}

/**
 * Seals all secrets of the previous key again with the present one, so that the previous key can be removed. A replica
 * that lacks a key in use reports that it is not ready.
 */
export class Resealing {
  readonly #parts: ResealingParts;

  constructor(parts: ResealingParts) {
    this.#parts = parts;
    const { host, column, secrets } = parts;
    host.lifecycle.loop(`sealing ${secrets} anew`, RESEAL_EVERY_MS, () => this.reseal());
    host.metrics.observedGauge(
      `${secrets.replaceAll(' ', '_')}_under_previous_key`,
      'Secrets that are not sealed with the present key',
      async () => {
        const { outdated, missing } = await this.#usage();
        return column.count([...outdated, ...missing]);
      },
    );
    host.internalServer.addCheck({ name: secrets, check: () => this.#fault() });
  }

  async reseal(): Promise<void> {
    const { box, column } = this.#parts;
    const { outdated } = await this.#usage();
    if (outdated.length === 0) return;
    const sealAnew = (sealed: Buffer, context: string): Buffer => box.sealAnew(sealed, context);
    // Separate batches keep each transaction short.
    while ((await column.reseal(outdated, sealAnew, BATCH)) === BATCH);
  }

  async #usage() {
    return keyUsage(await this.#parts.column.keyIdsInUse(), this.#parts.box);
  }

  async #fault(): Promise<string | null> {
    const { missing } = await this.#usage();
    if (missing.length === 0) return null;
    return `${await this.#parts.column.count(missing)} are sealed with a key that this replica was not given`;
  }
}
