import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { SuiteStore } from './suite-stores.ts';

interface Place {
  readonly stored: string;
  readonly kept: string;
}

/** What becomes of the consumers of a stream that lost messages: they keep their positions, lose theirs too, or go. */
export type ConsumersThen = 'ahead' | 'rolled-back' | 'gone';

/** Makes streams lose their newest messages while their consumers keep their positions, as a power loss does. */
export class LostMessages {
  readonly #store: SuiteStore;
  readonly #messages: readonly Place[];
  readonly #consumers: readonly Place[];

  constructor(store: SuiteStore, ...streams: readonly string[]) {
    this.#store = store;
    const placesOf = (part: string): Place[] =>
      streams.map((stream) => ({
        stored: join(store.directory, 'jetstream', '$G', 'streams', stream, part),
        kept: join(store.directory, `${stream}.${part}.kept`),
      }));
    this.#messages = placesOf('msgs');
    this.#consumers = placesOf('obs');
  }

  /** Only messages that the streams hold now will survive the power loss. */
  async remember(): Promise<void> {
    await this.#store.pause();
    for (const { stored, kept } of [...this.#messages, ...this.#consumers]) await replace(kept, stored);
    await this.#store.resume();
  }

  /** The server ends in an orderly way, so that the positions of its consumers are on disk; newer messages are not. */
  async loseTheRest(consumers: ConsumersThen = 'ahead'): Promise<void> {
    await this.#store.pause();
    for (const { stored, kept } of this.#messages) await replace(stored, kept);
    for (const { stored, kept } of this.#consumers) {
      if (consumers === 'rolled-back') await replace(stored, kept);
      if (consumers === 'gone') await rm(stored, { recursive: true });
    }
  }
}

/** With its owner: the server may run as another user than we do. */
async function replace(path: string, by: string): Promise<void> {
  await rm(path, { recursive: true, force: true });
  await promisify(execFile)('cp', ['-a', by, path]);
}
