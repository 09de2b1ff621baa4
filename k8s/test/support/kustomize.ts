import { inRepository, oncePerRun } from '@vedette/test-kit';
import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { parseAllDocuments, stringify } from 'yaml';
import type { Manifest } from './manifest.ts';

const execute = promisify(execFile);

/**
 * Debian 13 has a kustomize that is recent enough; Debian 12, on which this must run too, has none. The program of the package
 * needs nothing but libc 2.34, so its file is fetched by name and checksum, and unpacked beside the other local files.
 */
const PACKAGE = {
  directory: 'pool/main/k/kustomize',
  version: '5.6.0+ds-1+b2',
  sha256: {
    x64: { debian: 'amd64', sum: '552bbe5563b522685b10f75a9a226bfbee9778fc313b205d595fdbb7e9c70e33' },
    arm64: { debian: 'arm64', sum: '32d0e1959b5fc257101c8d6139da72af38ff7ce777089666f9d1c916810f1800' },
  },
} as const;

/** The second one keeps what the first one drops when a package is built anew. The checksum makes up for plain HTTP. */
const ARCHIVES = ['http://deb.debian.org/debian', 'http://snapshot.debian.org/archive/debian/20250901T000000Z'];

const DIRECTORY = inRepository('.vedette/tools');
const PROGRAM = join(DIRECTORY, `kustomize-${PACKAGE.version}`);

/** Renders a directory of `k8s` by the real program, once for all suites of a run. */
export function render(directory: string): Promise<Manifest[]> {
  return oncePerRun(`k8s/${directory}`, () => build(inRepository(`k8s/${directory}`)));
}

/** The same with one more component, as its user would add it. */
export function renderWith(directory: string, component: string): Promise<Manifest[]> {
  return oncePerRun(`k8s/${directory} with ${component}`, () => buildWith(directory, component));
}

async function buildWith(directory: string, component: string): Promise<Manifest[]> {
  const overlay = await mkdtemp(join(tmpdir(), 'vedette-overlay-'));
  const to = (path: string): string => relative(overlay, inRepository(`k8s/${path}`));
  const kustomization = { resources: [to(directory)], components: [to(`components/${component}`)] };
  await writeFile(join(overlay, 'kustomization.yaml'), stringify(kustomization));
  try {
    return await build(overlay);
  } finally {
    await rm(overlay, { recursive: true });
  }
}

/** An overlay after an operator has edited its file. */
export async function renderEdited(
  edit: (kustomization: string) => string,
  name: 'production' | 'region' = 'production',
): Promise<Manifest[]> {
  const overlay = await mkdtemp(join(tmpdir(), 'vedette-overlay-'));
  const toK8s = relative(overlay, inRepository('k8s'));
  await cp(inRepository(`k8s/overlays/${name}`), overlay, { recursive: true });
  const text = await readFile(join(overlay, 'kustomization.yaml'), 'utf8');
  await writeFile(join(overlay, 'kustomization.yaml'), edit(text).replaceAll('- ../../', `- ${toK8s}/`));
  try {
    return await build(overlay);
  } finally {
    await rm(overlay, { recursive: true });
  }
}

async function build(path: string): Promise<Manifest[]> {
  const { stdout } = await execute(await kustomize(), ['build', path], { maxBuffer: 64 * 1024 * 1024 });
  return parseAllDocuments(stdout).map((document) => document.toJS() as Manifest);
}

async function kustomize(): Promise<string> {
  if (process.platform !== 'linux' || !(process.arch in PACKAGE.sha256)) return 'kustomize';
  if (!existsSync(PROGRAM)) await install(process.arch as keyof typeof PACKAGE.sha256);
  return PROGRAM;
}

async function install(architecture: keyof typeof PACKAGE.sha256): Promise<void> {
  const { debian, sum } = PACKAGE.sha256[architecture];
  const name = `kustomize_${PACKAGE.version}_${debian}.deb`;
  // Other suites may be doing the same: each works in a directory of its own, and the last step is atomic.
  const work = join(DIRECTORY, `unpacking-${randomUUID()}`);
  await mkdir(work, { recursive: true });
  try {
    const file = join(work, name);
    await writeFile(file, await download(`${PACKAGE.directory}/${encodeURIComponent(name)}`, sum));
    await execute('dpkg-deb', ['--extract', file, work]);
    const unpacked = join(work, 'kustomize');
    await copyFile(join(work, 'usr/bin/kustomize'), unpacked);
    await rename(unpacked, PROGRAM);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function download(path: string, sha256: string): Promise<Buffer> {
  const failures: string[] = [];
  for (const archive of ARCHIVES) {
    try {
      const response = await fetch(`${archive}/${path}`, { signal: AbortSignal.timeout(60_000) });
      const bytes = Buffer.from(await response.arrayBuffer());
      const found = createHash('sha256').update(bytes).digest('hex');
      if (response.ok && found === sha256) return bytes;
      failures.push(`${archive}: ${response.ok ? `checksum ${found}` : `status ${response.status}`}`);
    } catch (error) {
      failures.push(`${archive}: ${String(error)}`);
    }
  }
  throw new Error(`kustomize cannot be fetched:\n${failures.join('\n')}`);
}
