import type { Pool } from 'pg';
import type { CliConfig } from './config.ts';

/** What a command reaches the stack through. Each is loaded and opened when a command first asks for it. */
export class Connections {
  readonly #readConfig: () => CliConfig;
  #pool: Pool | undefined;

  constructor(readConfig: () => CliConfig) {
    this.#readConfig = readConfig;
  }

  async database(): Promise<Pool> {
    if (this.#pool === undefined) {
      const { databaseUrl } = this.#readConfig();
      const { createPool } = await import('@vedette/database');
      // An idle connection that breaks needs no word: the next statement says it.
      this.#pool = createPool({ url: databaseUrl, service: 'cli', maxConnections: 1, onError: () => undefined });
    }
    return this.#pool;
  }

  async close(): Promise<void> {
    await this.#pool?.end();
  }
}
