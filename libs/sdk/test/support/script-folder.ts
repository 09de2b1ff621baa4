import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inRepository } from '@vedette/test-kit';

/** A folder outside of the repository whose scripts import the SDK by its name, as those of its users do. */
export class ScriptFolder {
  readonly #directory = mkdtempSync(join(tmpdir(), 'vedette-sdk-'));

  constructor() {
    mkdirSync(join(this.#directory, 'node_modules', '@vedette'), { recursive: true });
    symlinkSync(inRepository('libs/sdk'), join(this.#directory, 'node_modules', '@vedette', 'sdk'));
  }

  /** Returns the path of the script. */
  write(name: string, code: string): string {
    const path = join(this.#directory, `${name}.mts`);
    writeFileSync(path, code);
    return path;
  }

  remove(): void {
    rmSync(this.#directory, { recursive: true });
  }
}
