import { describe, expect, it } from '@jest/globals';
import { newHeartbeatToken } from './heartbeat-token.ts';
import { pingAddress } from './ping-path.ts';

const TOKEN = 'abcdefghijklmnopqrstuvwxyz-_0123';

describe('the address of a ping', () => {
  it.each([
    ['', 'SUCCESS', null],
    ['?run=7', 'SUCCESS', null],
    ['/start', 'START', null],
    ['/fail', 'FAILURE', null],
    ['/0', 'SUCCESS', 0],
    ['/1', 'FAILURE', 1],
    ['/42?x=/start', 'FAILURE', 42],
    ['/255', 'FAILURE', 255],
  ])('ends in %p: %s', (end, kind, exitCode) => {
    expect(pingAddress(`/${TOKEN}${end}`, '')).toEqual({ token: TOKEN, kind, exitCode });
  });

  it.each([
    '/',
    '',
    `/${TOKEN}/`,
    `/${TOKEN}/256`,
    `/${TOKEN}/00`,
    `/${TOKEN}/01`,
    `/${TOKEN}/-1`,
    `/${TOKEN}/Start`,
    `/${TOKEN}/start/`,
    `/${TOKEN}/0/0`,
    `/${TOKEN}x`,
    `/${TOKEN.slice(1)}`,
    `//${TOKEN}`,
    `/${TOKEN}%2Fstart`,
  ])('is not %p', (url) => {
    expect(pingAddress(url, '')).toBeUndefined();
  });

  it('may lie under the path of the public address, which a proxy may or may not take away', () => {
    expect(pingAddress(`/hb/${TOKEN}/fail`, '/hb')).toEqual({ token: TOKEN, kind: 'FAILURE', exitCode: null });
    expect(pingAddress(`/${TOKEN}/fail`, '/hb')).toEqual({ token: TOKEN, kind: 'FAILURE', exitCode: null });
    expect(pingAddress(`/hbx/${TOKEN}`, '/hb')).toBeUndefined();
  });

  it('has any token that we make', () => {
    for (let i = 0; i < 100; i += 1) expect(pingAddress(`/${newHeartbeatToken()}`, '')).toBeDefined();
  });
});
