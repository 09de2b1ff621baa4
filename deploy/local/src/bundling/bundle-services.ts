import { LocalError, SERVICES } from '@vedette/local-stores';
import { build, stop, type BuildOptions } from 'esbuild';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { asciiText } from './ascii-text.ts';
import { BUNDLE_PLUGINS } from './bundle-plugins.ts';
import { bundledPackages } from './bundled-packages.ts';
import { compiledCodeOf } from './compiled-code.ts';
import { licencesOf } from './licences.ts';
import { inRoot } from '../program/paths.ts';
import { runScript } from '../program/run-program.ts';
import { sbomText } from './sbom-text.ts';

/** The programs of a service that are started by name, each with arguments that end it as soon as it is loaded. */
const PROGRAMS: Readonly<Record<string, readonly string[]>> = { main: [], cli: ['--help'] };
const THREADS = '**/*.thread.js';
const MIGRATOR = inRoot('libs', 'database', 'dist', 'migrate.main.js');
/** Loaded only if a collector for traces is configured. */
const TRACING_SDK = inRoot('libs', 'telemetry', 'dist', 'tracing-sdk.js');
const START_PROGRAM = join(import.meta.dirname, 'start-program.ts');
const COMPILE_PROGRAM = join(import.meta.dirname, 'compile-program.ts');

type EntryPoint = Readonly<Record<'in' | 'out', string>>;

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
  external: NOT_INSTALLED,
  // Node reads source maps only with --enable-source-maps, which makes a start take a fifth longer.
  sourcemap: 'linked',
  sourcesContent: false,
  logLevel: 'silent',
  metafile: true,
  plugins: BUNDLE_PLUGINS,
} satisfies BuildOptions & { metafile: true };

/** Programs that start with compiled code, which Node takes for CommonJS alone. */
const COMMON_JS = {
  ...OPTIONS,
  format: 'cjs',
  outExtension: { '.js': '.cjs' },
  // `import()` is not there for code that Node has not loaded by itself.
  supported: { 'dynamic-import': false },
  define: { 'import.meta.url': 'ownAddress' },
  banner: { js: `'use strict'; const ownAddress = require('node:url').pathToFileURL(__filename).href;` },
} satisfies BuildOptions;

const MODULES = {
  ...OPTIONS,
  format: 'esm',
  // Code that was CommonJS may require Node's own modules at any time.
  banner: { js: `const require = process.getBuiltinModule('module').createRequire(import.meta.url);` },
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
  rmSync(join(directory, 'bundle'), { recursive: true, force: true });
  const bundled = join(directory, 'bundle');
  const entry = (path: string): EntryPoint => ({ in: join(directory, 'dist', path), out: basename(path, '.js') });
  // The compiler leaves the output of moved files in `dist`.
  const isThere = (path: string): boolean => existsSync(join(directory, 'src', path.replace(/\.js$/, '.ts')));
  const programs = Object.keys(PROGRAMS).filter((name) => isThere(`${name}.js`));
  const commonJs = [...programs.map((name) => entry(`${name}.js`)), { in: TRACING_SDK, out: 'tracing-sdk' }];
  const threads = globSync(THREADS, { cwd: join(directory, 'dist') }).filter(isThere);
  const modules = [...threads.map(entry), ...programs.map((name) => ({ in: START_PROGRAM, out: name }))];
  if (existsSync(join(directory, 'prisma'))) modules.push({ in: MIGRATOR, out: 'migrate' });
  try {
    const built = await Promise.all([
      build({ ...COMMON_JS, entryPoints: commonJs, outdir: bundled }),
      build({ ...MODULES, entryPoints: modules, outdir: bundled }),
    ]);
    for (const path of built.flatMap(({ metafile }) => Object.keys(metafile.outputs)).filter(isProgram)) {
      writeFileSync(inRoot(path), asciiText(readFileSync(inRoot(path), 'utf8')));
    }
    await Promise.all(programs.map((name) => compile(join(bundled, `${name}.cjs`), PROGRAMS[name])));
    const packages = bundledPackages(built.flatMap(({ metafile }) => Object.keys(metafile.inputs)));
    writeFileSync(join(bundled, 'LICENCES.txt'), licencesOf(packages));
    writeFileSync(join(bundled, 'sbom.cdx.json'), sbomText(basename(directory), packages));
  } catch (error) {
    throw new LocalError(`${basename(directory)} could not be bundled: ${String(error)}`);
  }
  writeFileSync(stamp, fingerprint);
}

function isProgram(path: string): boolean {
  return /\.c?js$/.test(path);
}

/** Without variables, a service ends as soon as it is loaded. */
async function compile(program: string, args: readonly string[] = []): Promise<void> {
  const { stderr } = await runScript(COMPILE_PROGRAM, [program, ...args], { env: {} });
  if (!existsSync(compiledCodeOf(program))) throw new Error(`${basename(program)} could not be compiled: ${stderr}`);
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
    'compile-program.ts',
    'compiled-code.ts',
    'licences.ts',
    'sbom-text.ts',
    'sbom.ts',
    'start-program.ts',
  ].map((name) => join(import.meta.dirname, name));
  return [...inputs, ...makers, inRoot('pnpm-lock.yaml'), inRoot('package.json')]
    .reduce((hash, path) => hash.update(readFileSync(path)), createHash('sha256'))
    .digest('hex');
}
