import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Scene } from './console-scene.ts';

let scene: Scene;
let origin: string;
/** Of a console that a proxy serves below a prefix, which it takes away. */
let prefixed: string;

beforeAll(async () => {
  scene = await Scene.start();
  const gateway = await scene.gateway((port) => `http://localhost:${port}`, {
    STATUS_PAGE_PUBLIC_URL: 'https://status.test',
  });
  origin = `http://localhost:${gateway.consolePort}`;
  const behind = await scene.gateway((port) => `http://localhost:${port}/tools/vedette`);
  prefixed = `http://localhost:${behind.consolePort}`;
});

afterAll(() => scene.stop());

const get = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> =>
  fetch(`${origin}${path}`, { method, headers, redirect: 'manual' });

async function fileAddresses(address: string): Promise<string[]> {
  const html = await (await fetch(address)).text();
  return [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path = '']) => path);
}

describe('the web app', () => {
  it.each(['/', '/console'])('is where %s leads', async (path) => {
    const response = await get(path);
    expect([response.status, response.headers.get('location')]).toEqual([302, '/console/']);
  });

  it('is the same page at every address, asked for again each time', async () => {
    const home = await get('/console/');
    const deep = await get('/console/o/org_1/monitors/mon_1?range=7d');
    expect([home.status, deep.status]).toEqual([200, 200]);
    expect(await deep.text()).toBe(await home.text());
    expect(home.headers.get('cache-control')).toBe('no-cache');
    const etag = home.headers.get('etag') ?? '';
    expect((await get('/console/sign-in', { 'if-none-match': etag })).status).toBe(304);
  });

  it('runs nothing but its own files and cannot be framed', async () => {
    const { headers } = await get('/console/');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("style-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain('frame-src https://status.test/_/previews/;');
    expect(policy).not.toMatch(/unsafe|data:|\*/);
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    const html = await (await get('/console/')).text();
    expect(html).not.toMatch(/<style|style=|<script(?![^>]* src=)| on\w+=/);
  });

  it('shows no frame if there are no status pages to preview', async () => {
    const { headers } = await fetch(`${prefixed}/console/`);
    expect(headers.get('content-security-policy')).toContain("frame-src 'none';");
  });

  it('has files that are kept for ever, compressed as the browser likes', async () => {
    const paths = await fileAddresses(`${origin}/console/`);
    expect(paths.length).toBeGreaterThanOrEqual(3);
    for (const path of paths) {
      expect(path).toMatch(/^\/console\/assets\/[\w-]+\.(?:js|css|svg)$/);
      const compressed = await get(path, { 'accept-encoding': 'br' });
      expect(compressed.headers.get('content-encoding')).toBe('br');
      expect(compressed.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(compressed.headers.get('vary')).toBe('Accept-Encoding');
      const [unpacked, gzipped, plain] = await Promise.all([
        compressed.text(),
        get(path, { 'accept-encoding': 'gzip' }).then((response) => response.text()),
        get(path, { 'accept-encoding': 'identity' }).then((response) => response.text()),
      ]);
      expect(unpacked === plain && gzipped === plain).toBe(true);
    }
  });

  it('has no other files, however the path is written', async () => {
    for (const path of ['nothing.js', '..%2f..%2findex.html', '..%2findex.html', 'index.html.br', '']) {
      expect((await get(`/console/assets/${path}`)).status).toBe(404);
    }
  });

  it('answers HEAD without a body, and no other method', async () => {
    const head = await get('/console/', {}, 'HEAD');
    expect([head.status, await head.text()]).toEqual([200, '']);
    const post = await get('/console/', {}, 'POST');
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  it('is refused to another Host', async () => {
    const response = await fetch(`${origin.replace('localhost', '127.0.0.1')}/console/`);
    expect(response.status).toBe(403);
    expect(await response.text()).toContain(origin);
  });

  it('finds its files behind a prefix', async () => {
    const paths = await fileAddresses(`${prefixed}/console/o/org_1/monitors`);
    expect(paths.filter((path) => !path.startsWith('/tools/vedette/console/assets/'))).toEqual([]);
    const [path = ''] = paths;
    expect((await fetch(`${prefixed}${path.slice('/tools/vedette'.length)}`)).status).toBe(200);
    const away = await fetch(`${prefixed}/`, { redirect: 'manual' });
    expect(away.headers.get('location')).toBe('/tools/vedette/console/');
  });
});
