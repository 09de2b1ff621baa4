import { LocalError, SERVICES } from '@vedette/local-stores';
import { build, stop, type BuildOptions } from 'esbuild';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { asciiText } from './ascii-text.ts';
import { BUNDLE_PLUGINS } from './bundle-plugins.ts';
import { bundledPackages } from './bundled-packages.ts';
import { licencesOf } from './licences.ts';
import { inRoot } from '../program/paths.ts';
import { sbomText } from './sbom-text.ts';

/** The programs of a service that are started by name. */
const PROGRAMS = ['main.js', 'cli.js', '**/*.thread.js'];
const MIGRATOR = inRoot('libs', 'database', 'dist', 'migrate.main.js');
/** Loaded only if a collector for traces is configured. */
const TRACING_SDK = inRoot('libs', 'telemetry', 'dist', 'tracing-sdk.js');

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
  format: 'esm',
  platform: 'node',
  target: 'node24',
  external: NOT_INSTALLED,
  // Code that was CommonJS may require Node's own modules at any time.
  banner: { js: `const require = process.getBuiltinModule('module').createRequire(import.meta.url);` },
  // Node reads source maps only with --enable-source-maps, which makes a start take a fifth longer.
  sourcemap: 'linked',
  sourcesContent: false,
  logLevel: 'silent',
  metafile: true,
  plugins: BUNDLE_PLUGINS,
} satisfies BuildOptions & { metafile: true };

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
  rmSync(join(directory, 'bundle'), { recursive: true, force: true });
  // The compiler leaves the output of moved files in `dist`.
  const programs = globSync(PROGRAMS, { cwd: join(directory, 'dist') }).filter((path) =>
    existsSync(join(directory, 'src', path.replace(/\.js$/, '.ts'))),
  );
  const entryPoints = programs.map((path) => ({ in: join(directory, 'dist', path), out: basename(path, '.js') }));
  entryPoints.push({ in: TRACING_SDK, out: 'tracing-sdk' });
  if (existsSync(join(directory, 'prisma'))) entryPoints.push({ in: MIGRATOR, out: 'migrate' });
  try {
    const { metafile } = await build({ ...OPTIONS, entryPoints, outdir: join(directory, 'bundle') });
    for (const path of Object.keys(metafile.outputs).filter((each) => each.endsWith('.js'))) {
      writeFileSync(inRoot(path), asciiText(readFileSync(inRoot(path), 'utf8')));
    }
    const packages = bundledPackages(Object.keys(metafile.inputs));
    writeFileSync(join(directory, 'bundle', 'LICENCES.txt'), licencesOf(packages));
    writeFileSync(join(directory, 'bundle', 'sbom.cdx.json'), sbomText(basename(directory), packages));
  } catch (error) {
    throw new LocalError(`${basename(directory)} could not be bundled: ${String(error)}`);
  }
  writeFileSync(stamp, fingerprint);
}

/** The compiler notes in these files what it has made `dist` of. */
function fingerprintOf(directory: string): string {
  const compiled = globSync('libs/*/dist/.tsbuildinfo', { cwd: inRoot() }).toSorted();
  const inputs = [...compiled.map((path) => inRoot(path)), join(directory, 'dist', '.tsbuildinfo')];
  const makers = [
    'ascii-text.ts',
    'bundle-services.ts',
    'bundle-plugins.ts',
    'bundled-packages.ts',
    'licences.ts',
    'sbom-text.ts',
    'sbom.ts',
  ].map((name) => join(import.meta.dirname, name));
  return [...inputs, ...makers, inRoot('pnpm-lock.yaml'), inRoot('package.json')]
    .reduce((hash, path) => hash.update(readFileSync(path)), createHash('sha256'))
    .digest('hex');
}
