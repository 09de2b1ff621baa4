import type { KeyUse } from '@vedette/contract';

const MAX_PER_REQUEST = 1_000;

/** Keeps when keys were last used, until the account service has it. No request waits for that. */
export class KeyUses {
  readonly #tell: (uses: KeyUse[]) => Promise<unknown>;
  readonly #usedAt = new Map<string, Date>();

  constructor(tell: (uses: KeyUse[]) => Promise<unknown>) {
    this.#tell = tell;
  }

  note(keyId: string, at: Date): void {
    this.#usedAt.set(keyId, at);
  }

  /** What could not be told is told the next time. */
  async send(): Promise<void> {
    const used = [...this.#usedAt];
    this.#usedAt.clear();
    for (let from = 0; from < used.length; from += MAX_PER_REQUEST) {
      const uses = used.slice(from, from + MAX_PER_REQUEST);
      try {
        await this.#tell(uses.map(([keyId, at]) => ({ keyId, at: at.toISOString() })));
      } catch (error) {
        for (const [keyId, at] of used.slice(from)) if (!this.#usedAt.has(keyId)) this.#usedAt.set(keyId, at);
        throw error;
      }
    }
  }
}
