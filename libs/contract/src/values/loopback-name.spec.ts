import { describe, expect, it } from '@jest/globals';
import { isLoopbackName } from './loopback-name.ts';

describe('a host name of the machine itself', () => {
  it.each([
    ['localhost', true],
    ['vedette.localhost', true],
    ['a.b.localhost', true],
    ['127.0.0.1', true],
    ['127.1.2.3', true],
    ['[::1]', true],
    ['localhost.example.com', false],
    ['notlocalhost', false],
    ['.localhost', false],
    ['127.0.0.1.example.com', false],
    ['128.0.0.1', false],
    ['[::2]', false],
    ['', false],
  ])('%s: %s', (hostname, isLoopback) => {
    expect(isLoopbackName(hostname)).toBe(isLoopback);
  });
});
