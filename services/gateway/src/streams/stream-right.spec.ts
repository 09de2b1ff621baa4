import { describe, expect, it } from '@jest/globals';
import { consoleOnlyOperations, type Access, type Credential, type Role } from '@vedette/contract';
import { maySeeMore } from './stream-right.ts';

const plan = {
  name: 'TEAM',
  monitors: 1,
  fastestIntervalSeconds: 30,
  statusPages: 1,
  webhookEndpoints: 1,
  maintenanceWindows: 1,
};
const HERE = 'org_here';
const DATE = new Date('2026-03-02T09:00:00Z');
const MINUTE = 60_000;

function session(role: Role | null, change: { expiresAt?: string } = {}): Credential {
  const member = { organizationId: HERE, name: 'Here', plan, subscription: 'ACTIVE' } as const;
  const elsewhere = { ...member, organizationId: 'org_elsewhere', role: 'OWNER' } as const;
  return {
    kind: 'session',
    sessionId: 'ses_1',
    person: { id: 'per_1', name: 'Ada', email: 'ada@example.com' },
    memberships: role === null ? [elsewhere] : [elsewhere, { ...member, role }],
    expiresAt: '2026-03-02T09:00:00.001Z',
    ...change,
  };
}

function key(organizationId: string, expiresAt: string | null = null, access: Access = 'FULL'): Credential {
  const caller = { organizationId, keyId: 'key_1', access, plan, subscription: 'CANCELED' } as const;
  return { kind: 'key', name: 'CI', caller, expiresAt };
}

describe('a stream stays open', () => {
  const terms = { operation: consoleOnlyOperations.streamEvents, organizationId: HERE, seesMasks: false };
  const withMasks = { ...terms, seesMasks: true };
  const forAdmins = { ...terms, operation: { ...terms.operation, role: 'ADMIN' as const } };

  it.each([
    ['for a member', terms, session('MEMBER'), 0, true],
    ['for a viewer', withMasks, session('VIEWER'), 0, true],
    ['not for a member who has become a viewer', terms, session('VIEWER'), 0, false],
    ['not for a viewer who has become a member', withMasks, session('MEMBER'), 0, false],
    ['not for a person who is no member any more', terms, session(null), 0, false],
    ['while the role is enough', forAdmins, session('ADMIN'), 0, true],
    ['not after a role change that takes the right away', forAdmins, session('MEMBER'), 0, false],
    ['not after the session has expired', terms, session('OWNER', { expiresAt: DATE.toISOString() }), 0, false],
    ['not for a credential that nobody may use', terms, null, 0, false],
    ['for a key that may read, without a subscription', terms, key(HERE), 0, true],
    ['for a key that only reads', withMasks, key(HERE, null, 'READ_ONLY'), 0, true],
    ['not for a key that may only read now', terms, key(HERE, null, 'READ_ONLY'), 0, false],
    ['not for a key that may write now', withMasks, key(HERE), 0, false],
    ['not for a key that has expired', terms, key(HERE, DATE.toISOString()), 0, false],
    ['not for a key of another organization', terms, key('org_elsewhere'), 0, false],
    ['before the account service has been asked again', terms, undefined, 0, true],
    ['not if the account service never answers again', terms, undefined, 5 * MINUTE, false],
    ['while the account service has been silent for less than 5 minutes', terms, key(HERE), 5 * MINUTE - 1, true],
    ['not after 5 minutes of silence', terms, key(HERE), 5 * MINUTE, false],
  ])('%s', (_, streamTerms, credential, silentMs, isOpen) => {
    expect(maySeeMore(streamTerms, { credential, answeredAt: 1_000 }, 1_000 + silentMs, DATE)).toBe(isOpen);
  });
});
