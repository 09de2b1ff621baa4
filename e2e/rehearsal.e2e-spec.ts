import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Rehearsal } from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import { ChatReceiver } from '@vedette/test-kit/chat-receiver';
import pg from 'pg';
import { ConsolePeople } from './support/console-people.ts';
import { sharedFixture, type SharedFixture } from './support/fixture.ts';

const chat = new ChatReceiver();
let chatUrl: string;
let fixture: SharedFixture;
let database: pg.Client;

beforeAll(async () => {
  fixture = await sharedFixture();
  chatUrl = await chat.listen();
  database = new pg.Client({ connectionString: fixture.stack.databaseUrl });
  await database.connect();
});

afterAll(async () => {
  await database.end();
  await chat.close();
});

/** By a new person of the organization. */
async function start(organizationId: string, role: string) {
  const { consoleUrl } = fixture.stack;
  const people = new ConsolePeople(database, consoleUrl);
  const { headers } = await people.signIn(await people.add(role, organizationId));
  const answer = await fetch(`${consoleUrl}/api/console/v1/rehearsals`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: '{}',
  });
  return { headers, status: answer.status, body: (await answer.json()) as Rehearsal };
}

it('a rehearsal tells an administrator who was reached, how fast, and who was not, once an hour', async () => {
  const { api, organizationId } = await fixture.tenant();
  const { operator, consoleUrl } = fixture.stack;
  for (const name of ['there', 'gone']) {
    const given = ['--type', 'SLACK', '--to', `${chatUrl}/${name}`, '--name', name];
    await operator.run('contact', 'add', '--org', organizationId, ...given);
  }
  const endpoint = { url: `${chatUrl}/hooks`, eventTypes: ['*'] };
  expect((await api.post('/api/v1/webhook-endpoints', endpoint)).status).toBe(201);
  chat.answer = ({ path }) => ({ status: path === '/gone' ? 404 : 200 });
  expect((await start(organizationId, 'MEMBER')).status).toBe(403);
  const { headers, status, body: started } = await start(organizationId, 'ADMIN');
  expect([status, started.results.length]).toEqual([202, 3]);
  const done = await waitFor('its end', async () => {
    const answer = await fetch(`${consoleUrl}/api/console/v1/rehearsals/${started.id}`, { headers });
    const rehearsal = (await answer.json()) as Rehearsal;
    return rehearsal.state === 'DONE' ? rehearsal : undefined;
  });
  expect(done.reached).toBe(2);
  expect(done.results.map(({ kind, name, outcome, answer }) => [kind, name, outcome, answer])).toEqual([
    ['CONTACT', 'gone', 'FAILED', 'The receiver answered 404'],
    ['CONTACT', 'there', 'REACHED', 'The receiver answered 200'],
    ['ENDPOINT', new URL(chatUrl).host, 'REACHED', 'The receiver answered 200'],
  ]);
  expect(done.results.every(({ tookMs }) => tookMs !== null && tookMs >= 0)).toBe(true);
  expect(['/there', '/gone', '/hooks'].map((path) => chat.to(path).length)).toEqual([1, 1, 1]);
  expect((await start(organizationId, 'OWNER')).status).toBe(409);
});
