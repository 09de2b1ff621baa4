import { execFile } from 'node:child_process';
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A disk in memory that can be filled to its last byte. */
export class SmallDisk {
  private constructor(readonly path: string) {}

  /** Undefined where this user may not mount. */
  static async mount(megabytes: number): Promise<SmallDisk | undefined> {
    const path = await mkdtemp(join(tmpdir(), 'vedette-disk-'));
    try {
      await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=711`, 'vedette-faults', path]);
      return new SmallDisk(path);
    } catch {
      await rm(path, { recursive: true });
      return undefined;
    }
  }

  async fill(): Promise<void> {
    const { bavail, bsize } = await statfs(this.path);
    // The rest of the last blocks goes to whoever writes at this moment.
    await run('fallocate', ['-l', String(bavail * bsize), this.#filler]).catch(() => undefined);
    await writeFile(this.#last, Buffer.alloc(1_048_576)).catch(() => undefined);
  }

  async free(): Promise<void> {
    for (const file of [this.#filler, this.#last]) await rm(file, { force: true });
  }

  async unmount(): Promise<void> {
    await run('umount', [this.path]);
    await rm(this.path, { recursive: true });
  }

  get #filler(): string {
    return join(this.path, 'filler');
  }

  get #last(): string {
    return join(this.path, 'filler-last');
  }
}
