import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { SuiteStore } from './suite-stores.ts';

interface Place {
  readonly messages: string;
  readonly kept: string;
}

/** Makes streams lose their newest messages while their consumers keep their positions, as a power loss does. */
export class LostMessages {
  readonly #store: SuiteStore;
  readonly #places: readonly Place[];

  constructor(store: SuiteStore, ...streams: readonly string[]) {
    this.#store = store;
    this.#places = streams.map((stream) => ({
      messages: join(store.directory, 'jetstream', '$G', 'streams', stream, 'msgs'),
      kept: join(store.directory, `${stream}.kept`),
    }));
  }

  /** Only messages that the streams hold now will survive the power loss. */
  async remember(): Promise<void> {
    await this.#store.pause();
    for (const { messages, kept } of this.#places) await copy(messages, kept);
    await this.#store.resume();
  }

  /** The server ends in an orderly way, so that the positions of its consumers are on disk; newer messages are not. */
  async loseTheRest(): Promise<void> {
    await this.#store.pause();
    for (const { messages, kept } of this.#places) {
      await rm(messages, { recursive: true });
      await copy(kept, messages);
    }
  }
}

/** With its owner: the server may run as another user than we do. */
async function copy(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', from, to]);
}
