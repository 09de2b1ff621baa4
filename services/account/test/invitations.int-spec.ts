import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ORGANIZATION_LIMITS } from '@vedette/contract';
import type { ActingMember } from '../src/acting.ts';
import { AuditService } from '../src/audit/audit.service.ts';
import { InvitationAcceptance } from '../src/invitations/invitation-acceptance.ts';
import { InvitationService } from '../src/invitations/invitation.service.ts';
import { OrganizationService } from '../src/organizations/organization.service.ts';
import { Upkeep } from '../src/upkeep.ts';
import {
  answerOf,
  credentialsOf,
  keyed,
  newMember,
  newOrganization,
  newPerson,
  newVisit,
  signIn,
  startSuite,
  type Json,
  type Suite,
} from './suite.ts';

const PAGE = { limit: 25, offset: 0 };

let suite: Suite;
let invitations: InvitationService;
let acceptance: InvitationAcceptance;
let organizationId: string;
let admin: ActingMember;
let addresses = 0;

beforeAll(async () => {
  suite = await startSuite();
  invitations = suite.service.get(InvitationService);
  acceptance = suite.service.get(InvitationAcceptance);
});

afterAll(() => suite.stop());

beforeEach(async () => {
  organizationId = await newOrganization(suite);
  admin = await newMember(suite, organizationId, 'ADMIN');
});

const newAddress = (): string => `invited-${(addresses += 1)}@example.com`;

interface Invited {
  readonly id: string;
  readonly token: string;
  readonly answer: Json;
}

async function invite(email = newAddress(), by = admin): Promise<Invited> {
  const answer = await answerOf(invitations.create(by, { email, role: 'MEMBER' }));
  const [, token = ''] = String(answer['url']).split('#token=');
  return { id: String(answer['id']), token, answer };
}

/** As if the token had gone to the invited address by mail. */
async function mailed({ id }: Invited): Promise<void> {
  await suite.pool.query('UPDATE account.invitation SET is_mailed = true WHERE id = $1', [id]);
}

const unauthorized = { code: 'unauthorized' };

