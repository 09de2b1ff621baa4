import type { KeyUse } from '@vedette/contract';

const MAX_PER_REQUEST = 1_000;

interface Use {
  readonly at: Date;
  readonly from: string;
}

/** Keeps when and from where keys were last used, until the account service has it. No request waits for that. */
export class KeyUses {
  readonly #report: (uses: KeyUse[]) => Promise<unknown>;
  readonly #uses = new Map<string, Use>();

  constructor(report: (uses: KeyUse[]) => Promise<unknown>) {
    this.#report = report;
  }

  /** The address is asked for once between two batches, because finding it costs every request something. */
  add(keyId: string, at: Date, addressOf: () => string): void {
    this.#uses.set(keyId, { at, from: this.#uses.get(keyId)?.from ?? addressOf() });
  }

  /** Uses that could not be sent are sent the next time. */
  async send(): Promise<void> {
    const used = [...this.#uses];
    this.#uses.clear();
    for (let first = 0; first < used.length; first += MAX_PER_REQUEST) {
      const uses = used.slice(first, first + MAX_PER_REQUEST);
      try {
        await this.#report(uses.map(([keyId, { at, from }]) => ({ keyId, at: at.toISOString(), from })));
      } catch (error) {
        for (const [keyId, use] of used.slice(first)) if (!this.#uses.has(keyId)) this.#uses.set(keyId, use);
        throw error;
      }
    }
  }
}
