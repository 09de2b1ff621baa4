import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { SuiteStore } from '@vedette/test-kit';

/** Makes a stream lose its newest messages while its consumers keep their positions, as a power loss does. */
export class LostMessages {
  readonly #store: SuiteStore;
  readonly #directory: string;
  readonly #kept: string;

  constructor(store: SuiteStore, stream: string) {
    this.#store = store;
    this.#directory = join(store.directory, 'jetstream', '$G', 'streams', stream);
    this.#kept = join(store.directory, `${stream}.kept`);
  }

  /** What the stream holds now is all that will have reached the disk. */
  async remember(): Promise<void> {
    await this.#store.pause();
    await copy(this.#messages, this.#kept);
    await this.#store.resume();
  }

  /** The server ends in an orderly way, so that the positions of its consumers are on disk; newer messages are not. */
  async loseTheRest(): Promise<void> {
    await this.#store.pause();
    await rm(this.#messages, { recursive: true });
    await copy(this.#kept, this.#messages);
  }

  get #messages(): string {
    return join(this.#directory, 'msgs');
  }
}

/** With its owner: the server may run as another user than we do. */
async function copy(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', from, to]);
}
