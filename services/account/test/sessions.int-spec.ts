import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Credential } from '@vedette/contract';
import { MemberRepository } from '../src/people/member.repository.ts';
import { PersonService } from '../src/people/person.service.ts';
import type { Person } from '../src/people/person.repository.ts';
import { SessionService } from '../src/sign-in/session.service.ts';
import { SignInService } from '../src/sign-in/sign-in.service.ts';
import { Upkeep } from '../src/upkeep.ts';
import {
  answerOf,
  credentialsOf,
  newLinkOf,
  newOrganization,
  newPerson,
  newVisit,
  signIn,
  startSuite,
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

async function credentialOf(hash: string, isWatching = false): Promise<Credential | null> {
  const [credential = null] = await credentialsOf(suite, [hash], { isWatching });
  return credential;
}

const unauthorized = { code: 'unauthorized' };

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
    await signIns.redeem(visit, { token: await newLink(), replace: false });
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
    await signIns.redeem(visit, { token: await newLink(), replace: false });
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
  expect(await answerOf(signIns.redeem(newVisit(), { token: token, replace: false }))).toMatchObject({
    role: 'MEMBER',
  });
});
