import { execFile } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createContext, runInContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from '@jest/globals';
import { inRepository } from '@vedette/test-kit';
import { build, stop } from 'esbuild';
import type { Vedette } from '../src/index.ts';
import { readmeSnippets } from './support/readme.ts';

const MAX_BYTES = 10 * 1024;
const PACKAGE = inRepository('libs/sdk');
const run = promisify(execFile);
const directory = mkdtempSync(join(tmpdir(), 'vedette-sdk-'));

afterAll(async () => {
  rmSync(directory, { recursive: true });
  await stop();
});

async function bundled(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(PACKAGE, 'src', 'index.ts')],
    bundle: true,
    minify: true,
    format: 'iife',
    globalName: 'sdk',
    target: 'es2022',
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

/** Installs the package as npm would, outside the repository: nothing else can be imported from there. */
function install(): void {
  const manifest = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as {
    files: string[];
    dependencies?: unknown;
  };
  expect(manifest.dependencies).toBeUndefined();
  const wanted = manifest.files.filter((pattern) => !pattern.startsWith('!'));
  const unwanted = manifest.files.filter((pattern) => pattern.startsWith('!')).map((pattern) => pattern.slice(1));
  const target = join(directory, 'node_modules', '@vedette', 'sdk');
  for (const file of ['package.json', ...globSync(wanted, { cwd: PACKAGE, exclude: unwanted })]) {
    cpSync(join(PACKAGE, file), join(target, file));
  }
  writeFileSync(join(directory, 'package.json'), '{"type":"module"}');
}

/** What a user in another repository might write; lines that must not compile are marked. */
const OUTSIDER = `
import { Vedette, VedetteError, verifyWebhook, type Monitor, type VedetteEvent } from '@vedette/sdk';

const vedette = new Vedette({ apiKey: 'ved_…', baseUrl: 'https://vedette.example' });
const page = new Vedette({ session: true, organization: 'org_…' });
new Vedette({ apiKey: 'ved_…', consoleUrl: 'https://console.example' });
// @ts-expect-error: a key needs an address
new Vedette({ apiKey: 'ved_…' });

export async function use(): Promise<void> {
  const created: Monitor = await vedette.monitors.create({ name: 'Shop', type: 'HTTP', url: 'https://example.com' });
  // @ts-expect-error: an HTTP monitor needs its url
  await vedette.monitors.create({ name: 'Shop', type: 'HTTP' });
  // @ts-expect-error: there is no such type
  await vedette.monitors.create({ name: 'Shop', type: 'FTP' });
  // @ts-expect-error: there is no such field
  await vedette.monitors.update(created.id, { nmae: 'Shop' });
  const { data, pagination } = await vedette.incidents.list({ state: 'ONGOING', limit: 5 });
  const total: number = pagination.total + data.length;
  for await (const incident of vedette.incidents.list()) console.log(total, incident.monitor.name);
  const { response } = await page.keys.create({ name: 'CI', access: 'FULL' }).withResponse();
  const remaining: string | null = response.headers.get('ratelimit-remaining');
  await page.keys.replace('key_…').catch((error: unknown) => {
    if (error instanceof VedetteError && error.code === 'rate_limited') console.log(error.details[0]?.path, remaining);
    // @ts-expect-error: there is no such code
    if (error instanceof VedetteError && error.code === 'rate_limit') return;
  });
  tell(await verifyWebhook(new Headers(), '{}', 'whsec_…'));
}

function tell(event: VedetteEvent): string {
  switch (event.type) {
    case 'monitor.updated':
      return event.data.changed.join();
    case 'monitor.down':
      return event.data.monitor.name;
    case 'incident.opened':
      // @ts-expect-error: an incident has no such data
      return event.data.statusIncident.title;
    default:
      return event.type satisfies string;
  }
}
`;

async function compile(name: string, sources: readonly string[], options: object): Promise<string> {
  const files = sources.map((text, index) => {
    const file = `${name}-${String(index)}.ts`;
    writeFileSync(join(directory, file), text);
    return file;
  });
  const config = join(directory, `${name}.json`);
  const compilerOptions = { strict: true, noEmit: true, module: 'NodeNext', target: 'ES2022', ...options };
  writeFileSync(config, JSON.stringify({ files, compilerOptions }));
  const tsc = inRepository('node_modules/typescript/bin/tsc');
  const { stdout } = await run(process.execPath, [tsc, '-p', config]).catch((error: { stdout: string }) => error);
  return stdout;
}

describe('the package', () => {
  it('is smaller than 10 KB, minified and compressed', async () => {
    expect(gzipSync(await bundled(), { level: 9 }).length).toBeLessThan(MAX_BYTES);
  });

  it('needs no more than what browsers, Deno and Bun have too', async () => {
    const asked: string[] = [];
    const fetch = (url: string) => {
      asked.push(url);
      return Promise.resolve(Response.json({ id: 'mon_1' }));
    };
    const web = { fetch, Headers, URL, URLSearchParams, AbortController, TextEncoder, TextDecoder, atob, crypto };
    const context = createContext({
      ...web,
      performance,
      setTimeout,
      clearTimeout,
      location: { origin: 'https://a.example' },
    });
    runInContext(await bundled(), context);
    const page = runInContext('new sdk.Vedette({ session: true })', context) as Vedette;
    expect(await page.monitors.pause('mon_1')).toEqual({ id: 'mon_1' });
    expect(asked).toEqual(['https://a.example/api/console/v1/monitors/mon_1/pause']);
  });

  it('has types that need nothing but those of a browser, and refuse what the API would', async () => {
    install();
    expect(await compile('browser', [OUTSIDER], { lib: ['ES2022', 'DOM', 'DOM.Iterable'], types: [] })).toBe('');
  });

  it('has types that the snippets of its README fit', async () => {
    install();
    const typeRoots = [inRepository('node_modules/@types')];
    expect(readmeSnippets().length).toBeGreaterThan(1);
    expect(await compile('node', readmeSnippets(), { lib: ['ES2023'], types: ['node'], typeRoots })).toBe('');
  });

  it('shows itself in 20 lines', () => {
    expect(readmeSnippets()[0]?.trim().split('\n').length).toBeLessThanOrEqual(20);
  });
});