describe('an invitation', () => {
  it('is listed until it is accepted or deleted, without its link', async () => {
    const email = newAddress();
    const { answer, token } = await invite(email.toUpperCase());
    const { url, ...shown } = answer;
    expect(url).toBe(`https://vedette.example/console/invitation#token=${token}`);
    expect(shown).toMatchObject({ email, role: 'MEMBER', mailed: false, invitedBy: admin.person.name });
    expect(await answerOf(invitations.list(organizationId, PAGE))).toMatchObject({ data: [shown] });
    await invitations.delete(admin, String(shown['id']));
    expect(await answerOf(invitations.list(organizationId, PAGE))).toMatchObject({ data: [] });
    const by = await signIn(suite, await newPerson(suite));
    await expect(acceptance.join(by, token)).rejects.toMatchObject(unauthorized);
    expect(await suite.auditOf(organizationId)).toEqual(['createInvitation', 'deleteInvitation']);
  });

  it('is made once for an idempotency key, with the same link', async () => {
    const by = keyed(admin);
    const email = newAddress();
    const [first, again] = [await invite(email, by), await invite(email, by)];
    expect(again.answer).toEqual(first.answer);
  });

  it('is not made twice for an address, nor for somebody who is in the organization', async () => {
    const email = newAddress();
    await invite(email);
    await expect(invite(email)).rejects.toMatchObject({ code: 'conflict' });
    await expect(invite(`${admin.person.id}@example.com`)).rejects.toMatchObject({ code: 'conflict' });
    await suite.pool.query(`UPDATE account.invitation SET expires_at = now() - interval '1 second' WHERE email = $1`, [
      email,
    ]);
    expect((await invite(email)).answer).toMatchObject({ email });
  });

  it('is refused beyond the limit of an organization, which expired ones do not count for', async () => {
    const limit = ORGANIZATION_LIMITS['open invitations'];
    const insertInvitations = (count: number, expiresAt: Date) =>
      suite.pool.query(
        `INSERT INTO account.invitation (id, organization_id, email, role, is_mailed, invited_by, created_at, expires_at)
         SELECT 'inv_' || gen_random_uuid(), $1, gen_random_uuid() || '@example.com', 'VIEWER', true, $3, now(), $4
         FROM generate_series(1, $2::integer)`,
        [organizationId, count, admin.person.id, expiresAt],
      );
    await insertInvitations(5, new Date(Date.now() - 1_000));
    await insertInvitations(limit - 1, new Date(Date.now() + 60_000));
    const invited = await Promise.allSettled([invite(), invite()]);
    const refusals = invited.flatMap((one): unknown[] => (one.status === 'rejected' ? [one.reason] : []));
    const message = expect.stringContaining(`at most ${limit} open invitations`);
    expect(refusals).toMatchObject([{ code: 'conflict', message }]);
  });

  it('grants no role above that of the inviter, and members invite nobody', async () => {
    const member = await newMember(suite, organizationId, 'MEMBER');
    await expect(invite(newAddress(), member)).rejects.toMatchObject({ code: 'forbidden' });
    const asOwner = invitations.create(admin, { email: newAddress(), role: 'OWNER' });
    await expect(asOwner).rejects.toMatchObject({ code: 'forbidden' });
    const toNobody = invitations.create(admin, { email: 'nobody', role: 'VIEWER' });
    await expect(toNobody).rejects.toMatchObject({ code: 'validation_error' });
  });

  it('of an owner is deleted by an owner alone', async () => {
    const owner = await newMember(suite, organizationId, 'OWNER');
    const { id } = await answerOf(invitations.create(owner, { email: newAddress(), role: 'OWNER' }));
    await expect(invitations.delete(admin, String(id))).rejects.toMatchObject({ code: 'forbidden' });
    expect(await answerOf(invitations.delete(owner, String(id)))).toEqual({ data: { id } });
  });

  it('of another organization is not found', async () => {
    const { id } = await invite();
    const stranger = await newMember(suite, await newOrganization(suite), 'OWNER');
    await expect(invitations.delete(stranger, id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await answerOf(invitations.delete(admin, id))).toEqual({ data: { id } });
  });
});

describe('the limits of invitations', () => {
  const withdrawn = async (email: string): Promise<void> => {
    const { id } = await invite(email);
    await invitations.delete(admin, id);
  };
  const madeBefore = (count: number, interval: string) =>
    suite.pool.query(
      `INSERT INTO account.invitation_made (organization_id, email, at)
       SELECT $1, 'somebody@example.com', now() - $3::interval FROM generate_series(1, $2::integer)`,
      [organizationId, count, interval],
    );
  const limited = { code: 'rate_limited', retryAfterSeconds: expect.any(Number) };

  it.each([
    { name: 'of an hour', made: 57, ago: '59 minutes', reason: 'An organization may invite 60 times an hour' },
    { name: 'of a day', made: 197, ago: '23 hours', reason: 'An organization may invite 200 times a day' },
  ])('$name count those that are made at the same time', async ({ made, ago, reason }) => {
    await madeBefore(made, ago);
    const invited = await Promise.allSettled(Array.from({ length: 8 }, () => invite()));
    const refusals = invited.flatMap((one): unknown[] => (one.status === 'rejected' ? [one.reason] : []));
    const message = expect.stringMatching(new RegExp(`^${reason}; retry in \\d+ s\\.$`));
    expect(refusals).toMatchObject(Array.from({ length: 5 }, () => ({ ...limited, message })));
  });

  it('of one address count withdrawn ones, and those of the organization alone', async () => {
    const email = newAddress();
    for (let made = 0; made < 3; made += 1) await withdrawn(email);
    await expect(invite(email)).rejects.toMatchObject({ ...limited, message: expect.stringContaining('one address') });
    expect((await invite()).answer).toMatchObject({ role: 'MEMBER' });
    const elsewhere = await newOrganization(suite);
    const stranger = await newMember(suite, elsewhere, 'ADMIN');
    expect((await invite(email, stranger)).answer).toMatchObject({ email });
  });

  it('count no refused ones, and no replays', async () => {
    const email = newAddress();
    const by = keyed(admin);
    for (let sent = 0; sent < 3; sent += 1) await invite(email, by);
    for (let sent = 0; sent < 3; sent += 1) await expect(invite(email)).rejects.toMatchObject({ code: 'conflict' });
    const { rowCount } = await suite.pool.query('SELECT FROM account.invitation_made WHERE email = $1', [email]);
    expect(rowCount).toBe(1);
  });

  it('forget what does not count any more', async () => {
    await madeBefore(1, '25 hours');
    await madeBefore(1, '23 hours');
    await suite.service.get(Upkeep).run(new Date());
    const { rowCount } = await suite.pool.query('SELECT FROM account.invitation_made WHERE organization_id = $1', [
      organizationId,
    ]);
    expect(rowCount).toBe(1);
  });
});

describe('a shown link', () => {
  it('lets nobody in without a session, and becomes nobody else', async () => {
    const email = newAddress();
    const { token } = await invite(email);
    const visit = newVisit();
    await expect(acceptance.enter(visit, token)).rejects.toMatchObject(unauthorized);
    expect(await credentialsOf(suite, [visit.sessionHash])).toEqual([null]);
    const { rowCount } = await suite.pool.query('SELECT FROM account.person WHERE email = $1', [email]);
    expect(rowCount).toBe(0);
    expect(await suite.auditOf(organizationId)).toEqual(['createInvitation', 'acceptInvitation refused']);
  });

  it('joins the person who is signed in, once', async () => {
    const { token } = await invite();
    const [one, two] = [await signIn(suite, await newPerson(suite)), await signIn(suite, await newPerson(suite))];
    expect(await answerOf(acceptance.join(one, token))).toMatchObject({
      person: { id: one.person.id },
      organization: { id: organizationId },
      role: 'MEMBER',
    });
    await expect(acceptance.join(two, token)).rejects.toMatchObject(unauthorized);
    expect(await suite.auditOf(organizationId)).toEqual(['createInvitation', 'acceptInvitation']);
  });

  it('does not change the role of a member', async () => {
    const { token } = await invite();
    expect(await answerOf(acceptance.join(admin, token))).toMatchObject({ role: 'ADMIN' });
  });

  it('that has expired lets nobody in', async () => {
    const invited = await invite();
    await suite.pool.query(`UPDATE account.invitation SET expires_at = now() - interval '1 second' WHERE id = $1`, [
      invited.id,
    ]);
    const by = await signIn(suite, await newPerson(suite));
    await expect(acceptance.join(by, invited.token)).rejects.toMatchObject(unauthorized);
  });
});

describe('an invitation that outlived the right of its inviter', () => {
  // As a replica of an older version leaves it.
  it.each([
    { name: 'removed', change: 'DELETE FROM account.membership WHERE organization_id = $1 AND person_id = $2' },
    {
      name: 'demoted',
      change: `UPDATE account.membership SET role = 'MEMBER' WHERE organization_id = $1 AND person_id = $2`,
    },
  ])('lets nobody in: $name', async ({ change }) => {
    const invited = await invite();
    await suite.pool.query(change, [organizationId, admin.person.id]);
    const by = await signIn(suite, await newPerson(suite));
    await expect(acceptance.join(by, invited.token)).rejects.toMatchObject(unauthorized);
    await mailed(invited);
    await expect(acceptance.enter(newVisit(), invited.token)).rejects.toMatchObject(unauthorized);
  });
});

describe('a mailed token', () => {
  it('makes and signs in a person of exactly the invited address', async () => {
    const email = newAddress();
    const invited = await invite(email);
    await mailed(invited);
    const visit = newVisit();
    const shown = await answerOf(acceptance.enter(visit, invited.token));
    expect(shown).toMatchObject({ person: { email }, organization: { id: organizationId }, role: 'MEMBER' });
    expect(await credentialsOf(suite, [visit.sessionHash])).toMatchObject([{ kind: 'session', person: { email } }]);
    await expect(acceptance.enter(newVisit(), invited.token)).rejects.toMatchObject(unauthorized);
  });

  it('signs in the person who has the address already', async () => {
    const person = await newPerson(suite);
    const invited = await invite(person.email);
    await mailed(invited);
    expect(await answerOf(acceptance.enter(newVisit(), invited.token))).toMatchObject({ person: { id: person.id } });
  });
});

it('renames an organization, and the audit log can be searched', async () => {
  const organizations = suite.service.get(OrganizationService);
  expect(await answerOf(organizations.update(admin, { name: 'Acme Ltd' }))).toMatchObject({ name: 'Acme Ltd' });
  expect(await answerOf(organizations.get(organizationId))).toMatchObject({ name: 'Acme Ltd', plan: 'TEAM' });
  const { id } = await invite();
  const audit = suite.service.get(AuditService);
  const found = async (filter: object): Promise<unknown[]> => {
    const { data, pagination } = await answerOf(audit.list(organizationId, { ...PAGE, ...filter }));
    expect(pagination).toMatchObject({ total: (data as Json[]).length });
    return (data as Json[]).map(({ operation }) => operation);
  };
  const both = ['createInvitation', 'updateOrganization'];
  expect(await found({})).toEqual(both);
  expect(await found({ actor: `person:${admin.person.id}` })).toEqual(both);
  expect(await found({ actor: 'person:per_other' })).toEqual([]);
  expect(await found({ operation: 'updateOrganization' })).toEqual(['updateOrganization']);
  expect(await found({ resource: id })).toEqual(['createInvitation']);
  expect(await found({ from: new Date(Date.now() - 60_000).toISOString() })).toEqual(both);
  expect(await found({ to: new Date(Date.now() - 60_000).toISOString() })).toEqual([]);
});
