import { describe, expect, it } from '@jest/globals';
import { consoleContract, type Operation } from '@vedette/contract';
import type { Party } from '../access/acting-party.ts';
import { canonicalJson, fingerprint, idempotencyScope, personOfFingerprint } from './keyed-request.ts';

const plan = {
  name: 'FREE',
  monitors: 1,
  fastestIntervalSeconds: 30,
  statusPages: 1,
  webhookEndpoints: 1,
  maintenanceWindows: 1,
};
const session = { id: 'ses_1', person: { id: 'per_1', name: 'Ada', email: 'ada@example.com' } };
const withKey: Party = {
  caller: { organizationId: 'org_1', keyId: 'key_1', access: 'FULL', plan, subscription: 'ACTIVE' },
};
const signedIn: Party = {
  session,
  caller: { organizationId: 'org_1', role: 'OWNER', plan, subscription: 'ACTIVE' },
};

function operationOf(id: string): Operation {
  const found = consoleContract.operations.find((operation) => operation.id === id);
  if (found === undefined) throw new Error(`There is no operation ${id}`);
  return found;
}

describe('an Idempotency-Key', () => {
  it.each([
    ['of an API key: its organization', 'updateMonitor', withKey, 'org_1', undefined],
    ['of a person: the organization', 'updateStatusPage', signedIn, 'org_1', undefined],
    ['for an answer with a secret: only this person gets it', 'createKey', signedIn, 'org_1', 'per_1'],
    ['for a secret that an API key asks for', 'createWebhookEndpoint', withKey, 'org_1', undefined],
    ['for personal settings: the person, in any organization', 'updateMe', signedIn, 'person:per_1', undefined],
    ['of a person without an organization', 'updateMe', { session }, 'person:per_1', undefined],
    ['on sign-in: nobody', 'redeemSignInLink', {}, undefined, undefined],
    ['on sign-in with a session: nobody', 'redeemSignInLink', signedIn, undefined, undefined],
    ['on accepting without a session: nobody', 'acceptInvitation', {}, undefined, undefined],
    ['on accepting with a session: the person', 'acceptInvitation', signedIn, 'person:per_1', undefined],
  ])('belongs to the right one: %s', (_name, id, party, scope, person) => {
    const operation = operationOf(id);
    expect([idempotencyScope(operation, party), personOfFingerprint(operation, party)]).toEqual([scope, person]);
  });
});

describe('the fingerprint of a request', () => {
  const base = fingerprint('POST', '/api/v1/monitors', { name: 'a', tags: { x: 1, y: [1, 2] } });
  const rows: { name: string; other: Buffer; same: boolean }[] = [
    {
      name: 'is the same whatever the order of fields',
      other: fingerprint('POST', '/api/v1/monitors', { tags: { y: [1, 2], x: 1 }, name: 'a' }),
      same: true,
    },
    {
      name: 'differs by method',
      other: fingerprint('PATCH', '/api/v1/monitors', { name: 'a', tags: { x: 1, y: [1, 2] } }),
      same: false,
    },
    {
      name: 'differs by path',
      other: fingerprint('POST', '/api/v1/status-pages', { name: 'a', tags: { x: 1, y: [1, 2] } }),
      same: false,
    },
    {
      name: 'differs by a value',
      other: fingerprint('POST', '/api/v1/monitors', { name: 'b', tags: { x: 1, y: [1, 2] } }),
      same: false,
    },
    {
      name: 'differs by the person, where one counts',
      other: fingerprint('POST', '/api/v1/monitors', { name: 'a', tags: { x: 1, y: [1, 2] } }, 'per_1'),
      same: false,
    },
    {
      name: 'differs by the order of a list',
      other: fingerprint('POST', '/api/v1/monitors', { name: 'a', tags: { x: 1, y: [2, 1] } }),
      same: false,
    },
  ];
  it.each(rows)('$name', ({ other, same }) => {
    expect(other.equals(base)).toBe(same);
  });

  it('keeps a field named __proto__', () => {
    expect(canonicalJson(JSON.parse('{"b":1,"__proto__":{"a":2}}'))).toBe('{"__proto__":{"a":2},"b":1}');
  });

  it('takes no body as null', () => {
    expect(canonicalJson(undefined)).toBe('null');
  });
});
