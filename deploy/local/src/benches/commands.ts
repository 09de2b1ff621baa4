import { killGroup, launch, LocalError } from '@vedette/local-stores';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { callerEnvironment } from '../program/caller-config.ts';

/** Runs one command at a time, and leaves none of its processes running. */
export class Commands {
  #pid: number | undefined;
  #isOver = false;

  /** What the command prints, if it ends well. */
  async output(cwd: string, [command, ...args]: readonly [string, ...string[]]): Promise<string> {
    this.#refuseAfterStop();
    const child = await launch({ command, args, cwd, env: callerEnvironment(), stopSignal: 'SIGTERM', output: 'pipe' });
    this.#pid = child.pid;
    const words = Promise.all([wordsOf(child.stdout), wordsOf(child.stderr)]);
    const { code } = await child.exited;
    killGroup(child.pid);
    this.#pid = undefined;
    this.#refuseAfterStop();
    const [stdout, stderr] = await words;
    if (code === 0) return stdout;
    throw new LocalError(`\`${[command, ...args].join(' ')}\` failed in ${cwd}:\n${stdout}${stderr}`);
  }

  stop(): void {
    this.#isOver = true;
    if (this.#pid !== undefined) killGroup(this.#pid);
  }

  #refuseAfterStop(): void {
    if (this.#isOver) throw new LocalError('Stopped.');
  }
}

function wordsOf(stream: Readable | null): Promise<string> | string {
  return stream === null ? '' : text(stream);
}
