import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inRepository, type ServiceProcess } from '@vedette/test-kit';

const PRELOAD = 'clock-preload.mjs';

/** Moves the clocks of single services. A preloaded module does this in each process, so it works on every machine. */
export class WrongClocks {
  private constructor(private readonly directory: string) {}

  /** Types are stripped here: a process that does it itself takes a tenth of a second longer to start. */
  static async prepare(): Promise<WrongClocks> {
    const directory = await mkdtemp(join(tmpdir(), 'vedette-clocks-'));
    const source = await readFile(inRepository('e2e/faults/clock-preload.ts'), 'utf8');
    await writeFile(join(directory, PRELOAD), stripTypeScriptTypes(source));
    return new WrongClocks(directory);
  }

  /** Of every service whose clock may be moved. */
  get env(): Record<string, string> {
    const preload = pathToFileURL(join(this.directory, PRELOAD));
    preload.searchParams.set('directory', this.directory);
    return { NODE_OPTIONS: `--import=${preload.href}` };
  }

  async move(service: ServiceProcess, byMs: number): Promise<void> {
    await writeFile(this.#fileOf(service), String(byMs));
  }

  async correct(service: ServiceProcess): Promise<void> {
    await rm(this.#fileOf(service), { force: true });
  }

  async remove(): Promise<void> {
    await rm(this.directory, { recursive: true, force: true });
  }

  #fileOf({ pid }: ServiceProcess): string {
    return join(this.directory, String(pid));
  }
}
