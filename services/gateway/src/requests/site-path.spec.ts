import { describe, expect, it } from '@jest/globals';
import { publicAppPath, siteTarget } from './site-path.ts';

describe('siteTarget', () => {
  it.each([
    { path: '/', target: { kind: 'to-app' } },
    { path: '/console', target: { kind: 'to-app' } },
    { path: '/console/', target: { kind: 'app' } },
    { path: '/console/sign-in', target: { kind: 'app' } },
    { path: '/console/o/org_1/monitors/mon_1', target: { kind: 'app' } },
    { path: '/console/assets', target: { kind: 'app' } },
    { path: '/console/assets/main-1a2b.js', target: { kind: 'file', name: 'main-1a2b.js' } },
    { path: '/console/assets/../index.html', target: { kind: 'file', name: '../index.html' } },
    { path: '/consoles', target: { kind: 'elsewhere' } },
    { path: '/api/console/v1/session', target: { kind: 'elsewhere' } },
    { path: '/favicon.ico', target: { kind: 'elsewhere' } },
  ])('$path asks for $target.kind', ({ path, target }) => {
    expect(siteTarget(path)).toEqual(target);
  });
});

describe('publicAppPath', () => {
  it.each([
    { url: 'http://localhost:8083', path: '/console/' },
    { url: 'https://ops.example.com/', path: '/console/' },
    { url: 'https://example.com/tools/vedette', path: '/tools/vedette/console/' },
  ])('of $url is $path', ({ url, path }) => {
    expect(publicAppPath(url)).toBe(path);
  });
});
