import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { subjects, type CredentialChange, type Role } from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import type { ActingMember } from '../src/acting.ts';
import { MemberService } from '../src/people/member.service.ts';
import { answerOf, newMember, newOrganization, startSuite, type Json, type Suite } from './suite.ts';

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
