import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId, ROLES, subjects, type CredentialChange, type Role } from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import type { ActingMember } from '../src/acting.ts';
import { InvitationAcceptance } from '../src/invitations/invitation-acceptance.ts';
import { InvitationService } from '../src/invitations/invitation.service.ts';
import { MemberService } from '../src/people/member.service.ts';
import { answerOf, newMember, newOrganization, newPerson, signIn, startSuite, type Json, type Suite } from './suite.ts';

const HOUR_MS = 3_600_000;

let suite: Suite;
let members: MemberService;
let organizationId: string;
let owner: ActingMember;

beforeAll(async () => {
  suite = await startSuite();
  members = suite.service.get(MemberService);
});

afterAll(() => suite.stop());

beforeEach(async () => {
  organizationId = await newOrganization(suite);
  owner = await newMember(suite, organizationId, 'OWNER');
});

const join = (role: Role, options?: { signedInMsAgo: number }): Promise<ActingMember> =>
  newMember(suite, organizationId, role, options);

async function roles(): Promise<Record<string, unknown>> {
  const { data } = await answerOf(members.list(organizationId, { limit: 100, offset: 0 }));
  return Object.fromEntries((data as Json[]).map(({ id, role }) => [String(id), role]));
}

const setRole = (by: ActingMember, { person }: ActingMember, role: Role): Promise<Json> =>
  answerOf(members.update(by, person.id, { role }));
const remove = (by: ActingMember, { person }: ActingMember): Promise<Json> => answerOf(members.remove(by, person.id));

