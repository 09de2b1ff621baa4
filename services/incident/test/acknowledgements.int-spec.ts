import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId, servedOperations, type Acknowledgement, type OutageFact } from '@vedette/contract';
import { ended, newOutage } from '@vedette/test-kit/facts';
import type { Organization } from './support/organization.ts';
import { startSuite, type Suite } from './support/suite.ts';

const CLIENT = '192.0.2.7';
const WEEK_MS = 7 * 86_400_000;

let suite: Suite;
let unique = 0;

beforeAll(async () => {
  suite = await startSuite();
});
afterAll(() => suite.stop());

/** As the gateway sends it: without a credential. */
async function call(id: 'viewAcknowledgement' | 'createAcknowledgement', token: string): Promise<Acknowledgement> {
  const { subject, effect } = servedOperations[id];
  const input = JSON.stringify({ params: {}, query: {}, body: { token } });
  const context = {
    requestId: newId('req'),
    deadlineAt: Date.now() + 5_000,
    ...(effect === 'write' && { sourceAddress: CLIENT }),
  };
  const { body } = await suite.rpc.forward(subject, input, context);
  return JSON.parse(Buffer.from(body).toString()) as Acknowledgement;
}

const view = (token: string) => call('viewAcknowledgement', token);
const acknowledge = (token: string) => call('createAcknowledgement', token);
const code = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'ok',
    (error: { code?: string }) => error.code ?? error,
  );

interface Alerted {
  readonly organization: Organization;
  readonly outage: OutageFact;
  readonly contactId: string;
  readonly token: string;
}

/** An outage of which a mail contact has been told, and the token of the link in the mail. */
async function alerted(name: string | null = 'On call'): Promise<Alerted> {
  unique += 1;
  const organization = suite.organization();
  const to = `ack-${unique}@example.com`;
  const { id: contactId } = await organization.addContact({ to, name });
  const outage = newOutage();
  await organization.apply(outage);
  const [mail] = await suite.smtp.got(to, 1);
  const [, token = ''] = /https:\/\/console\.vedette\.test\/console\/ack#(\S+)/.exec(mail?.text ?? '') ?? [];
  expect(mail?.html).toContain(`/console/ack#${token}`);
  return { organization, outage, contactId, token };
}

describe('the link in an alert', () => {
  it('shows the name, the cause and the beginning of the outage, and changes nothing', async () => {
    const { organization, outage, token } = await alerted();
    const { monitor, cause, startedAt, incidentId } = outage;
    expect(await view(token)).toEqual({ name: monitor.name, cause, startedAt });
    expect(await organization.get(incidentId)).toMatchObject({ acknowledged: false });
  });

  it.each([
    { name: 'On call', label: 'On call' },
    { name: null, label: 'ack-' },
  ])('acknowledges once, in the name of the contact', async ({ name, label }) => {
    const { organization, outage, contactId, token } = await alerted(name);
    const { monitor, cause, startedAt, incidentId } = outage;
    expect(await acknowledge(token)).toEqual({ name: monitor.name, cause, startedAt });
    const first = await organization.get(incidentId);
    expect(first).toMatchObject({ acknowledged: true, acknowledgedAt: expect.any(String) });
    const entries = first.timeline.filter(({ type }) => type === 'ACKNOWLEDGED');
    expect(entries).toEqual([
      { at: first.acknowledgedAt, type: 'ACKNOWLEDGED', message: expect.stringContaining(`Acknowledged by ${label}`) },
    ]);
    expect(await acknowledge(token)).toEqual({ name: monitor.name, cause, startedAt });
    expect((await organization.get(incidentId)).acknowledgedAt).toBe(first.acknowledgedAt);
    const { rows } = await suite.pool.query<{ payload: string }>(
      `SELECT payload FROM incident.outbox WHERE subject = 'vedette.audit.incident' AND payload LIKE $1 ORDER BY id`,
      [`%${organization.id}%`],
    );
    const lines = rows.map(({ payload }) => JSON.parse(payload) as object);
    const line = {
      actor: { kind: 'link', id: contactId, name: expect.stringContaining(label) },
      operation: 'createAcknowledgement',
      resource: { id: incidentId, name: monitor.name },
      address: CLIENT,
    };
    expect(lines).toMatchObject([line, line]);
    const events = await suite.waitForEvents(organization, incidentId, 2);
    expect(events.map(({ type }) => type)).toEqual(['incident.opened', 'incident.acknowledged']);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('is refused once the outage is over', async () => {
    const { organization, outage, token } = await alerted();
    await organization.apply(ended(outage));
    expect([await code(view(token)), await code(acknowledge(token))]).toEqual(['conflict', 'conflict']);
  });

  it.each([
    {
      name: 'its contact is removed',
      change: ({ organization, contactId }: Alerted) => organization.call('deleteAlertContact', { id: contactId }),
    },
    {
      name: 'its monitor is deleted',
      change: ({ organization, outage }: Alerted) => organization.forget(outage.monitor.id),
    },
  ])('is refused once $name', async ({ change }) => {
    const known = await alerted();
    await change(known);
    expect([await code(view(known.token)), await code(acknowledge(known.token))]).toEqual([
      'unauthorized',
      'unauthorized',
    ]);
  });

  it.each([
    { name: 'another incident', forge: (token: string) => token.replace(/^inc_\w+/, newId('inc')) },
    { name: 'another contact', forge: (token: string) => token.replace(/ac_\w+/, newId('ac')) },
    { name: 'another code', forge: (token: string) => `${token.slice(0, -2)}${token.at(-2) === 'A' ? 'B' : 'A'}A` },
    { name: 'nothing that we made', forge: () => 'token' },
  ])('is refused when it names $name', async ({ forge }) => {
    const { token } = await alerted();
    expect([await code(view(forge(token))), await code(acknowledge(forge(token)))]).toEqual([
      'unauthorized',
      'unauthorized',
    ]);
  });

  it('ends seven days after the alert was decided', async () => {
    const { outage, token } = await alerted();
    const { rows } = await suite.pool.query<{ created_at: Date }>(
      'SELECT created_at FROM incident.alert_job WHERE incident_id = $1',
      [outage.incidentId],
    );
    const endsAt = Number.parseInt(token.split('.')[2] ?? '', 36) * 1_000;
    expect(Math.abs(endsAt - (rows[0]?.created_at.getTime() ?? 0) - WEEK_MS)).toBeLessThan(1_000);
  });
});
