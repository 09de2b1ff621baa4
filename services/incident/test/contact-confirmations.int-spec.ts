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

beforeAll(async () => {
  suite = await startSuite();
  suite.service.host.link.connection?.subscribe(internal.isMember.subject, {
    callback: (_, message) => {
      const { email } = message.json<{ email: string }>();
      message.respond(JSON.stringify({ isMember: members.has(email) }));
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

  it('is confirmed by the newest link alone, while it exists', async () => {
    const organization = suite.organization();
    const to = newAddress();
    let refusals = 1;
    suite.smtp.react = () => {
      if (refusals-- > 0) throw smtpError(451, 'Try again later');
    };
    const { id } = await add(organization, to);
    const due = `UPDATE incident.contact_confirmation SET due_at = now() WHERE contact_id = $1 AND due_at > now()`;
    await waitFor('the second mail', async () => {
      await suite.pool.query(due, [id]);
      return suite.smtp.to(to).length > 0;
    });
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
    const expire = `UPDATE incident.contact_confirmation SET expires_at = now() WHERE contact_id = $1`;
    await suite.pool.query(expire, [id]);
    await expect(confirm(token)).rejects.toMatchObject({ code: 'unauthorized' });
  });

  it('is asked at most five times an hour, whoever adds it', async () => {
    const to = newAddress();
    for (let count = 0; count < 6; count += 1) await add(suite.organization(), to);
    const undone = async (): Promise<boolean> => {
      const { rows } = await suite.pool.query('SELECT FROM incident.contact_confirmation WHERE due_at IS NOT NULL');
      return rows.length === 0;
    };
    await waitFor('all mails to be sent or given up', undone);
    expect(suite.smtp.to(to)).toHaveLength(5);
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
