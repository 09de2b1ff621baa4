import { describe, expect, it } from '@jest/globals';
import { countLaunchers } from './launcher.ts';

const scriptShell = ['sh', '-c', 'node', 'deploy/local/src/start.ts'];
const pnpm = ['/usr/lib/node_modules/pnpm/pnpm', 'start'];
const pnpmOnNode = ['node', '/home/me/.cache/node/corepack/pnpm/bin/pnpm.cjs', 'start'];
const npxShell = ['sh', '-c', "'pnpm'", 'start'];
const npx = ['npm', 'exec', 'pnpm', 'start'];
const terminal = ['-bash'];
const job = ['bash', '-c', 'npx', '-y', 'pnpm', 'start', '&'];

describe('the launchers among our ancestors', () => {
  const rows = [
    { name: 'pnpm from a terminal', ancestors: [scriptShell, pnpm, terminal], launchers: 2 },
    { name: 'pnpm on Node.js', ancestors: [scriptShell, pnpmOnNode, terminal], launchers: 2 },
    { name: 'npx from a terminal', ancestors: [scriptShell, pnpm, npxShell, npx, terminal], launchers: 4 },
    {
      name: 'npx from a shell that may end before us',
      ancestors: [scriptShell, pnpm, npxShell, npx, job],
      launchers: 4,
    },
    { name: 'pnpm that replaced its shell', ancestors: [pnpm, npx, terminal], launchers: 2 },
    { name: 'a shell that runs us directly', ancestors: [scriptShell, terminal], launchers: 0 },
    {
      name: 'a program that runs npx and may end before us',
      ancestors: [pnpm, npx, ['node', 'ci.js'], npx],
      launchers: 2,
    },
    { name: 'none', ancestors: [], launchers: 0 },
  ];
  it.each(rows)('$name', ({ ancestors, launchers }) => {
    expect(countLaunchers(ancestors)).toBe(launchers);
  });
});
