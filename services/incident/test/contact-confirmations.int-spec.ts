import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { internal, newId, servedOperations } from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import { ended, newOutage } from '@vedette/test-kit/facts';
import { smtpError } from '@vedette/test-kit/smtp-receiver';
import type { Organization } from './support/organization.ts';
import { startSuite, type Suite } from './support/suite.ts';

let suite: Suite;
/** The addresses of people of all organizations. */
const members = new Set<string>();
/** Addresses about which the account service does not answer. */
const unanswered = new Set<string>();

beforeAll(async () => {
  suite = await startSuite();
  suite.service.host.link.connection?.subscribe(internal.isMember.subject, {
    callback: (_, message) => {
      const { email } = message.json<{ email: string }>();
      if (!unanswered.has(email)) message.respond(JSON.stringify({ isMember: members.has(email) }));
    },
  });
});
afterAll(() => suite.stop());
afterEach(() => {
  suite.smtp.react = () => undefined;
});

const newAddress = (): string => `${newId('ac')}@example.com`;

const add = (organization: Organization, to: string) =>
  organization.call('createAlertContact', { body: { type: 'EMAIL', to } });

/** Mails the link once more. */
const askAgain = (organization: Organization, id: string) => organization.call('testAlertContact', { id, body: {} });

/** Waits until the service knows that the mail server took the mail. */
const sent = (id: string) =>
  waitFor('the mail to be noted as sent', async () => {
    const sql = 'SELECT FROM incident.contact_confirmation WHERE contact_id = $1 AND sent_hash IS NOT NULL';
    return (await suite.pool.query(sql, [id])).rows.length === 1;
  });

function refuseMails(): void {
  suite.smtp.react = () => {
    throw smtpError(451, 'Try again later');
  };
}

async function confirm(token: string): Promise<unknown> {
  const input = JSON.stringify({ params: {}, query: {}, body: { token } });
  const context = { requestId: newId('req'), deadlineAt: Date.now() + 5_000, sourceAddress: '192.0.2.7' };
  const { body } = await suite.rpc.forward(servedOperations.confirmAlertContact.subject, input, context);
  return JSON.parse(Buffer.from(body).toString());
}

/** The token in the mail with this number. */
async function mailedToken(to: string, number = 1): Promise<string> {
  const mail = (await suite.smtp.got(to, number)).at(-1);
  const [, token = ''] = /https:\/\/console\.vedette\.test\/console\/confirm#(\S+)/.exec(mail?.text ?? '') ?? [];
  expect(mail?.subject).toBe('Confirm that Vedette may mail you alerts');
  return token;
}

async function reasonsOf(organization: Organization, contactId: string): Promise<string[]> {
  const { data } = await organization.call('listAlerts', { query: { contactId } });
  return data.map(({ kind, state, reason }) => `${kind} ${state} ${reason}`);
}

