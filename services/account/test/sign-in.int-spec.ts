import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Credential } from '@vedette/contract';
import { MemberRepository } from '../src/people/member.repository.ts';
import { PersonService } from '../src/people/person.service.ts';
import type { Person } from '../src/people/person.repository.ts';
import { SessionService } from '../src/sign-in/session.service.ts';
import { linkExpiresAt } from '../src/sign-in/sign-in-links.ts';
import { SignInRepository } from '../src/sign-in/sign-in.repository.ts';
import { SignInService } from '../src/sign-in/sign-in.service.ts';
import { hashToken, makeToken } from '../src/sign-in/token.ts';
import { Upkeep } from '../src/upkeep.ts';
import {
  answerOf,
  credentialsOf,
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

async function newLink(expiresAt = linkExpiresAt(new Date()), opens: string | null = organizationId): Promise<string> {
  const token = makeToken(randomBytes);
  const link = { hash: hashToken(token), personId: person.id, organizationId: opens, expiresAt };
  await new SignInRepository(suite.sql).insertLink(suite.sql, link);
  return token;
}

async function credentialOf(hash: string, isWatching = false): Promise<Credential | null> {
  const [credential = null] = await credentialsOf(suite, [hash], { isWatching });
  return credential;
}

const unauthorized = { code: 'unauthorized' };

describe('a sign-in link', () => {
  it('signs its person in, and shows the session', async () => {
    const visit = newVisit();
    const shown = await answerOf(signIns.redeem(visit, await newLink()));
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
          plan: { name: 'TEAM', monitors: 100, fastestIntervalSeconds: 60, statusPages: 5, webhookEndpoints: 10 },
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
      const outcomes = await Promise.allSettled(visits.map((visit) => signIns.redeem(visit, token)));
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
    await signIns.redeem(newVisit(), used);
    const visit = newVisit();
    const refusals: unknown[] = [];
    for (const token of [await newLink(new Date()), makeToken(randomBytes), used]) {
      refusals.push(await signIns.redeem(visit, token).catch((error: unknown) => error));
    }
    expect(refusals).toEqual(refusals.map(() => refusals[0]));
    expect(refusals[0]).toMatchObject(unauthorized);
    expect(await credentialOf(visit.sessionHash)).toBeNull();
  });

  it('that is refused is in the log of the organization that it would have opened', async () => {
    const before = await suite.auditOf(organizationId);
    await expect(signIns.redeem(newVisit(), await newLink(new Date(), null))).rejects.toMatchObject(unauthorized);
    expect(await suite.auditOf(organizationId)).toEqual([...before, 'redeemSignInLink refused']);
    const nobodys = await suite.auditOf(null);
    await expect(signIns.redeem(newVisit(), makeToken(randomBytes))).rejects.toMatchObject(unauthorized);
    expect(await suite.auditOf(null)).toEqual([...nobodys, 'redeemSignInLink refused']);
  });

  it('opens the organization that it was made for, or the one that was opened last', async () => {
    const other = await newOrganization(suite);
    await new MemberRepository(suite.sql).add(suite.sql, other, person.id, 'VIEWER', new Date());
    const openedBy = async (opens: string | null): Promise<unknown> =>
      (await answerOf(signIns.redeem(newVisit(), await newLink(undefined, opens))))['organization'];
    expect(await openedBy(other)).toMatchObject({ id: other });
    expect(await openedBy(null)).toMatchObject({ id: other });
    expect(await openedBy(organizationId)).toMatchObject({ id: organizationId });
    expect(await openedBy(null)).toMatchObject({ id: organizationId });
  });

  it.each([
    { client: 'an IPv4 address', addressOf: () => '198.51.100.7' },
    { client: 'a /64 of IPv6', addressOf: (tried: number) => `2001:db8:0:7::${tried + 1}` },
  ])('is refused after ten wrong ones from $client, even if it is right', async ({ addressOf }) => {
    const tries = Array.from({ length: 12 }, (_, tried) =>
      signIns.redeem(newVisit(addressOf(tried)), makeToken(randomBytes)),
    );
    const codes = (await Promise.allSettled(tries)).map((outcome) =>
      outcome.status === 'rejected' ? String((outcome.reason as Json)['code']) : 'signed in',
    );
    expect(codes.toSorted()).toEqual([
      ...Array.from({ length: 2 }, () => 'rate_limited'),
      ...Array.from({ length: 10 }, () => 'unauthorized'),
    ]);
    const token = await newLink();
    const refused = { code: 'rate_limited', retryAfterSeconds: expect.any(Number) };
    await expect(signIns.redeem(newVisit(addressOf(12)), token)).rejects.toMatchObject(refused);
    expect(await answerOf(signIns.redeem(newVisit(), token))).toMatchObject({ role: 'MEMBER' });
  });
});

describe('a session', () => {
  it('ends where its person ends it, and the others go on', async () => {
    const [here, there] = [await signIn(suite, person), await signIn(suite, person)];
    const { data } = await answerOf(sessions.list(here, { limit: 25, offset: 0 }));
    expect(data).toMatchObject([
      { id: there.sessionId, current: false },
      { id: here.sessionId, current: true },
    ]);
    expect(await answerOf(sessions.endOne(here, there.sessionId))).toEqual({ data: { id: there.sessionId } });
    await expect(sessions.endOne(here, there.sessionId)).rejects.toMatchObject({ code: 'not_found' });
    await expect(sessions.get(there, null)).rejects.toMatchObject(unauthorized);
    expect(await answerOf(sessions.get(here, organizationId))).toMatchObject({ role: 'MEMBER' });
    await sessions.end(here);
    await expect(sessions.get(here, null)).rejects.toMatchObject(unauthorized);
  });

  it('of somebody else cannot be ended', async () => {
    const [mine, theirs] = [await signIn(suite, person), await signIn(suite, await newPerson(suite, 'Eve'))];
    await expect(sessions.endOne(theirs, mine.sessionId)).rejects.toMatchObject({ code: 'not_found' });
    await sessions.endAll(theirs);
    expect(await answerOf(sessions.get(mine, null))).toMatchObject({ person: { id: person.id } });
  });

  it('ends with all others when its person signs out everywhere', async () => {
    const [here, there] = [await signIn(suite, person), await signIn(suite, person)];
    await sessions.endAll(here);
    for (const session of [here, there]) await expect(sessions.get(session, null)).rejects.toMatchObject(unauthorized);
  });

  it('is nobody after a week without use; a request is a use, and an open stream is none', async () => {
    const visit = newVisit();
    await signIns.redeem(visit, await newLink());
    const lastUsed = async (ageMs: number): Promise<void> => {
      await suite.pool.query('UPDATE account.session SET last_used_at = $2 WHERE person_id = $1', [
        person.id,
        new Date(Date.now() - ageMs),
      ]);
    };
    const unusedMs = async (): Promise<number> => {
      const { rows } = await suite.pool.query<{ used: Date }>(
        'SELECT last_used_at AS used FROM account.session WHERE person_id = $1',
        [person.id],
      );
      return Date.now() - Number(rows[0]?.used);
    };
    const leftMs = (credential: Credential | null): number => Date.parse(String(credential?.expiresAt)) - Date.now();
    await lastUsed(7 * DAY_MS - 60_000);
    expect(leftMs(await credentialOf(visit.sessionHash, true))).toBeLessThanOrEqual(60_000);
    expect(await unusedMs()).toBeGreaterThan(6 * DAY_MS);
    expect(leftMs(await credentialOf(visit.sessionHash))).toBeGreaterThan(7 * DAY_MS - 60_000);
    expect(await unusedMs()).toBeLessThan(60_000);
    await lastUsed(7 * DAY_MS);
    expect(await credentialOf(visit.sessionHash)).toBeNull();
  });

  it('is nobody once its person is removed', async () => {
    const visit = newVisit();
    await signIns.redeem(visit, await newLink());
    await suite.pool.query('DELETE FROM account.person WHERE id = $1', [person.id]);
    expect(await credentialOf(visit.sessionHash)).toBeNull();
  });
});

it('lets people change their name and settings', async () => {
  const by = await signIn(suite, person);
  const people = suite.service.get(PersonService);
  const shown = {
    id: person.id,
    email: person.email,
    name: person.name,
    timezone: null,
    locale: null,
    theme: 'SYSTEM',
  };
  expect(await answerOf(people.get(person.id))).toEqual(shown);
  const changed = { ...shown, name: 'Ada L.', timezone: 'Europe/Berlin', theme: 'DARK' };
  expect(await answerOf(people.update(by, { name: 'Ada L.', timezone: 'Europe/Berlin', theme: 'DARK' }))).toEqual(
    changed,
  );
  expect(await answerOf(people.update(by, { timezone: null }))).toEqual({ ...changed, timezone: null });
});

it('deletes what is over, and nothing else', async () => {
  const [old, fresh] = [await signIn(suite, person, new Date(Date.now() - 9 * DAY_MS)), await signIn(suite, person)];
  await newLink(new Date(Date.now() - 2 * DAY_MS));
  const token = await newLink();
  await suite.service.get(Upkeep).run(new Date());
  const { rows } = await suite.pool.query<{ id: string }>('SELECT id FROM account.session WHERE person_id = $1', [
    person.id,
  ]);
  expect(rows.map(({ id }) => id)).toEqual([fresh.sessionId]);
  expect(rows.map(({ id }) => id)).not.toContain(old.sessionId);
  const { rowCount } = await suite.pool.query('SELECT FROM account.sign_in_link WHERE person_id = $1', [person.id]);
  expect(rowCount).toBe(1);
  expect(await answerOf(signIns.redeem(newVisit(), token))).toMatchObject({ role: 'MEMBER' });
});
