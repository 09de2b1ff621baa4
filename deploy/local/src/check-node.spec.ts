import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const ROOT = new URL('../../../', import.meta.url);
const script = new URL('../check-node.cjs', import.meta.url).pathname;

interface Scripts {
  readonly 'pnpm:devPreinstall': string;
}

function disguisedAs(version: string): string {
  return `Object.defineProperty(process, 'versions', { value: { node: '${version}' } })`;
}

/** Runs the check as if by another version of Node.js. */
function checkedBy(version: string): { readonly status: number | null; readonly stderr: string } {
  return spawnSync(process.execPath, ['-e', `${disguisedAs(version)}; require('${script}')`], { encoding: 'utf8' });
}

describe('the check of Node.js before an installation', () => {
  it('is what pnpm runs before it installs anything', () => {
    const { scripts } = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8')) as { scripts: Scripts };
    const disguise = `data:text/javascript,${encodeURIComponent(disguisedAs('18.20.8'))}`;
    const { status, stderr } = spawnSync('sh', ['-c', scripts['pnpm:devPreinstall']], {
      cwd: ROOT,
      env: { PATH: `${dirname(process.execPath)}:/usr/bin:/bin`, NODE_OPTIONS: `--import ${disguise}` },
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining('needs Node.js 20 or newer') });
  });

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
