import { spawnSync } from 'node:child_process';
import { accessSync, constants, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { searchPath } from '../config.ts';

export type ToolName =
  'postgres' | 'redis-server' | 'nats-server' | 'ping' | 'chromium' | 'python3' | 'caddy' | 'nginx' | 'taskset';

export interface Tool {
  readonly title: string;
  readonly programs: readonly string[];
  /** The Debian package that holds it. */
  readonly package: string;
  /** The package on distributions that do not have `package`. */
  readonly fallbackPackage?: string;
  /** The system service that the package would start, if it has one. */
  readonly unit?: string;
}

export const TOOLS: Readonly<Record<ToolName, Tool>> = {
  postgres: { title: 'PostgreSQL', programs: ['postgres'], package: 'postgresql', unit: 'postgresql' },
  'redis-server': { title: 'Redis', programs: ['redis-server'], package: 'redis-server', unit: 'redis-server' },
  'nats-server': { title: 'NATS', programs: ['nats-server'], package: 'nats-server', unit: 'nats-server' },
  ping: { title: 'ping', programs: ['ping'], package: 'iputils-ping' },
  chromium: {
    title: 'Chromium',
    // The headless shell has no windows, and opens a page with a quarter of the processor time.
    programs: ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'],
    package: 'chromium-headless-shell',
    fallbackPackage: 'chromium',
  },
  python3: { title: 'Python', programs: ['python3'], package: 'python3' },
  caddy: { title: 'Caddy', programs: ['caddy'], package: 'caddy', unit: 'caddy' },
  nginx: { title: 'nginx', programs: ['nginx'], package: 'nginx-light', unit: 'nginx' },
  taskset: { title: 'taskset', programs: ['taskset'], package: 'util-linux' },
};

/** The path of the program, or undefined when this machine does not have it. */
export function findTool(name: ToolName): string | undefined {
  if (name === 'postgres') return postgresInstallations()[0]?.program;
  return findOnPath(TOOLS[name].programs);
}

export function findOnPath(programs: readonly string[]): string | undefined {
  const directories = searchPath();
  return programs
    .flatMap((program) => directories.map((directory) => join(directory, program)))
    .find((path) => isExecutable(path));
}

export interface PostgresInstallation {
  /** The major version. */
  readonly version: string;
  readonly bin: string;
  readonly program: string;
}

const DEBIAN_POSTGRES = '/usr/lib/postgresql';

/** Every PostgreSQL server on this machine, newest first: Debian keeps the versions side by side, off the path. */
export function postgresInstallations(): PostgresInstallation[] {
  const debian = listDirectory(DEBIAN_POSTGRES).map((version) => join(DEBIAN_POSTGRES, version, 'bin'));
  return [...debian, ...searchPath()]
    .map((bin) => ({ bin, program: join(bin, 'postgres') }))
    .filter(({ bin, program }) => isExecutable(program) && isExecutable(join(bin, 'initdb')))
    .flatMap((found) => {
      const version = postgresVersion(found.program);
      return version === undefined ? [] : [{ ...found, version }];
    })
    .toSorted((a, b) => Number(b.version) - Number(a.version));
}

/** The major version as the program itself gives it; undefined when the program does not run here. */
function postgresVersion(program: string): string | undefined {
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8', timeout: 5_000 });
  return /\(PostgreSQL\) (\d+)/.exec(stdout)?.[1];
}

function listDirectory(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
