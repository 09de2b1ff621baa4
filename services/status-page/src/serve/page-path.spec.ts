import { describe, expect, it } from '@jest/globals';
import { ownDomainRest, splitSlug, targetOf, type Target } from './page-path.ts';

describe('a path on the host of all pages', () => {
  const rows: { path: string; slug: string | undefined; target: Target | undefined }[] = [
    { path: '/acme', slug: 'acme', target: { kind: 'page' } },
    { path: '/acme/', slug: 'acme', target: { kind: 'slash' } },
    { path: '/acme.json', slug: 'acme', target: { kind: 'json' } },
    { path: '/acme/feed.atom', slug: 'acme', target: { kind: 'feed' } },
    { path: '/acme/history', slug: 'acme', target: { kind: 'history', page: 1 } },
    { path: '/acme/badge/cmp_0abc.svg', slug: 'acme', target: { kind: 'badge', componentId: 'cmp_0abc' } },
    { path: '/a-1/logo', slug: 'a-1', target: { kind: 'logo' } },
    { path: '/acme/badge/cmp_0abc.png', slug: 'acme', target: undefined },
    { path: '/acme/badge/../x.svg', slug: 'acme', target: undefined },
    { path: '/acme/history/', slug: 'acme', target: undefined },
    { path: '/acme.xml', slug: 'acme', target: undefined },
    { path: '/', slug: undefined, target: undefined },
    { path: '/Acme', slug: undefined, target: undefined },
    { path: '/-acme', slug: undefined, target: undefined },
    { path: '/ac%6de', slug: 'ac', target: undefined },
    { path: `/${'a'.repeat(63)}`, slug: 'a'.repeat(63), target: { kind: 'page' } },
    { path: `/${'a'.repeat(64)}`, slug: undefined, target: undefined },
  ];
  it.each(rows)('$path', ({ path, slug, target }) => {
    const split = splitSlug(path);
    expect(split?.slug).toBe(slug);
    expect(split && targetOf(split.rest, '')).toEqual(target);
  });
});

describe('a path on a page’s own domain', () => {
  it.each([
    { path: '/', target: { kind: 'page' } },
    { path: '/index.json', target: { kind: 'json' } },
    { path: '/history', target: { kind: 'history', page: 1 } },
    { path: '/feed.atom', target: { kind: 'feed' } },
    { path: '/acme', target: { kind: 'page' } },
    { path: '/acme.json', target: { kind: 'json' } },
    { path: '/acme/history', target: { kind: 'history', page: 1 } },
    { path: '/other', target: undefined },
    { path: '/acme-2', target: undefined },
  ])('$path', ({ path, target }) => {
    expect(targetOf(ownDomainRest(path, 'acme'), '')).toEqual(target);
  });
});

describe('a page of the history', () => {
  it.each([
    { query: '', page: 1 },
    { query: 'page=2', page: 2 },
    { query: 'x=1&page=17&y', page: 17 },
    { query: 'page=0', page: 1 },
    { query: 'page=-1', page: 1 },
    { query: 'page=abc', page: 1 },
    { query: 'mypage=3', page: 1 },
  ])('$query: $page', ({ query, page }) => {
    expect(targetOf('/history', query)).toEqual({ kind: 'history', page });
  });
});
