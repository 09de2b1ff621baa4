import { describe, expect, it } from '@jest/globals';
import { splitTarget } from './target.ts';

describe('the path and query of a request line', () => {
  const rows = [
    { name: 'a path', target: '/a/b', path: '/a/b', query: '' },
    { name: 'a path and a query', target: '/a?b=c?d', path: '/a', query: 'b=c?d' },
    { name: 'an empty query', target: '/a?', path: '/a', query: '' },
    { name: 'the absolute form', target: 'http://h:1/a?b', path: '/a', query: 'b' },
    { name: 'the absolute form without a path', target: 'https://h', path: '/', query: '' },
    { name: 'the absolute form with only a query', target: 'https://h?a', path: '/', query: 'a' },
    { name: 'the asterisk', target: '*', path: '*', query: '' },
    { name: 'a double slash is no host', target: '//h/a', path: '//h/a', query: '' },
  ];
  it.each(rows)('$name', ({ target, path, query }) => {
    expect(splitTarget(target)).toEqual({ path, query });
  });
});
