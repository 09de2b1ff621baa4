import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { internal } from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import { startSuite, type Suite } from './support/suite.ts';

/** Two more than are tested at the same time. */
const CONTACTS = 12;

let suite: Suite;

beforeAll(async () => {
  suite = await startSuite();
  const connection = await waitFor('NATS', () => suite.link.connection);
  connection.subscribe(internal.namedWebhookEndpoints.subject, {
    callback: (_, message) => {
      message.respond(JSON.stringify({ endpoints: [] }));
    },
  });
  await suite.link.flush();
});
afterAll(() => suite.stop());

it('a rehearsal of another organization is not found', async () => {
  const { id } = await suite.organization().call('startRehearsal', { body: {} });
  await expect(suite.organization().call('getRehearsal', { id })).rejects.toMatchObject({ code: 'not_found' });
});

it('a rehearsal tests nobody else when its service stops, and is interrupted a minute after its last result', async () => {
  const organization = suite.organization();
  for (let count = 0; count < CONTACTS; count += 1) await organization.addContact({ to: `${suite.chatUrl}/on-call` });
  const gate = Promise.withResolvers<void>();
  suite.chat.answer = async () => {
    await gate.promise;
    return { status: 200 };
  };
  const { id } = await organization.call('startRehearsal', { body: {} });
  await suite.chat.got('/on-call', CONTACTS - 2);
  const stopped = suite.service.stop();
  gate.resolve();
  await stopped;
  expect(suite.chat.to('/on-call')).toHaveLength(CONTACTS - 2);

  await suite.startReplica();
  await suite.pool.query(`UPDATE incident.rehearsal SET started_at = started_at - interval '10 minutes'`);
  const running = await organization.call('getRehearsal', { id });
  expect(running).toMatchObject({ state: 'RUNNING', endedAt: null, reached: CONTACTS - 2 });
  expect(running.results.filter(({ outcome }) => outcome === 'PENDING')).toHaveLength(2);
  const { data } = await organization.call('listAlertContacts');
  const reached = data.filter(({ lastOutcome }) => lastOutcome?.outcome === 'REACHED' && lastOutcome.sent === 'TEST');
  expect(reached).toHaveLength(CONTACTS - 2);
  expect(data.filter(({ lastOutcome }) => lastOutcome === null)).toHaveLength(2);
  await suite.pool.query(`UPDATE incident.rehearsed SET noted_at = noted_at - interval '1 minute'`);
  expect(await organization.call('getRehearsal', { id })).toMatchObject({ state: 'INTERRUPTED' });
});
