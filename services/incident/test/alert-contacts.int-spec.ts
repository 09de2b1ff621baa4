import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { internal, newId, ORGANIZATION_LIMITS, type MonitorDescription } from '@vedette/contract';
import { tablesWith } from '@vedette/test-kit';
import { ago, ahead, newOutage } from '@vedette/test-kit/facts';
import { smtpError } from '@vedette/test-kit/smtp-receiver';
import { ContactOutcomeRepository } from '../src/contacts/contact-outcome.repository.ts';
import type { Organization } from './support/organization.ts';
import { startSuite, type Suite } from './support/suite.ts';

let suite: Suite;
/** The monitors that the monitor service knows. */
const known = new Map<string, { organizationId: string; createdAt: Date }>();

beforeAll(async () => {
  suite = await startSuite();
  suite.service.host.link.connection?.subscribe(internal.describeMonitors.subject, {
    callback: (_, message) => {
      const { organizationId, monitorIds } = message.json<{ organizationId: string; monitorIds: string[] }>();
      const monitors = monitorIds.flatMap((id): MonitorDescription[] => {
        const monitor = known.get(id);
        if (monitor?.organizationId !== organizationId) return [];
        return [{ id, name: id, type: 'HTTP', state: 'UP', createdAt: monitor.createdAt.toISOString() }];
      });
      message.respond(JSON.stringify({ monitors }));
    },
  });
});

afterAll(() => suite.stop());

function newMonitor({ id: organizationId }: Organization, createdAt = ago(60)): string {
  const id = newId('mon');
  known.set(id, { organizationId, createdAt });
  return id;
}

const EMAIL = { type: 'EMAIL', to: 'ops@example.com' };

