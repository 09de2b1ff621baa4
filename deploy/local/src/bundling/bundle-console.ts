import { LocalError } from '@vedette/local-stores';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'vite';
import { bundledPackages } from './bundled-packages.ts';
import { licencesOf } from './licences.ts';
import { inRoot, ROOT } from '../program/paths.ts';
import { sbomText } from './sbom-text.ts';

const DIRECTORY = inRoot('services', 'console');
const BUNDLE = join(DIRECTORY, 'bundle');
const FILES = join(BUNDLE, 'site', 'assets');

/** Builds the web app into static files, compressed ahead of time. An app that has not changed is skipped. */
export async function bundleConsole(): Promise<void> {
  const stamp = join(BUNDLE, '.stamp');
  const fingerprint = fingerprintOf();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint) return;
  const modules = await buildSite();
  for (const name of globSync('*', { cwd: FILES })) compress(join(FILES, name));
  const packages = bundledPackages(modules);
  writeFileSync(join(BUNDLE, 'LICENCES.txt'), licencesOf(packages));
  writeFileSync(join(BUNDLE, 'sbom.cdx.json'), sbomText('console', packages));
  writeFileSync(stamp, fingerprint);
}

/** Returns the paths of all modules in the app. */
async function buildSite(): Promise<string[]> {
  try {
    const built = await build({ configFile: join(DIRECTORY, 'vite.config.ts'), configLoader: 'native' });
    const outputs = [built].flat().flatMap((each) => ('output' in each ? each.output : []));
    const modules = outputs.flatMap((each) => (each.type === 'chunk' ? each.moduleIds : []));
    return modules.filter((path) => path.startsWith(ROOT)).map((path) => path.slice(ROOT.length + 1));
  } catch (error) {
    throw new LocalError(`The console could not be built: ${String(error)}`);
  }
}

function compress(path: string): void {
  const plain = readFileSync(path);
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
  writeFileSync(`${path}.br`, brotliCompressSync(plain, { params }));
  writeFileSync(`${path}.gz`, gzipSync(plain, { level: 9 }));
}

function fingerprintOf(): string {
  const own = ['index.html', 'vite.config.ts', ...globSync('src/**/*', { cwd: DIRECTORY, withFileTypes: false })];
  const files = own.map((path) => join(DIRECTORY, path)).filter((path) => /\.[a-z]+$/.test(path));
  const compiled = globSync('libs/*/dist/.tsbuildinfo', { cwd: inRoot() }).map((path) => inRoot(path));
  const makers = globSync('*.ts', { cwd: import.meta.dirname })
    .toSorted()
    .map((name) => join(import.meta.dirname, name));
  const all = [...files, ...compiled, ...makers];
  return [...all.toSorted(), inRoot('pnpm-lock.yaml'), inRoot('package.json')]
    .reduce((hash, path) => hash.update(path).update(readFileSync(path)), createHash('sha256'))
    .digest('hex');
}