describe('the people of an organization', () => {
  it('are listed, the newest first', async () => {
    const viewer = await join('VIEWER');
    const page = await answerOf(members.list(organizationId, { limit: 1, offset: 0 }));
    expect(page).toEqual({
      data: [{ ...shownOf(viewer), role: 'VIEWER', createdAt: expect.any(String) }],
      pagination: { limit: 1, offset: 0, total: 2 },
    });
  });

  it('are known by their addresses, in either case, in their organization alone', async () => {
    const { email } = owner.person;
    const others = await newOrganization(suite);
    expect([
      await members.hasAddress(organizationId, email),
      await members.hasAddress(organizationId, email.toUpperCase()),
      await members.hasAddress(others, email),
      await members.hasAddress(organizationId, 'stranger@example.com'),
      await members.hasAddress(organizationId, 'no address'),
    ]).toEqual([true, true, false, false, false]);
  });

  it('change roles by an administrator, and the gateways are told', async () => {
    const [admin, member] = [await join('ADMIN'), await join('MEMBER')];
    const told: CredentialChange[] = [];
    suite.link.subscribe(subjects.credentialChanged, (message) => told.push(message.json<CredentialChange>()));
    await suite.link.flush();
    expect(await setRole(admin, member, 'ADMIN')).toMatchObject({ id: member.person.id, role: 'ADMIN' });
    expect((await roles())[member.person.id]).toBe('ADMIN');
    await waitFor('the announcement', () =>
      told.some((change) => 'personId' in change && change.personId === member.person.id),
    );
    expect(await suite.auditOf(organizationId)).toEqual(['updateMember']);
  });

  it('are not changed by members, and owners not by administrators', async () => {
    const [admin, member, viewer] = [await join('ADMIN'), await join('MEMBER'), await join('VIEWER')];
    const refused = { code: 'forbidden' };
    await expect(setRole(member, viewer, 'MEMBER')).rejects.toMatchObject(refused);
    await expect(remove(viewer, member)).rejects.toMatchObject(refused);
    await expect(setRole(admin, owner, 'ADMIN')).rejects.toMatchObject(refused);
    await expect(remove(admin, owner)).rejects.toMatchObject(refused);
    await expect(setRole(admin, admin, 'OWNER')).rejects.toMatchObject(refused);
    expect(await suite.auditOf(organizationId)).toEqual([]);
  });

  it('of another organization are not found', async () => {
    const stranger = await newMember(suite, await newOrganization(suite), 'OWNER');
    await expect(setRole(owner, stranger, 'VIEWER')).rejects.toMatchObject({ code: 'not_found' });
    const intruder = { ...stranger, organizationId };
    await expect(setRole(intruder, owner, 'VIEWER')).rejects.toMatchObject({ code: 'not_found' });
    await expect(remove(intruder, owner)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('may leave', async () => {
    const viewer = await join('VIEWER', { signedInMsAgo: 24 * HOUR_MS });
    expect(await remove(viewer, viewer)).toEqual({ data: { id: viewer.person.id } });
    expect(Object.keys(await roles())).toEqual([owner.person.id]);
  });
});

describe('whoever loses a role', () => {
  const invite = async (by: ActingMember, role: Role): Promise<{ id: string; token: string }> => {
    const email = `${newId('inv')}@example.com`;
    const { id, url } = await answerOf(suite.service.get(InvitationService).create(by, { email, role }));
    return { id: String(id), token: String(url).split('#token=')[1] ?? '' };
  };
  const invitedRoles = async (): Promise<string[]> => {
    const page = { limit: 100, offset: 0 };
    const { data } = await answerOf(suite.service.get(InvitationService).list(organizationId, page));
    return (data as Json[]).map(({ role }) => String(role)).toSorted((one, other) => one.localeCompare(other));
  };
  const inviteToAll = async (by: ActingMember): Promise<void> => {
    for (const role of ROLES) await invite(by, role);
  };

  it('has no open invitation to a role that they may not grant any more', async () => {
    const other = await join('OWNER');
    await inviteToAll(other);
    await setRole(owner, other, 'ADMIN');
    expect(await invitedRoles()).toEqual(['ADMIN', 'MEMBER', 'VIEWER']);
    await setRole(owner, other, 'MEMBER');
    expect(await invitedRoles()).toEqual([]);
    expect(await suite.auditOf(organizationId)).toEqual([
      ...ROLES.map(() => 'createInvitation'),
      'deleteInvitation',
      'updateMember',
      ...ROLES.slice(1).map(() => 'deleteInvitation'),
      'updateMember',
    ]);
  });

  it('has none after a removal, and those of others stay', async () => {
    const other = await join('OWNER');
    await inviteToAll(other);
    await invite(owner, 'OWNER');
    await remove(owner, other);
    expect(await invitedRoles()).toEqual(['OWNER']);
  });

  it('has none after leaving', async () => {
    const other = await join('ADMIN');
    await invite(other, 'ADMIN');
    await remove(other, other);
    expect(await invitedRoles()).toEqual([]);
  });

  it('cannot come back by an invitation or a link of the organization', async () => {
    const other = await join('MEMBER');
    const { id } = await invite(owner, 'OWNER');
    await suite.pool.query('UPDATE account.invitation SET email = $2 WHERE id = $1', [id, other.person.email]);
    await suite.pool.query(
      `INSERT INTO account.sign_in_link (hash, person_id, organization_id, expires_at)
       VALUES (sha256('a'), $1, $2, now() + interval '1 minute'), (sha256('b'), $1, NULL, now() + interval '1 minute')`,
      [other.person.id, organizationId],
    );
    await remove(owner, other);
    expect(await invitedRoles()).toEqual([]);
    const { rows } = await suite.pool.query('SELECT organization_id FROM account.sign_in_link WHERE person_id = $1', [
      other.person.id,
    ]);
    expect(rows).toEqual([{ organization_id: null }]);
  });

  it('while their invitation is accepted comes before or after it, and never between', async () => {
    for (let round = 0; round < 20; round += 1) {
      const id = await newOrganization(suite);
      const [one, two] = [await newMember(suite, id, 'OWNER'), await newMember(suite, id, 'OWNER')];
      const { token } = await invite(two, 'OWNER');
      const guest = await signIn(suite, await newPerson(suite));
      const acceptance = suite.service.get(InvitationAcceptance);
      const [removed, joined] = await Promise.allSettled([remove(one, two), acceptance.join(guest, token)]);
      expect(removed.status).toBe('fulfilled');
      const { rows } = await suite.pool.query<{ operation: string }>(
        `SELECT operation FROM account.audit_log
         WHERE organization_id = $1 AND operation <> 'createInvitation' ORDER BY id`,
        [id],
      );
      const operations = rows.map(({ operation }) => operation).toSorted();
      expect(operations).toEqual(
        joined.status === 'fulfilled' ? ['acceptInvitation', 'removeMember'] : ['deleteInvitation', 'removeMember'],
      );
    }
  });
});

describe('owners', () => {
  it('are changed only by an owner who signed in within the last hour', async () => {
    const stale = await join('OWNER', { signedInMsAgo: HOUR_MS });
    const member = await join('MEMBER');
    const refused = { code: 'forbidden', message: expect.stringContaining('sign in again') };
    await expect(setRole(stale, owner, 'MEMBER')).rejects.toMatchObject(refused);
    await expect(setRole(stale, member, 'OWNER')).rejects.toMatchObject(refused);
    await expect(remove(stale, owner)).rejects.toMatchObject(refused);
    expect(await setRole(stale, member, 'ADMIN')).toMatchObject({ role: 'ADMIN' });
    expect(await setRole(owner, stale, 'MEMBER')).toMatchObject({ role: 'MEMBER' });
  });

  it('cannot be demoted or leave when they are the last', async () => {
    const last = { code: 'conflict' };
    await expect(setRole(owner, owner, 'ADMIN')).rejects.toMatchObject(last);
    await expect(remove(owner, owner)).rejects.toMatchObject(last);
    expect(await roles()).toEqual({ [owner.person.id]: 'OWNER' });
  });

  it('who demote each other at the same time leave one', async () => {
    for (let round = 0; round < 20; round += 1) {
      const id = await newOrganization(suite);
      const [one, two] = [await newMember(suite, id, 'OWNER'), await newMember(suite, id, 'OWNER')];
      const outcomes = await Promise.allSettled([setRole(one, two, 'MEMBER'), setRole(two, one, 'MEMBER')]);
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const { rows } = await suite.pool.query(
        `SELECT role FROM account.membership WHERE organization_id = $1 ORDER BY role`,
        [id],
      );
      expect(rows).toEqual([{ role: 'MEMBER' }, { role: 'OWNER' }]);
    }
  });

  it('who leave at the same time leave one', async () => {
    for (let round = 0; round < 20; round += 1) {
      const id = await newOrganization(suite);
      const [one, two] = [await newMember(suite, id, 'OWNER'), await newMember(suite, id, 'OWNER')];
      const outcomes = await Promise.allSettled([remove(one, one), remove(two, two)]);
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    }
  });
});

function shownOf({ person }: ActingMember): Json {
  return { id: person.id, name: person.name, email: `${person.id}@example.com` };
}
