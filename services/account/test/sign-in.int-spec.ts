import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Credential } from '@vedette/contract';
import type { Reply } from '@vedette/messaging';
import type { SignedIn } from '../src/acting.ts';
import { MemberRepository } from '../src/people/member.repository.ts';
import type { Person } from '../src/people/person.repository.ts';
import { SessionService } from '../src/sign-in/session.service.ts';
import type { Visit } from '../src/sign-in/session-start.ts';
import { SignInService } from '../src/sign-in/sign-in.service.ts';
import { makeToken } from '../src/sign-in/token.ts';
import {
  answerOf,
  credentialsOf,
  newLinkOf,
  newOrganization,
  newPerson,
  newVisit,
  signIn,
  startSuite,
  type Json,
  type Suite,
} from './suite.ts';

const DAY_MS = 86_400_000;

let suite: Suite;
let signIns: SignInService;
let sessions: SessionService;
let organizationId: string;
let person: Person;

beforeAll(async () => {
  suite = await startSuite();
  signIns = suite.service.get(SignInService);
  sessions = suite.service.get(SessionService);
});

afterAll(() => suite.stop());

beforeEach(async () => {
  organizationId = await newOrganization(suite);
  person = await newPerson(suite);
  await new MemberRepository(suite.sql).add(suite.sql, organizationId, person.id, 'MEMBER', new Date());
});

function newLink(expiresAt?: Date, opens: string | null = organizationId): Promise<string> {
  return newLinkOf(suite, person, opens, expiresAt);
}

function redeem(visit: Visit, token: string, present?: SignedIn, replace = false): Promise<Reply> {
  return signIns.redeem(visit, { token, replace }, present);
}

async function credentialOf(hash: string): Promise<Credential | null> {
  const [credential = null] = await credentialsOf(suite, [hash]);
  return credential;
}

const unauthorized = { code: 'unauthorized' };

describe('a sign-in link', () => {
  it('signs its person in, and shows the session', async () => {
    const visit = newVisit();
    const shown = await answerOf(redeem(visit, await newLink()));
    expect(shown).toEqual({
      person: { id: person.id, name: person.name, email: person.email },
      organization: { id: organizationId, name: 'Acme' },
      role: 'MEMBER',
      memberships: [{ organizationId, name: 'Acme', role: 'MEMBER' }],
      expiresAt: expect.any(String),
    });
    expect(Date.parse(String(shown['expiresAt'])) - Date.now()).toBeGreaterThan(7 * DAY_MS - 60_000);
    expect(await credentialOf(visit.sessionHash)).toEqual({
      kind: 'session',
      sessionId: expect.stringMatching(/^ses_/),
      person: shown['person'],
      memberships: [
        {
          organizationId,
          name: 'Acme',
          role: 'MEMBER',
          subscription: 'ACTIVE',
          plan: {
            name: 'TEAM',
            monitors: 100,
            fastestIntervalSeconds: 60,
            statusPages: 5,
            webhookEndpoints: 10,
            maintenanceWindows: 100,
          },
        },
      ],
      expiresAt: shown['expiresAt'],
    });
    expect(await suite.auditOf(organizationId)).toEqual(['redeemSignInLink']);
  });

  it('works once, also when it is redeemed many times at once', async () => {
    for (let round = 1; round <= 10; round += 1) {
      const token = await newLink();
      const visits = Array.from({ length: 8 }, () => newVisit());
      const outcomes = await Promise.allSettled(visits.map((visit) => redeem(visit, token)));
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const credentials = await Promise.all(visits.map(({ sessionHash }) => credentialOf(sessionHash)));
      expect(credentials.filter((credential) => credential !== null)).toHaveLength(1);
      const lines = await suite.auditOf(organizationId);
      expect(lines.filter((line) => line === 'redeemSignInLink')).toHaveLength(round);
      expect(lines.filter((line) => line === 'redeemSignInLink refused')).toHaveLength(7 * round);
    }
  });

  it('that has expired or is guessed signs nobody in, and gets the same answer as a used one', async () => {
    const used = await newLink();
    await redeem(newVisit(), used);
    const visit = newVisit();
    const refusals: unknown[] = [];
    for (const token of [await newLink(new Date()), makeToken(randomBytes), used]) {
      refusals.push(await redeem(visit, token).catch((error: unknown) => error));
    }
    expect(refusals).toEqual(refusals.map(() => refusals[0]));
    expect(refusals[0]).toMatchObject(unauthorized);
    expect(await credentialOf(visit.sessionHash)).toBeNull();
  });

  it('that is refused is in the log of the organization that it would have opened', async () => {
    const before = await suite.auditOf(organizationId);
    await expect(redeem(newVisit(), await newLink(new Date(), null))).rejects.toMatchObject(unauthorized);
    expect(await suite.auditOf(organizationId)).toEqual([...before, 'redeemSignInLink refused']);
    const nobodys = await suite.auditOf(null);
    await expect(redeem(newVisit(), makeToken(randomBytes))).rejects.toMatchObject(unauthorized);
    expect(await suite.auditOf(null)).toEqual([...nobodys, 'redeemSignInLink refused']);
  });

  it('opens the organization that it was made for, or the one that was opened last', async () => {
    const other = await newOrganization(suite);
    await new MemberRepository(suite.sql).add(suite.sql, other, person.id, 'VIEWER', new Date());
    const openedBy = async (opens: string | null): Promise<unknown> =>
      (await answerOf(redeem(newVisit(), await newLink(undefined, opens))))['organization'];
    expect(await openedBy(other)).toMatchObject({ id: other });
    expect(await openedBy(null)).toMatchObject({ id: other });
    expect(await openedBy(organizationId)).toMatchObject({ id: organizationId });
    expect(await openedBy(null)).toMatchObject({ id: organizationId });
  });

  it.each([
    { client: 'an IPv4 address', addressOf: () => '198.51.100.7' },
    { client: 'a /64 of IPv6', addressOf: (tried: number) => `2001:db8:0:7::${tried + 1}` },
  ])('is refused after ten wrong ones from $client, even if it is right', async ({ addressOf }) => {
    const tries = Array.from({ length: 12 }, (_, tried) => redeem(newVisit(addressOf(tried)), makeToken(randomBytes)));
    const codes = (await Promise.allSettled(tries)).map((outcome) =>
      outcome.status === 'rejected' ? String((outcome.reason as Json)['code']) : 'signed in',
    );
    expect(codes.toSorted()).toEqual([
      ...Array.from({ length: 2 }, () => 'rate_limited'),
      ...Array.from({ length: 10 }, () => 'unauthorized'),
    ]);
    const token = await newLink();
    const refused = { code: 'rate_limited', retryAfterSeconds: expect.any(Number) };
    await expect(redeem(newVisit(addressOf(12)), token)).rejects.toMatchObject(refused);
    expect(await answerOf(redeem(newVisit(), token))).toMatchObject({ role: 'MEMBER' });
  });
});

