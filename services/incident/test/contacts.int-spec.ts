import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  internal,
  newId,
  type Actor,
  type AddedContact,
  type AlertContact,
  type InternalRequest,
  type MonitorDescription,
} from '@vedette/contract';
import type { RpcClient } from '@vedette/messaging';
import type { Organization } from './support/organization.ts';
import { ago, ahead, ended, newOutage } from '@vedette/test-kit/facts';
import { startSuite, type Suite } from './support/suite.ts';

let suite: Suite;
let rpc: RpcClient;
/** The monitors that the monitor service knows. */
const known = new Set<string>();

beforeAll(async () => {
  suite = await startSuite();
  const { service } = suite;
  if (service === undefined) throw new Error('The suite starts one');
  rpc = service.host.rpc;
  service.host.link.connection?.subscribe(internal.describeMonitors.subject, {
    callback: (_, message) => {
      const { monitorIds } = message.json<{ monitorIds: string[] }>();
      const monitors = monitorIds
        .filter((id) => known.has(id))
        .map((id): MonitorDescription => ({
          id,
          name: id,
          type: 'HTTP',
          state: 'UP',
          createdAt: new Date().toISOString(),
        }));
      message.respond(JSON.stringify({ monitors }));
    },
  });
});

afterAll(() => suite.stop());

/** As lists show the contact. */
function omitSecret(added: AddedContact): AlertContact {
  const { secret, ...contact } = added;
  expect(secret === null || secret.startsWith('whsec_')).toBe(true);
  return contact;
}

function newMonitor(): string {
  const id = newId('mon');
  known.add(id);
  return id;
}

/** Which of the contacts' mail addresses are told of an outage of a monitor that was created at that time. */
async function told(organization: Organization, monitorId: string, createdAt: Date, of: string[]): Promise<string[]> {
  const outage = newOutage({ monitorId, monitorCreatedAt: createdAt });
  await organization.apply(outage);
  const { rows } = await suite.pool.query<{ contactId: string }>(
    `SELECT contact_id AS "contactId" FROM incident.alert_job WHERE incident_id = $1`,
    [outage.incidentId],
  );
  const { contacts } = await rpc.ask(internal.listContacts, { organizationId: organization.id });
  const addressed = contacts.filter(({ id }) => rows.some(({ contactId }) => contactId === id));
  return of.filter((address) => addressed.some(({ to }) => to === address));
}

describe('a contact', () => {
  it('is shown as it was added, the oldest first', async () => {
    const organization = suite.organization();
    const first = await organization.addContact({ to: 'ops@example.com' });
    const monitorId = newMonitor();
    const second = await organization.addContact({
      to: `${suite.chatUrl}/hook`,
      name: 'Chat',
      monitors: [monitorId],
    });
    expect(first).toEqual({
      id: expect.stringMatching(/^ac_[0-9a-z]{26}$/),
      organizationId: organization.id,
      type: 'EMAIL',
      name: null,
      to: 'ops@example.com',
      state: 'ACTIVE',
      notifyOn: ['EXPIRY'],
      monitorTypes: null,
      remindEveryMinutes: 60,
      delayMinutes: 0,
      quietHours: null,
      expiryDays: [14, 3],
      secret: null,
      monitors: { since: first.createdAt, before: 'ALL', attached: [], detached: [] },
      createdAt: expect.stringMatching(/Z$/),
    });
    expect(second).toMatchObject({
      type: 'SLACK',
      name: 'Chat',
      to: `${suite.chatUrl}/•••`,
      monitors: { before: 'NONE', attached: [monitorId] },
    });
    const { id: organizationId } = organization;
    expect(await rpc.ask(internal.listContacts, { organizationId })).toEqual({
      contacts: [first, second].map((contact) => omitSecret(contact)),
    });
    const others = await rpc.ask(internal.listContacts, { organizationId: newId('org') });
    expect(others).toEqual({ contacts: [] });
  });

  it.each([
    { to: 'nobody', type: 'EMAIL' as const, message: 'to must be one mail address' },
    { to: 'ftp://example.com', type: 'WEBHOOK' as const, message: 'to must be an http or https address' },
    { to: 'https://u:p@example.com', type: 'WEBHOOK' as const, message: 'to must not hold credentials' },
  ])('is refused as $to', async ({ to, type, message }) => {
    await expect(suite.organization().addContact({ to, type })).rejects.toMatchObject({
      code: 'validation_error',
      details: [{ path: 'to', message }],
    });
  });

  it('is refused for a monitor that is not there', async () => {
    const organization = suite.organization();
    const monitors = [newMonitor(), 'mon_unknown'];
    const refusal = { code: 'validation_error', details: [expect.objectContaining({ path: 'monitors.1' })] };
    await expect(organization.addContact({ to: 'ops@example.com', monitors })).rejects.toMatchObject(refusal);
    const { id: contactId } = await organization.addContact({ to: 'ops@example.com' });
    const attach = rpc.ask(internal.attachContact, { contactId, attached: true, monitors });
    await expect(attach).rejects.toMatchObject(refusal);
  });

  it('that is unknown can be neither attached nor removed', async () => {
    const contactId = 'ac_unknown';
    const refusal = { code: 'not_found', message: 'There is no contact ac_unknown.' };
    const attach = rpc.ask(internal.attachContact, { contactId, attached: true, monitors: 'ALL' });
    await expect(attach).rejects.toMatchObject(refusal);
    await expect(rpc.ask(internal.removeContact, { contactId })).rejects.toMatchObject(refusal);
  });

  it('that is removed is told nothing more', async () => {
    const organization = suite.organization();
    const { id: contactId } = await organization.addContact({ to: 'gone@example.com' });
    const outage = newOutage();
    await organization.apply(outage);
    await organization.timeline(outage.incidentId, 'ALERT_SENT');
    expect(await rpc.ask(internal.removeContact, { contactId })).toMatchObject({ to: 'gone@example.com' });
    await organization.apply(ended(outage));
    const { rows } = await suite.pool.query('SELECT kind FROM incident.alert_job WHERE incident_id = $1', [
      outage.incidentId,
    ]);
    expect(rows).toEqual([{ kind: 'OPENED' }]);
    expect(await told(organization, newMonitor(), ahead(1), ['gone@example.com'])).toEqual([]);
    expect(await rpc.ask(internal.listContacts, { organizationId: organization.id })).toEqual({ contacts: [] });
  });
});