describe('an alert contact', () => {
  it('is created, shown, listed with the newest first, renamed and deleted', async () => {
    const organization = suite.organization();
    const { secret: none, ...first } = await organization.call('createAlertContact', { body: EMAIL });
    const body = { type: 'WEBHOOK', to: `${suite.chatUrl}/hook`, name: 'Chat' };
    const { secret, ...second } = await organization.call('createAlertContact', { body });
    expect(none).toBeNull();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(first).toEqual({
      id: expect.stringMatching(/^ac_[0-9a-z]{26}$/),
      ...EMAIL,
      name: null,
      state: 'UNCONFIRMED',
      lastOutcome: null,
      notifyOn: ['EXPIRY'],
      monitorTypes: null,
      remindEveryMinutes: 60,
      delayMinutes: 0,
      quietHours: null,
      expiryDays: [14, 3],
      createdAt: expect.stringMatching(/Z$/),
    });
    expect(await organization.call('getAlertContact', { id: second.id })).toEqual(second);
    expect(await organization.call('listAlertContacts')).toMatchObject({ data: [second, first] });
    expect(await organization.call('listAlertContacts', { query: { limit: 1, offset: 1 } })).toEqual({
      data: [first],
      pagination: { limit: 1, offset: 1, total: 2 },
    });
    const renamed = await organization.call('updateAlertContact', { id: first.id, body: { name: 'On call' } });
    expect(renamed).toEqual({ ...first, name: 'On call' });
    expect(await organization.call('updateAlertContact', { id: first.id, body: {} })).toEqual(renamed);
    expect(await organization.call('deleteAlertContact', { id: first.id })).toEqual({ data: { id: first.id } });
    expect(await organization.call('listAlertContacts')).toMatchObject({ data: [second], pagination: { total: 1 } });
  });

  it('is the one that the command line manages', async () => {
    const organization = suite.organization();
    const { id } = await organization.call('createAlertContact', { body: EMAIL });
    const { contacts } = await organization.ask(internal.listContacts, {});
    expect(contacts).toMatchObject([{ id, ...EMAIL, monitors: { before: 'ALL', attached: [], detached: [] } }]);
    await suite.rpc.ask(internal.removeContact, { contactId: id });
    await expect(organization.call('getAlertContact', { id })).rejects.toMatchObject({ code: 'not_found' });
  });

  it.each([
    { to: 'nobody', type: 'EMAIL', message: 'to must be one mail address' },
    { to: 'ftp://example.com', type: 'WEBHOOK', message: 'to must be an http or https address' },
  ])('is refused as $to', async ({ to, type, message }) => {
    await expect(suite.organization().call('createAlertContact', { body: { to, type } })).rejects.toMatchObject({
      code: 'validation_error',
      details: [{ path: 'to', message }],
    });
  });

  it('is refused for a monitor of another organization, which the error names by its place', async () => {
    const organization = suite.organization();
    const monitorIds = [newMonitor(organization), newMonitor(suite.organization())];
    await expect(organization.call('createAlertContact', { body: { ...EMAIL, monitorIds } })).rejects.toMatchObject({
      code: 'validation_error',
      details: [{ path: 'monitorIds.1' }],
    });
    expect(await organization.call('listAlertContacts')).toMatchObject({ data: [] });
  });

  it('is refused beyond the limit of an organization, which removed ones do not count for', async () => {
    const limit = ORGANIZATION_LIMITS['alert contacts'];
    const organization = suite.organization();
    const insertContacts = (count: number, removedAt: Date | null) =>
      suite.pool.query(
        `INSERT INTO incident.contact (id, organization_id, type, notify_on, monitor_types, delay_minutes, expiry_days,
           baseline_at, baseline_attached, created_at, removed_at)
         SELECT 'ac_' || gen_random_uuid(), $1, 'EMAIL', '{}', '{}', 0, '{}', now(), true, now(), $3
         FROM generate_series(1, $2::integer)`,
        [organization.id, count, removedAt],
      );
    await insertContacts(5, new Date());
    await insertContacts(limit - 1, null);
    const create = () => organization.call('createAlertContact', { body: EMAIL });
    const created = await Promise.allSettled([create(), create()]);
    const refusals = created.flatMap((one): unknown[] => (one.status === 'rejected' ? [one.reason] : []));
    const message = expect.stringContaining(`at most ${limit} alert contacts`);
    expect(refusals).toMatchObject([{ code: 'conflict', message }]);
  });

  it('does not exist for another organization', async () => {
    const { id } = await suite.organization().call('createAlertContact', { body: EMAIL });
    const stranger = suite.organization();
    const refusal = { code: 'not_found' };
    await expect(stranger.call('getAlertContact', { id })).rejects.toMatchObject(refusal);
    await expect(stranger.call('updateAlertContact', { id, body: { name: 'x' } })).rejects.toMatchObject(refusal);
    await expect(stranger.call('deleteAlertContact', { id })).rejects.toMatchObject(refusal);
  });

  it('is created once for an idempotency key, whose stored answer hides the address', async () => {
    const organization = suite.organization();
    const marker = newId('req');
    const body = { type: 'WEBHOOK', to: `${suite.chatUrl}/${marker}` };
    const request = { body, idempotencyKey: 'create' };
    const created = await organization.call('createAlertContact', request);
    expect(await organization.call('createAlertContact', request)).toEqual(created);
    await organization.call('updateAlertContact', { id: created.id, body: { name: 'x' }, idempotencyKey: 'rename' });
    expect(await organization.call('listAlertContacts')).toMatchObject({ pagination: { total: 1 } });
    expect(await tablesWith(suite.pool, 'incident', marker)).toEqual([]);
  });

  it('is deleted by one of many requests; the others find nothing', async () => {
    const organization = suite.organization();
    const { id } = await organization.call('createAlertContact', { body: EMAIL });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, () => organization.call('deleteAlertContact', { id })),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('shows its address to members, and not to viewers', async () => {
    const organization = suite.organization();
    const member = organization.as('MEMBER');
    const { id } = await member.call('createAlertContact', { body: EMAIL });
    expect(await member.call('getAlertContact', { id })).toMatchObject({ to: 'ops@example.com' });
    const viewer = organization.as('VIEWER');
    expect(await viewer.call('getAlertContact', { id })).toMatchObject({ to: 'o•••@example.com' });
    expect(await viewer.call('listAlertContacts')).toMatchObject({ data: [{ to: 'o•••@example.com' }] });
    const outcomes = suite.service.get(ContactOutcomeRepository);
    const answer = '550 5.1.1 <ops@example.com>: no such user';
    const maskedAnswer = 'The mail server answered 550';
    const result = { sent: 'TEST', delivered: false, answer, maskedAnswer, tookMs: 5 } as const;
    await outcomes.noteTest(id, result, new Date());
    expect(await member.call('getAlertContact', { id })).toMatchObject({ lastOutcome: { answer } });
    const shown = { lastOutcome: { answer: maskedAnswer } };
    expect(await viewer.call('getAlertContact', { id })).toMatchObject(shown);
    expect(await viewer.call('listAlertContacts')).toMatchObject({ data: [shown] });
  });
});

describe('what the mail server says about an address', () => {
  it('is quoted to members; viewers read the status code alone, in the list of alerts, timelines and events', async () => {
    const organization = suite.organization();
    const [kept, gone] = [`${newId('req')}@example.com`, `${newId('req')}@example.com`];
    suite.smtp.react = (mail) => {
      const to = mail.to?.[0]?.address ?? '';
      if (to === kept || to === gone) throw smtpError(550, `5.1.1 <${to}>: user ${to.split('@')[0]} unknown`);
    };
    await organization.addContact({ to: kept });
    const { id } = await organization.addContact({ to: gone });
    const outage = newOutage();
    await organization.apply(outage);
    const told = await organization.timeline(outage.incidentId, 'ALERT_FAILED', 2);
    suite.smtp.react = () => undefined;
    for (const to of [kept, gone]) expect(told.join('\n')).toContain(`Could not tell ${to} of the outage`);
    await organization.call('deleteAlertContact', { id });
    const [member, viewer] = [organization.as('MEMBER'), organization.as('VIEWER')];
    const textsFor = async (reader: typeof member): Promise<string> => {
      const { data } = await reader.call('listAlerts', { query: { incidentId: outage.incidentId } });
      const { timeline } = await reader.call('getIncident', { id: outage.incidentId });
      const texts = [...data.map(({ error }) => error ?? ''), ...timeline.map(({ message }) => message)];
      return texts.filter((text) => text.includes('550')).join('\n');
    };
    const [full, masked] = [await textsFor(member), await textsFor(viewer)];
    expect(full.split(kept)).toHaveLength(4);
    expect(masked.split('\n').toSorted()).toEqual([
      ...Array.from(
        { length: 2 },
        () => 'Could not tell •••@example.com of the outage by email: the mail server answered 550',
      ),
      ...Array.from({ length: 2 }, () => 'the mail server answered 550'),
    ]);
    // What events tell of the incident is shown to viewers by another service, which asks for the same words.
    const { timeline } = await organization.get(outage.incidentId);
    const entries = timeline.map(({ type, message }) => ({ incidentId: outage.incidentId, type, message }));
    const { timeline: viewers } = await viewer.call('getIncident', { id: outage.incidentId });
    expect(await organization.ask(internal.maskedMessages, { entries })).toEqual({
      messages: viewers.map(({ message }) => message),
    });
    // An event keeps a sentence that the timeline has no longer: nobody knows whom it names.
    const sentence = {
      incidentId: outage.incidentId,
      type: 'ALERT_SENT',
      message: `Reminded ${kept} by email`,
    } as const;
    expect(await organization.ask(internal.maskedMessages, { entries: [sentence] })).toEqual({
      messages: ['A contact was told'],
    });
  });
});

describe('the alert contacts of a monitor', () => {
  async function contactsOf(organization: Organization, monitorId: string): Promise<string[]> {
    return (await organization.call('getMonitorAlertContacts', { id: monitorId })).contactIds;
  }

  it('are those that were there when it was created, and those that were attached to it', async () => {
    const organization = suite.organization();
    const [old, chosen] = [newMonitor(organization), newMonitor(organization)];
    const all = await organization.call('createAlertContact', { body: EMAIL });
    const some = await organization.call('createAlertContact', { body: { ...EMAIL, monitorIds: [chosen] } });
    const later = newMonitor(organization, ahead(1));
    expect(await contactsOf(organization, old)).toEqual([all.id]);
    expect(await contactsOf(organization, chosen)).toEqual([all.id, some.id]);
    expect(await contactsOf(organization, later)).toEqual([all.id, some.id]);
  });

  it('are exactly those that are set, and are alerted', async () => {
    const organization = suite.organization();
    const monitorId = newMonitor(organization);
    const create = (monitorIds: string[] | null) =>
      organization.call('createAlertContact', { body: { type: 'SLACK', to: `${suite.chatUrl}/hook`, monitorIds } });
    const [attached, detached, added] = [await create(null), await create(null), await create([])];
    const contactIds = [added.id, attached.id];
    const put = { id: monitorId, body: { contactIds }, idempotencyKey: 'set' };
    const set = await organization.call('setMonitorAlertContacts', put);
    expect(set.contactIds.toSorted()).toEqual(contactIds.toSorted());
    expect(await organization.call('setMonitorAlertContacts', put)).toEqual(set);
    expect(await contactsOf(organization, monitorId)).toEqual(set.contactIds);
    const outage = newOutage({ monitorId, monitorCreatedAt: ago(60) });
    await organization.apply(outage);
    const { rows } = await suite.pool.query<{ id: string }>(
      'SELECT contact_id AS id FROM incident.alert_job WHERE incident_id = $1 ORDER BY contact_id',
      [outage.incidentId],
    );
    expect(rows.map(({ id }) => id)).toEqual(set.contactIds);
    expect(set.contactIds).not.toContain(detached.id);
    expect(await organization.call('setMonitorAlertContacts', { id: monitorId, body: { contactIds: [] } })).toEqual({
      contactIds: [],
    });
    expect(await contactsOf(organization, newMonitor(organization))).toEqual([attached.id, detached.id]);
  });

  it('cannot be a contact that is removed or of another organization', async () => {
    const organization = suite.organization();
    const monitorId = newMonitor(organization);
    const mine = await organization.call('createAlertContact', { body: EMAIL });
    const removed = await organization.call('createAlertContact', { body: EMAIL });
    await organization.call('deleteAlertContact', { id: removed.id });
    const foreign = await suite.organization().call('createAlertContact', { body: EMAIL });
    const body = { contactIds: [mine.id, removed.id, foreign.id] };
    await expect(organization.call('setMonitorAlertContacts', { id: monitorId, body })).rejects.toMatchObject({
      code: 'validation_error',
      details: [{ path: 'contactIds.1' }, { path: 'contactIds.2' }],
    });
  });

  it('are not found for a monitor of another organization', async () => {
    const id = newMonitor(suite.organization());
    const stranger = suite.organization();
    const refusal = { code: 'not_found' };
    await expect(stranger.call('getMonitorAlertContacts', { id })).rejects.toMatchObject(refusal);
    const put = stranger.call('setMonitorAlertContacts', { id, body: { contactIds: [] } });
    await expect(put).rejects.toMatchObject(refusal);
  });
});
