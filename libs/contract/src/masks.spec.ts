import { describe, expect, it } from '@jest/globals';
import type { Caller } from './caller.ts';
import { MASK, maskedMonitor, maskFaults, seesMasks } from './masks.ts';
import { monitor } from './openapi/example-resources.ts';

const plan = {
  name: 'TEAM',
  monitors: 1,
  fastestIntervalSeconds: 60,
  statusPages: 1,
  webhookEndpoints: 1,
  maintenanceWindows: 1,
};
const organization = { organizationId: 'org_1', plan, subscription: 'ACTIVE' } as const;
const person = (role: 'VIEWER' | 'MEMBER' | 'ADMIN' | 'OWNER'): Caller => ({ ...organization, role });
const key = (access: 'FULL' | 'READ_ONLY'): Caller => ({ ...organization, keyId: 'key_1', access });

describe('secrets are masked', () => {
  it.each<{ name: string; caller: Caller | undefined; isMasked: boolean }>([
    { name: 'a viewer', caller: person('VIEWER'), isMasked: true },
    { name: 'a member', caller: person('MEMBER'), isMasked: false },
    { name: 'an admin', caller: person('ADMIN'), isMasked: false },
    { name: 'an owner', caller: person('OWNER'), isMasked: false },
    { name: 'a key that reads', caller: key('READ_ONLY'), isMasked: true },
    { name: 'a key that writes', caller: key('FULL'), isMasked: false },
    { name: 'nobody', caller: undefined, isMasked: false },
  ])('from $name, in the console contract: $isMasked', ({ caller, isMasked }) => {
    expect(seesMasks({ path: '/api/console/v1/monitors' }, caller)).toBe(isMasked);
    expect(seesMasks({ path: '/api/v1/monitors' }, caller)).toBe(false);
  });
});

describe('of a monitor', () => {
  const bare = { ...monitor, url: null, requestHeaders: null, requestBody: null, heartbeatUrl: null };

  it.each([
    { name: 'nothing that is not there', secret: {}, shown: {} },
    {
      name: 'the values of request headers',
      secret: { requestHeaders: { Authorization: 'Bearer hunter2', Accept: 'a/b' } },
      shown: { requestHeaders: { Authorization: '•••', Accept: '•••' } },
    },
    { name: 'no header', secret: { requestHeaders: {} }, shown: { requestHeaders: {} } },
    { name: 'the request body', secret: { requestBody: '{"pin":1}' }, shown: { requestBody: '•••' } },
    { name: 'an empty body', secret: { requestBody: '' }, shown: { requestBody: '•••' } },
    {
      name: 'the credentials of the URL',
      secret: { url: 'https://me:hunter2@example.com/a?b=@c' },
      shown: { url: 'https://•••@example.com/a?b=@c' },
    },
    { name: 'a user alone', secret: { url: 'https://hunter2@[::1]/' }, shown: { url: 'https://•••@[::1]/' } },
    {
      name: 'the credentials of what is no URL',
      secret: { url: 'https://me:hunter2@exa mple.com/' },
      shown: { url: 'https://•••@exa mple.com/' },
    },
    {
      name: 'slashes that parsers add',
      secret: { url: 'https:me:hunter2@example.com' },
      shown: { url: 'https://•••@example.com/' },
    },
    {
      name: 'no URL without credentials',
      secret: { url: 'https://example.com?mail=me@example.com' },
      shown: { url: 'https://example.com?mail=me@example.com' },
    },
    { name: 'no host name', secret: { url: 'example.com' }, shown: { url: 'example.com' } },
    {
      name: 'the token of the heartbeat address',
      secret: { heartbeatUrl: 'https://hb.example/in/hb_token' },
      shown: { heartbeatUrl: 'https://hb.example/in/•••' },
    },
  ])('$name', ({ secret, shown }) => {
    expect(maskedMonitor({ ...bare, ...secret })).toEqual({ ...bare, ...shown });
  });

  it('every mask is refused at its field when it is sent back', () => {
    const requestHeaders = { Authorization: 'Bearer hunter2', Accept: 'a/b' };
    const url = 'https://me:hunter2@example.com/';
    const heartbeatUrl = 'https://hb.example/hb_token';
    const masked = maskedMonitor({ ...monitor, url, requestHeaders, requestBody: 'pin', heartbeatUrl });
    expect(maskFaults(masked).map(({ path }) => path.join('.'))).toEqual([
      'url',
      'requestBody',
      'heartbeatUrl',
      'requestHeaders.Authorization',
      'requestHeaders.Accept',
    ]);
  });
});

describe('a body that is sent', () => {
  it.each<{ name: string; body: Record<string, unknown>; path?: string }>([
    { name: 'with the masked address of a contact', body: { to: `o${MASK}@example.com` }, path: 'to' },
    {
      name: 'with a masked URL that a client has printed anew',
      body: { url: new URL(`https://${MASK}@example.com/`).href },
      path: 'url',
    },
    {
      name: 'with a masked address that a client has printed anew',
      body: { to: new URL(`https://hooks.example.com/${MASK}`).href },
      path: 'to',
    },
    { name: 'with another path of a masked URL', body: { url: `https://${MASK}@example.com/b` }, path: 'url' },
    {
      name: 'with a header that holds a mask',
      body: { requestHeaders: { A: `Bearer ${MASK}` } },
      path: 'requestHeaders.A',
    },
    { name: 'with a request body that has the characters', body: { requestBody: `{"text":"${MASK}"}` } },
    { name: 'with a path that has the characters', body: { url: `https://example.com/${MASK}` } },
    { name: 'with a name that has the characters', body: { name: MASK } },
    { name: 'with other types', body: { url: 1, requestHeaders: [null], requestBody: {}, to: null } },
    { name: 'without any of it', body: {} },
  ])('$name', ({ body, path }) => {
    expect(maskFaults(body)).toEqual(path === undefined ? [] : [{ path: path.split('.'), reason: { tag: 'masked' } }]);
  });
});