describe('attachment', () => {
  const [all, none, some] = ['all@example.com', 'none@example.com', 'some@example.com'];

  it('covers the monitors that it was asked for, and every new one', async () => {
    const organization = suite.organization();
    const chosen = newMonitor();
    await organization.addContact({ to: all, monitors: 'ALL' });
    await organization.addContact({ to: none, monitors: 'NONE' });
    await organization.addContact({ to: some, monitors: [chosen] });
    const everybody = [all, none, some];
    expect(await told(organization, newMonitor(), ago(60), everybody)).toEqual([all]);
    expect(await told(organization, chosen, ago(60), everybody)).toEqual([all, some]);
    expect(await told(organization, newMonitor(), ahead(1), everybody)).toEqual(everybody);
  });

  it('is taken away and given back, for one monitor or for all', async () => {
    const organization = suite.organization();
    const [one, other] = [newMonitor(), newMonitor()];
    const { id: contactId } = await organization.addContact({ to: all });
    const change = (attached: boolean, monitors: 'ALL' | string[]) =>
      rpc.ask(internal.attachContact, { contactId, attached, monitors });
    expect(await change(false, [one])).toMatchObject({ monitors: { before: 'ALL', detached: [one] } });
    expect(await told(organization, one, ago(60), [all])).toEqual([]);
    expect(await told(organization, other, ago(60), [all])).toEqual([all]);
    expect(await change(false, 'ALL')).toMatchObject({ monitors: { before: 'NONE', attached: [], detached: [] } });
    expect(await told(organization, newMonitor(), ago(60), [all])).toEqual([]);
    expect(await told(organization, newMonitor(), ahead(1), [all])).toEqual([all]);
    expect(await change(true, [one])).toMatchObject({ monitors: { before: 'NONE', attached: [one] } });
    expect(await change(true, 'ALL')).toMatchObject({ monitors: { before: 'ALL', attached: [], detached: [] } });
    expect(await told(organization, newMonitor(), ago(60), [all])).toEqual([all]);
  });

  it('does not reach into another organization', async () => {
    await suite.organization().addContact({ to: all });
    expect(await told(suite.organization(), newMonitor(), ahead(1), [all])).toEqual([]);
  });
});

describe('the audit log', () => {
  const actor: Actor = { kind: 'operator', user: 'root' };

  /** As the command line asks: with the operator, whom other services never name. */
  async function command<Input>(request: InternalRequest<Input, AlertContact>, input: Input): Promise<AlertContact> {
    const context = { requestId: newId('req'), deadlineAt: Date.now() + 5_000, actor };
    const { body } = await rpc.forward(request.subject, JSON.stringify(input), context);
    return JSON.parse(Buffer.from(body).toString()) as AlertContact;
  }

  it('gets one line of each change by the command line, and none of what services ask', async () => {
    const organization = suite.organization();
    const { id: organizationId } = organization;
    await organization.addContact({ to: 'unasked@example.com' });
    const added = { organizationId, type: 'EMAIL', to: 'ops@example.com', name: 'On call', monitors: 'ALL' } as const;
    const { id: contactId } = await command(internal.addContact, { ...added, secret: null, settings: {} });
    await command(internal.changeContact, { contactId, settings: { delayMinutes: 5, remindEveryMinutes: 60 } });
    await command(internal.attachContact, { contactId, attached: false, monitors: 'ALL' });
    await command(internal.removeContact, { contactId });
    const { rows } = await suite.pool.query<{ payload: string }>(
      `SELECT payload FROM incident.outbox WHERE subject = 'vedette.audit.incident' AND payload LIKE $1 ORDER BY id`,
      [`%${organizationId}%`],
    );
    const lineOf = (operation: string, changedFields: string[]) => ({
      id: expect.any(String),
      at: expect.any(String),
      organizationId,
      actor,
      operation,
      resource: { id: contactId, name: 'On call' },
      changedFields,
      requestId: null,
      address: null,
    });
    expect(rows.map(({ payload }) => JSON.parse(payload) as unknown)).toEqual([
      lineOf('addContact', []),
      lineOf('changeContact', ['delayMinutes']),
      lineOf('attachContact', ['monitors']),
      lineOf('removeContact', []),
    ]);
  });
});
