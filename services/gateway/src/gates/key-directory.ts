import type { Caller } from '@vedette/contract';
import { hashApiKey, isWellFormedKey, keyStatus } from '../api-key.ts';
import type { KeyRecord, KeyRepository } from '../key.repository.ts';

/** A cached key is trusted no longer than this, so that disabling and revoking take effect within two seconds. */
const BELIEVED_MS = 1_000;
const MAX_REMEMBERED = 10_000;

interface Entry {
  readonly record: Promise<KeyRecord | undefined>;
  readonly readAt: number;
}

/** Finds the caller of an API key. Only existing keys are cached, so a flood of invented keys uses no memory. */
export class KeyDirectory {
  readonly #repository: Pick<KeyRepository, 'findByHash' | 'touchLastUsed'>;
  readonly #entries = new Map<string, Entry>();
  readonly #usedAt = new Map<string, Date>();

  constructor(repository: Pick<KeyRepository, 'findByHash' | 'touchLastUsed'>) {
    this.#repository = repository;
  }

  async find(key: string, now: Date): Promise<Caller | undefined> {
    const record = await this.#record(key, now.getTime());
    if (record === undefined || keyStatus(record, now) !== 'ENABLED') return undefined;
    this.#usedAt.set(record.id, now);
    return callerOf(record);
  }

  /** Stores when the keys were last used; runs in the background, so that no request waits for it. */
  async writeLastUsed(): Promise<void> {
    if (this.#usedAt.size === 0) return;
    const used = [...this.#usedAt];
    this.#usedAt.clear();
    await this.#repository.touchLastUsed(used.map(([id, at]) => ({ id, at })));
  }

  async #record(key: string, now: number): Promise<KeyRecord | undefined> {
    const known = this.#entries.get(key);
    if (known !== undefined && now - known.readAt < BELIEVED_MS) return known.record;
    if (!isWellFormedKey(key)) return undefined;
    const entry: Entry = { record: this.#repository.findByHash(hashApiKey(key)), readAt: now };
    this.#remember(key, entry);
    try {
      const record = await entry.record;
      if (record === undefined) this.#forget(key, entry);
      return record;
    } catch (error) {
      this.#forget(key, entry);
      throw error;
    }
  }

  /** Entries are ordered by age. Each new entry removes the expired ones, so keys do not accumulate in memory. */
  #remember(key: string, entry: Entry): void {
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    for (const [oldest, { readAt }] of this.#entries) {
      if (entry.readAt - readAt < BELIEVED_MS && this.#entries.size <= MAX_REMEMBERED) break;
      this.#entries.delete(oldest);
    }
  }

  #forget(key: string, entry: Entry): void {
    if (this.#entries.get(key) === entry) this.#entries.delete(key);
  }
}

function callerOf({ id, organizationId, access, plan, subscription }: KeyRecord): Caller {
  return { organizationId, keyId: id, access, plan, subscription };
}
