import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { internal, newId, type ContactType } from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import { newOutage } from '@vedette/test-kit/facts';
import { smtpError } from '@vedette/test-kit/smtp-receiver';
import type { Organization } from './support/organization.ts';
import { startSuite, type Suite } from './support/suite.ts';
import { BOT_TOKEN, NTFY_TOKEN, VendorServer } from './support/vendor-server.ts';

const vendors = new VendorServer();
let suite: Suite;
let url: string;

beforeAll(async () => {
  url = await vendors.listen();
  suite = await startSuite({ vendorUrl: url });
});
afterAll(async () => {
  await suite.stop();
  await vendors.close();
});
afterEach(() => {
  suite.smtp.react = () => undefined;
});

const newAddress = (): string => `${newId('ac')}@example.com`;
const test = (organization: Organization, id: string, idempotencyKey?: string) =>
  organization.call('testAlertContact', { id, body: {}, idempotencyKey });

describe('a test of a contact', () => {
  it.each<{ type: ContactType; to: () => string; secret: string | null; path: string; status: number; count: number }>([
    { type: 'WEBHOOK', to: () => `${url}/webhook/x`, secret: null, path: '/webhook/x', status: 200, count: 1 },
    { type: 'SLACK', to: () => `${url}/slack/x`, secret: null, path: '/slack/x', status: 200, count: 1 },
    { type: 'DISCORD', to: () => `${url}/discord/x`, secret: null, path: '/discord/x', status: 204, count: 1 },
    { type: 'TEAMS', to: () => `${url}/teams/x`, secret: null, path: '/teams/x', status: 202, count: 1 },
    {
      type: 'TELEGRAM',
      to: () => '-100123',
      secret: BOT_TOKEN,
      path: `/telegram/bot${BOT_TOKEN}/sendMessage`,
      status: 200,
      count: 1,
    },
    {
      type: 'PAGERDUTY',
      to: () => 'k'.repeat(32),
      secret: null,
      path: '/pagerduty/v2/enqueue',
      status: 202,
      count: 2,
    },
    { type: 'NTFY', to: () => `${url}/topic`, secret: NTFY_TOKEN, path: '/', status: 200, count: 1 },
  ])('sends one to $type and says what it answered', async ({ type, to, secret, path, status, count }) => {
    const organization = suite.organization();
    const { id } = await organization.addContact({ type, to: to(), secret });
    expect(await test(organization, id)).toEqual({
      sent: 'TEST',
      delivered: true,
      answer: `The receiver answered ${status}`,
      tookMs: expect.any(Number),
    });
    const requests = vendors.to(path);
    expect(requests).toHaveLength(count);
    expect(requests[0]?.body).toContain('This is a test: nothing is down');
  });

  it('says why a receiver did not take it, and tries once', async () => {
    const organization = suite.organization();
    const { id } = await organization.addContact({ to: `${url}/slack/gone` });
    vendors.before.set('/slack/gone', [{ status: 410 }]);
    expect(await test(organization, id)).toMatchObject({ delivered: false, answer: 'The receiver answered 410' });
    expect(vendors.to('/slack/gone')).toHaveLength(1);
  });

  it('mails to an address, and says what the mail server answered', async () => {
    const organization = suite.organization();
    const to = newAddress();
    const { id } = await organization.addContact({ to });
    expect(await test(organization, id)).toMatchObject({
      sent: 'TEST',
      delivered: true,
      answer: expect.stringMatching(/^The mail server answered "250 /),
    });
    expect(suite.smtp.to(to).map(({ subject }) => subject)).toEqual(['TEST: This is a test: nothing is down']);
    suite.smtp.react = () => {
      throw smtpError(550, 'Mailbox is full');
    };
    expect(await test(organization, id)).toMatchObject({
      delivered: false,
      answer: expect.stringContaining('550 Mailbox is full'),
    });
  });

  it('delays no alert while the mail server is slow to take tests', async () => {
    const organization = suite.organization();
    const gate = Promise.withResolvers<void>();
    let held = 0;
    suite.smtp.react = async ({ subject }) => {
      if (subject?.startsWith('TEST: ') !== true) return;
      held += 1;
      await gate.promise;
    };
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) ids.push((await organization.addContact({ to: newAddress() })).id);
    const tests = ids.map((id) => test(organization, id));
    await waitFor('five tests under way', () => held === 5);
    const other = suite.organization();
    const to = newAddress();
    await other.addContact({ to });
    await other.apply(newOutage());
    const [alert] = await suite.smtp.got(to, 1);
    expect(alert?.subject).toMatch(/^DOWN: /);
    gate.resolve();
    for (const result of await Promise.all(tests)) expect(result.delivered).toBe(true);
  });

  it('mails the link once more to an address that nobody has confirmed, and nothing else', async () => {
    const organization = suite.organization();
    const to = newAddress();
    const { id } = await organization.call('createAlertContact', { body: { type: 'EMAIL', to } });
    await suite.smtp.got(to, 1);
    expect(await test(organization, id)).toMatchObject({ sent: 'CONFIRMATION', delivered: true });
    const mails = await suite.smtp.got(to, 2);
    expect(new Set(mails.map(({ subject }) => subject))).toEqual(new Set(['Confirm that Vedette may mail you alerts']));
    for (let count = 2; count < 5; count += 1) await test(organization, id);
    expect(await test(organization, id)).toMatchObject({
      delivered: false,
      answer: 'The address got as many of these mails as it may get in an hour',
    });
    expect(suite.smtp.to(to)).toHaveLength(5);
  });

  it('is no outcome of a contact that nobody has confirmed', async () => {
    const organization = suite.organization();
    const { id } = await organization.call('createAlertContact', { body: { type: 'EMAIL', to: newAddress() } });
    await test(organization, id);
    expect(await organization.call('getAlertContact', { id })).toMatchObject({ lastOutcome: null });
  });

  it('is sent once for an idempotency key', async () => {
    const organization = suite.organization();
    const { id } = await organization.addContact({ to: `${url}/slack/once` });
    const first = await test(organization, id, 'once');
    expect(await test(organization, id, 'once')).toEqual(first);
    expect(vendors.to('/slack/once')).toHaveLength(1);
  });

  it('whose outcome was not recorded is not sent again for its key', async () => {
    const organization = suite.organization();
    const { id } = await organization.addContact({ to: `${url}/slack/lost` });
    // As if the replica died after it had sent the message.
    await suite.pool.query(`CREATE FUNCTION refuse_answer() RETURNS trigger LANGUAGE plpgsql
      AS $$ BEGIN RAISE EXCEPTION 'nothing is recorded'; END $$`);
    await suite.pool.query(`CREATE TRIGGER refuse_answer BEFORE UPDATE OF answer ON incident.idempotent_answer
      FOR EACH ROW EXECUTE FUNCTION refuse_answer()`);
    await expect(test(organization, id, 'lost')).rejects.toMatchObject({ code: 'internal_error' });
    await suite.pool.query('DROP FUNCTION refuse_answer CASCADE');
    await suite.pool.query(
      `UPDATE incident.idempotent_answer SET work_id = now()::text WHERE organization_id = $1 AND key = 'lost'`,
      [organization.id],
    );
    const lost = { sent: 'TEST', delivered: false, answer: expect.stringContaining('nobody knows'), tookMs: 0 };
    expect(await test(organization, id, 'lost')).toEqual(lost);
    expect(await test(organization, id, 'lost')).toEqual(lost);
    expect(vendors.to('/slack/lost')).toHaveLength(1);
    expect(await organization.call('getAlertContact', { id })).toMatchObject({ lastOutcome: null });
  });

  it('is sent once for requests with one key that overlap', async () => {
    const organization = suite.organization();
    const { id } = await organization.addContact({ to: `${url}/slack/overlap` });
    const answers = await Promise.all([1, 2, 3].map(() => test(organization, id, 'overlap')));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(vendors.to('/slack/overlap')).toHaveLength(1);
  });

  it('is refused for contacts of others and for removed ones', async () => {
    const organization = suite.organization();
    const { id } = await organization.addContact({ to: `${url}/slack/mine` });
    await expect(test(suite.organization(), id)).rejects.toMatchObject({ code: 'not_found' });
    await organization.call('deleteAlertContact', { id });
    await expect(test(organization, id)).rejects.toMatchObject({ code: 'not_found' });
    expect(vendors.to('/slack/mine')).toEqual([]);
  });

  it('can be asked for by the operator, of whichever organization', async () => {
    const { id: contactId } = await suite.organization().addContact({ to: `${url}/slack/operator` });
    expect(await suite.rpc.ask(internal.testContact, { contactId })).toMatchObject({ delivered: true });
    expect(vendors.to('/slack/operator')).toHaveLength(1);
    const unknown = suite.rpc.ask(internal.testContact, { contactId: newId('ac') });
    await expect(unknown).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('the last outcome of a contact', () => {
  const outcomes = async (organization: Organization) =>
    (await organization.call('listAlertContacts')).data.map(({ lastOutcome }) => lastOutcome);
  const at = expect.stringMatching(/Z$/);

  it('is that of its newest test or alert, in the list and alone', async () => {
    const organization = suite.organization();
    const { id } = await organization.addContact({ to: `${url}/slack/outcome` });
    expect(await outcomes(organization)).toEqual([null]);
    vendors.before.set('/slack/outcome', [{ status: 404 }]);
    await test(organization, id);
    const missed = { outcome: 'FAILED', sent: 'TEST', at, retrying: false, answer: 'The receiver answered 404' };
    expect(await outcomes(organization)).toEqual([missed]);
    await organization.apply(newOutage());
    const told = { outcome: 'REACHED', sent: 'ALERT', at, retrying: false, answer: null };
    await waitFor('the alert', async () => (await outcomes(organization))[0]?.sent === 'ALERT');
    expect(await outcomes(organization)).toEqual([told]);
    expect(await organization.call('getAlertContact', { id })).toMatchObject({ lastOutcome: told });
    expect(await organization.call('updateAlertContact', { id, body: { name: 'Chat' } })).toMatchObject({
      name: 'Chat',
      lastOutcome: told,
    });
    await test(organization, id);
    const arrived = { outcome: 'REACHED', sent: 'TEST', at, retrying: false, answer: 'The receiver answered 200' };
    expect(await outcomes(organization)).toEqual([arrived]);
  });

  it('is the alert that fails, while it is tried again and after it was given up', async () => {
    const organization = suite.organization();
    await organization.addContact({ to: `${url}/slack/failing` });
    await organization.addContact({ to: `${url}/slack/refusing` });
    // More than there are attempts while the test runs.
    vendors.before.set(
      '/slack/failing',
      Array.from({ length: 50 }, () => ({ status: 500 })),
    );
    vendors.before.set('/slack/refusing', [{ status: 410 }]);
    await organization.apply(newOutage());
    const failed = (status: number, retrying: boolean) => ({
      outcome: 'FAILED',
      sent: 'ALERT',
      at,
      retrying,
      answer: `the receiver answered ${status}`,
    });
    await waitFor('both attempts', async () => (await outcomes(organization)).every((each) => each !== null));
    expect(await outcomes(organization)).toEqual([failed(410, false), failed(500, true)]);
  });

  it('does not outlive the contact', async () => {
    const organization = suite.organization();
    const { id } = await organization.addContact({ to: `${url}/slack/left` });
    await test(organization, id);
    await organization.call('deleteAlertContact', { id });
    const { rows } = await suite.pool.query('SELECT test_answer FROM incident.contact WHERE id = $1', [id]);
    expect(rows).toEqual([{ test_answer: null }]);
  });
});