describe('a mail contact', () => {
  it('hears nothing before its owner confirms, and then of what goes on', async () => {
    const organization = suite.organization();
    const to = newAddress();
    const { id, state } = await add(organization, to);
    expect(state).toBe('UNCONFIRMED');
    const token = await mailedToken(to);
    const outage = newOutage();
    await organization.apply(outage);
    expect(await reasonsOf(organization, id)).toEqual(['OPENED HELD UNCONFIRMED']);
    expect(await organization.timeline(outage.incidentId, 'ALERT_SUPPRESSED')).toContain(
      `ALERT_SUPPRESSED: ${to} is not told: the owner of the address has not confirmed it`,
    );
    expect(await confirm(token)).toEqual({ to });
    expect(await organization.call('getAlertContact', { id })).toMatchObject({ state: 'ACTIVE' });
    const [, alert] = await suite.smtp.got(to, 2);
    expect(alert?.subject).toMatch(/^DOWN: /);
    await expect(confirm(token)).rejects.toMatchObject({ code: 'unauthorized' });
  });

  it('is not told of an outage that ended before its owner confirmed', async () => {
    const organization = suite.organization();
    const to = newAddress();
    const { id } = await add(organization, to);
    const outage = newOutage();
    await organization.apply(outage);
    await organization.apply(ended(outage));
    await confirm(await mailedToken(to));
    expect(await reasonsOf(organization, id)).toEqual(['OPENED SUPPRESSED UNCONFIRMED']);
    expect(suite.smtp.to(to)).toHaveLength(1);
  });

  it('is active at once if it is the address of a member, or if the operator adds it', async () => {
    const organization = suite.organization();
    const [member, other] = [newAddress(), newAddress()];
    members.add(member);
    expect(await add(organization, member)).toMatchObject({ state: 'ACTIVE' });
    expect(await organization.addContact({ to: other })).toMatchObject({ state: 'ACTIVE' });
    await organization.apply(newOutage());
    for (const to of [member, other]) expect((await suite.smtp.got(to, 1))[0]?.subject).toMatch(/^DOWN: /);
  });

  it('has to confirm if the account service does not say in time whose address it is', async () => {
    const to = newAddress();
    unanswered.add(to);
    expect(await add(suite.organization(), to)).toMatchObject({ state: 'UNCONFIRMED' });
    await mailedToken(to);
  });

  it('is confirmed by the newest link alone', async () => {
    const organization = suite.organization();
    const to = newAddress();
    const { id } = await add(organization, to);
    const first = await mailedToken(to);
    expect(await askAgain(organization, id)).toMatchObject({ delivered: true });
    const second = await mailedToken(to, 2);
    await expect(confirm(first)).rejects.toMatchObject({ code: 'unauthorized' });
    expect(await confirm(second)).toEqual({ to });
  });

  it('is confirmed by the link that it has, if another could not be mailed', async () => {
    const organization = suite.organization();
    const to = newAddress();
    const { id } = await add(organization, to);
    const token = await mailedToken(to);
    await sent(id);
    refuseMails();
    for (let count = 0; count < 2; count += 1) {
      expect(await askAgain(organization, id)).toMatchObject({ delivered: false });
    }
    expect(await confirm(token)).toEqual({ to });
  });

  it('is asked when the mail server is back, however often it failed before', async () => {
    const organization = suite.organization();
    const to = newAddress();
    refuseMails();
    const { id } = await add(organization, to);
    for (let count = 0; count < 6; count += 1) {
      expect(await askAgain(organization, id)).toMatchObject({
        delivered: false,
        answer: expect.stringContaining('451 Try again later'),
      });
    }
    suite.smtp.react = () => undefined;
    expect(await askAgain(organization, id)).toMatchObject({ delivered: true });
  });

  it('cannot be confirmed once it is deleted', async () => {
    const organization = suite.organization();
    const to = newAddress();
    const { id } = await add(organization, to);
    const token = await mailedToken(to);
    await organization.call('deleteAlertContact', { id });
    await expect(confirm(token)).rejects.toMatchObject({ code: 'unauthorized' });
    const { rows } = await suite.pool.query('SELECT FROM incident.contact_confirmation WHERE contact_id = $1', [id]);
    expect(rows).toEqual([]);
  });

  it('cannot be confirmed by a token that has expired', async () => {
    const organization = suite.organization();
    const to = newAddress();
    const { id } = await add(organization, to);
    const token = await mailedToken(to);
    await sent(id);
    const expire = `
      UPDATE incident.contact_confirmation SET expires_at = now() - interval '1 second', sent_expires_at = now()
      WHERE contact_id = $1`;
    await suite.pool.query(expire, [id]);
    await expect(confirm(token)).rejects.toMatchObject({ code: 'unauthorized' });
  });

  it('is asked at most five times an hour, whoever adds it, and the sixth time an hour later', async () => {
    const to = newAddress();
    const ids: string[] = [];
    for (let count = 0; count < 6; count += 1) ids.push((await add(suite.organization(), to)).id);
    const isSettled = async (): Promise<boolean> => {
      const { rows } = await suite.pool.query<{ sent: number; later: number }>(
        `SELECT count(*) FILTER (WHERE due_at IS NULL)::integer AS sent,
           count(*) FILTER (WHERE due_at > now() + interval '59 minutes')::integer AS later
         FROM incident.contact_confirmation WHERE contact_id = ANY ($1)`,
        [ids],
      );
      return rows[0]?.sent === 5 && rows[0].later === 1;
    };
    await waitFor('five mails to be sent and one to be postponed', isSettled);
    expect(suite.smtp.to(to)).toHaveLength(5);
    await suite.pool.query(`UPDATE incident.confirmation_mail SET sent_at = sent_at - interval '1 hour'`);
    const due =
      'UPDATE incident.contact_confirmation SET due_at = now() WHERE due_at IS NOT NULL AND contact_id = ANY ($1)';
    await suite.pool.query(due, [ids]);
    await suite.smtp.got(to, 6);
  });

  it('leaves a line in the audit log when its owner confirms', async () => {
    const organization = suite.organization();
    const to = newAddress();
    const { id } = await add(organization, to);
    const token = await mailedToken(to);
    await confirm(token);
    const { rows } = await suite.pool.query<{ payload: string }>(
      `SELECT payload FROM incident.outbox WHERE subject = 'vedette.audit.incident' AND payload LIKE $1 ORDER BY id`,
      [`%${organization.id}%`],
    );
    expect(rows.map(({ payload }) => JSON.parse(payload) as object)).toMatchObject([
      { operation: 'confirmAlertContact', actor: { kind: 'link', id }, resource: { id, name: to } },
    ]);
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});
