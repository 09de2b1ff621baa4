import { LocalError, SERVICES } from '@vedette/local-stores';
import { build, stop, type BuildOptions } from 'esbuild';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { bundledPackages } from './bundled-packages.ts';
import { licencesOf } from './licences.ts';
import { inRoot } from '../program/paths.ts';
import { sbomText } from './sbom-text.ts';

/** The files that become programs, of those that a service has. */
const PROGRAMS = '{main,cli,**/*.thread}.js';
const MIGRATOR = inRoot('libs', 'database', 'dist', 'migrate.main.js');

/** Optional packages that are not installed; the packages that try to load them must still find nothing. */
const NOT_INSTALLED = [
  '@nestjs/platform-express',
  '@nestjs/websockets/*',
  'amqp-connection-manager',
  'class-transformer',
  'class-validator',
  'kafkajs',
  'mqtt',
  'pg-native',
];

const OPTIONS = {
  absWorkingDir: inRoot(),
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  external: NOT_INSTALLED,
  // Packages that are CommonJS require Node's own modules at any time.
  banner: { js: `const require = process.getBuiltinModule('module').createRequire(import.meta.url);` },
  // Node reads source maps only with --enable-source-maps, which makes a start take a fifth longer.
  sourcemap: 'linked',
  sourcesContent: false,
  logLevel: 'silent',
  metafile: true,
} satisfies BuildOptions;

/**
 * Bundles each program of a service with all its packages into one file in `bundle`; otherwise each start would look up
 * 1,700 modules one after the other. Services that have not changed since the last time are skipped.
 */
export async function bundleServices(): Promise<void> {
  try {
    await Promise.all(SERVICES.map((name) => bundle(inRoot('services', name))));
  } finally {
    // Otherwise the process of esbuild would run as long as this one.
    await stop();
  }
}

async function bundle(directory: string): Promise<void> {
  const stamp = join(directory, 'bundle', '.stamp');
  const fingerprint = fingerprintOf(directory);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint) return;
  const outdir = join(directory, 'bundle');
  rmSync(outdir, { recursive: true, force: true });
  // The compiler leaves the output of moved files in `dist`.
  const isThere = (path: string): boolean => existsSync(join(directory, 'src', path.replace(/\.js$/, '.ts')));
  const programs = globSync(PROGRAMS, { cwd: join(directory, 'dist') }).filter(isThere);
  const entryPoints = programs.map((path) => ({ in: join(directory, 'dist', path), out: basename(path, '.js') }));
  if (existsSync(join(directory, 'prisma'))) entryPoints.push({ in: MIGRATOR, out: 'migrate' });
  try {
    const { metafile } = await build({ ...OPTIONS, entryPoints, outdir });
    const packages = bundledPackages(Object.keys(metafile.inputs));
    writeFileSync(join(outdir, 'LICENCES.txt'), licencesOf(packages));
    writeFileSync(join(outdir, 'sbom.cdx.json'), sbomText(basename(directory), packages));
  } catch (error) {
    throw new LocalError(`${basename(directory)} could not be bundled: ${String(error)}`);
  }
  writeFileSync(stamp, fingerprint);
}

/** The compiler notes in these files what it has made `dist` of. */
function fingerprintOf(directory: string): string {
  const compiled = globSync('libs/*/dist/.tsbuildinfo', { cwd: inRoot() }).toSorted();
  const inputs = [...compiled.map((path) => inRoot(path)), join(directory, 'dist', '.tsbuildinfo')];
  const makers = globSync('*.ts', { cwd: import.meta.dirname })
    .toSorted()
    .map((name) => join(import.meta.dirname, name));
  return [...inputs, ...makers, inRoot('pnpm-lock.yaml'), inRoot('package.json')]
    .reduce((hash, path) => hash.update(readFileSync(path)), createHash('sha256'))
    .digest('hex');
}
