import { spawnSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';

const script = new URL('../check-node.cjs', import.meta.url).pathname;

/** Runs the check as if by another version of Node.js. */
function checkedBy(version: string): { readonly status: number | null; readonly stderr: string } {
  const disguise = `Object.defineProperty(process, 'versions', { value: { node: '${version}' } })`;
  return spawnSync(process.execPath, ['-e', `${disguise}; require('${script}')`], { encoding: 'utf8' });
}

describe('the check of Node.js before an installation', () => {
  it('says in one sentence that an older version is too old', () => {
    const { status, stderr } = checkedBy('18.20.8');
    expect(status).toBe(1);
    expect(stderr).toBe(
      'Vedette needs Node.js 20 or newer, and this is 18.20.8: install a newer one, then run the same command again.\n',
    );
  });

  it.each(['20.0.0', '24.21.0', '100.0.0'])('lets %s go on, and says nothing', (version) => {
    expect(checkedBy(version)).toMatchObject({ status: 0, stderr: '' });
  });
});
