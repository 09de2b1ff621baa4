import { describe, expect, it } from '@jest/globals';
import { newHeartbeatToken } from './heartbeat-token.ts';
import { pingAddress } from './ping-path.ts';

const token = 'abcdefghijklmnopqrstuvwxyz-_0123';

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
    expect(pingAddress(`/${token}${end}`, '')).toEqual({ token, kind, exitCode });
  });

  it.each([
    '/',
    '',
    `/${token}/`,
    `/${token}/256`,
    `/${token}/00`,
    `/${token}/01`,
    `/${token}/-1`,
    `/${token}/Start`,
    `/${token}/start/`,
    `/${token}/0/0`,
    `/${token}x`,
    `/${token.slice(1)}`,
    `//${token}`,
    `/${token}%2Fstart`,
  ])('is not %p', (url) => {
    expect(pingAddress(url, '')).toBeUndefined();
  });

  it('may lie under the path of the public address, which a proxy may or may not take away', () => {
    expect(pingAddress(`/hb/${token}/fail`, '/hb')).toEqual({ token, kind: 'FAILURE', exitCode: null });
    expect(pingAddress(`/${token}/fail`, '/hb')).toEqual({ token, kind: 'FAILURE', exitCode: null });
    expect(pingAddress(`/hbx/${token}`, '/hb')).toBeUndefined();
  });

  it('has any token that we make', () => {
    for (let i = 0; i < 100; i += 1) expect(pingAddress(`/${newHeartbeatToken()}`, '')).toBeDefined();
  });
});
