import { access, constants, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';

const DEFAULT_FOLDER = '/tmp';
const MEMORY_FOLDER = '/dev/shm';
/** The number by which Linux knows a file system in memory. */
const TMPFS = 0x01_02_19_94;
/** Several times what the stores of a run take at once. */
const ROOM_BYTES = 4 * 2 ** 30;

/**
 * Where the files of a run's stores are: in memory if there is room and nobody chose another folder. Each suite has a
 * database of its own with hundreds of files, and ext4 looks long for a free inode soon after others were deleted.
 */
export async function runFolder(): Promise<string> {
  if (tmpdir() !== DEFAULT_FOLDER) return tmpdir();
  try {
    await access(MEMORY_FOLDER, constants.W_OK);
    const { type, bavail, bsize } = await statfs(MEMORY_FOLDER);
    return type === TMPFS && bavail * bsize >= ROOM_BYTES ? MEMORY_FOLDER : tmpdir();
  } catch {
    return tmpdir();
  }
}