describe('whom a link signs in', () => {
  it('is shown as often as somebody asks, and the link still works', async () => {
    const token = await newLink();
    const visitor = newVisit();
    for (let asked = 0; asked < 12; asked += 1) {
      expect(await answerOf(signIns.view(visitor, token))).toEqual({ email: person.email });
    }
    expect(await suite.auditOf(organizationId)).toEqual([]);
    expect(await answerOf(redeem(visitor, token))).toMatchObject({ person: { id: person.id } });
  });

  it('is not shown of a used, old or guessed link, which counts as a failed sign-in', async () => {
    const used = await newLink();
    await redeem(newVisit(), used);
    const visitor = newVisit();
    const failed = await redeem(newVisit(), used).catch((error: unknown) => error);
    for (const token of [used, await newLink(new Date()), makeToken(randomBytes)]) {
      expect(await signIns.view(visitor, token).catch((error: unknown) => error)).toEqual(failed);
    }
    expect((await suite.auditOf(organizationId)).slice(-2)).toEqual([
      'redeemSignInLink refused',
      'redeemSignInLink refused',
    ]);
    for (let tried = 3; tried < 10; tried += 1) {
      await expect(signIns.view(visitor, used)).rejects.toMatchObject(unauthorized);
    }
    const token = await newLink();
    await expect(signIns.view(visitor, token)).rejects.toMatchObject({ code: 'rate_limited' });
    await expect(redeem(visitor, token)).rejects.toMatchObject({ code: 'rate_limited' });
  });
});

describe('a link that is redeemed over a session', () => {
  it('is refused and stays good, until somebody agrees to end that session', async () => {
    const present = await signIn(suite, await newPerson(suite, 'Grace'));
    const [token, visit] = [await newLink(), newVisit()];
    await expect(redeem(visit, token, present)).rejects.toMatchObject({ code: 'conflict' });
    expect(await answerOf(sessions.get(present, null))).toMatchObject({ person: { id: present.person.id } });
    expect(await credentialOf(visit.sessionHash)).toBeNull();
    expect(await answerOf(redeem(visit, token, present, true))).toMatchObject({ person: { id: person.id } });
    await expect(sessions.get(present, null)).rejects.toMatchObject(unauthorized);
    expect(await credentialOf(visit.sessionHash)).toMatchObject({ person: { id: person.id } });
  });

  it('leaves one line that names both people', async () => {
    const present = await signIn(suite, await newPerson(suite, 'Grace'));
    await redeem(newVisit(), await newLink(), present, true);
    const { rows } = await suite.pool.query(
      `SELECT operation, actor, actor_name, resource_id, resource_name FROM account.audit_log
       WHERE organization_id = $1`,
      [organizationId],
    );
    expect(rows).toEqual([
      {
        operation: 'redeemSignInLink',
        actor: `person:${person.id}`,
        actor_name: person.name,
        resource_id: present.person.id,
        resource_name: 'Grace',
      },
    ]);
  });

  it('needs no agreement if the session is over, and ends no other one', async () => {
    const grace = await newPerson(suite, 'Grace');
    const [present, other] = [await signIn(suite, grace), await signIn(suite, grace)];
    await sessions.end(present);
    expect(await answerOf(redeem(newVisit(), await newLink(), present))).toMatchObject({ person: { id: person.id } });
    expect(await answerOf(sessions.get(other, null))).toMatchObject({ person: { id: grace.id } });
  });

  it('is used once, whoever agrees, and a bad one ends no session', async () => {
    const present = await signIn(suite, person);
    const token = await newLink();
    await expect(redeem(newVisit(), makeToken(randomBytes), present, true)).rejects.toMatchObject(unauthorized);
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => redeem(newVisit(), token, present, true)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});
