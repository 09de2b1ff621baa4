// Builds the images of all services with Docker: npx -y pnpm run images --help

import { refuseOptions, scriptOptions, SERVICES } from '@vedette/local-stores';
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bakeDefinition, optionFaults, PLATFORMS } from './bake.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

const USAGE = `run images [options]

  --prefix PREFIX        registry and path before the name of a service (vedette)
  --version VERSION      the tag (the version in package.json)
  --platform PLATFORMS   comma-separated, of ${PLATFORMS.join(', ')} (the one that Docker runs on)
  --source URL           where the source is, for the label (https://git.example.com/vedette)
  --push                 send the images to the registry instead of keeping them here
  --print                print the definition for docker buildx bake, and build nothing
`;

function git(...args: readonly string[]): string {
  return execFileSync('git', ['-C', ROOT, ...args], { encoding: 'utf8' }).trim();
}

/** A build of files that are not committed says so. */
function revision(): string {
  return `${git('rev-parse', 'HEAD')}${git('status', '--porcelain') === '' ? '' : '-dirty'}`;
}

function ownVersion(): string {
  return (JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')) as { version: string }).version;
}

function main(): number {
  const values = scriptOptions(USAGE, {
    prefix: { type: 'string', default: 'vedette' },
    version: { type: 'string', default: ownVersion() },
    platform: { type: 'string', default: '' },
    source: { type: 'string', default: 'https://git.example.com/vedette' },
    push: { type: 'boolean', default: false },
    print: { type: 'boolean', default: false },
  });
  const { prefix, version, source, push } = values;
  const platforms = values.platform.split(',').filter((platform) => platform !== '');
  const faults = optionFaults({ platforms, push });
  if (faults.length > 0) refuseOptions(faults.join('\n'), USAGE);
  const committedAt = new Date(git('show', '--no-patch', '--format=%cI', 'HEAD'));
  const options = { prefix, version, revision: revision(), committedAt, source, platforms, push };
  const definition = `${JSON.stringify(bakeDefinition(SERVICES, options), null, 2)}\n`;
  if (values.print) {
    process.stdout.write(definition);
    return 0;
  }
  const { status, error } = spawnSync('docker', ['buildx', 'bake', '--file', '-'], {
    cwd: ROOT,
    input: definition,
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  if (error !== undefined) process.stderr.write(`docker cannot be run: ${error.message}\n`);
  return status ?? 1;
}

process.exitCode = main();
