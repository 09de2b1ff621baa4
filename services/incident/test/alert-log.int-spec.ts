import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AlertAnswer } from '@vedette/contract';
import { ago, newOutage } from '@vedette/test-kit/facts';
import { contact, pageOfAlerts } from './support/subjects.ts';
import { startSuite, type Suite } from './support/suite.ts';

let suite: Suite;

beforeAll(async () => {
  suite = await startSuite();
});

afterAll(() => suite.stop());

describe('the list of alerts', () => {
  it('says of every contact of the organization whether it was told, and why not', async () => {
    const organization = suite.organization();
    const told = await contact(organization);
    const typed = await contact(organization, { monitorTypes: ['PING'] });
    const detached = await organization.addContact({ to: 'detached@example.com', monitors: 'NONE' });
    const outage = newOutage({ monitorCreatedAt: ago(60) });
    await organization.apply(outage);
    await suite.smtp.got(told.to, 1);
    await organization.timeline(outage.incidentId, 'ALERT_SENT');
    const { data } = await pageOfAlerts(organization, { incidentId: outage.incidentId });
    const about = (id: string): AlertAnswer | undefined => data.find((alert) => alert.contact.id === id);
    expect(about(told.id)).toEqual({
      id: expect.stringMatching(/^al_\d+$/),
      subject: 'INCIDENT',
      incidentId: outage.incidentId,
      monitor: { id: outage.monitor.id, name: 'API', type: 'HTTP' },
      contact: { id: told.id, type: 'EMAIL', name: null },
      kind: 'OPENED',
      number: 0,
      state: 'SENT',
      reason: null,
      parent: null,
      until: null,
      decidedAt: expect.stringMatching(/Z$/),
      sentAt: expect.stringMatching(/Z$/),
      error: null,
    });
    expect(about(typed.id)).toMatchObject({ state: 'HELD', reason: 'TYPE' });
    expect(about(detached.id)).toMatchObject({ state: 'HELD', reason: 'NOT_ATTACHED' });
    expect(data).toHaveLength(3);
  });

  it('tells a contact that is attached while the outage goes on, and not one that is new', async () => {
    const organization = suite.organization();
    const { id, to } = await contact(organization, { monitorTypes: ['PING'] });
    const outage = newOutage();
    await organization.apply(outage);
    const late = await contact(organization);
    await organization.call('updateAlertContact', { id, body: { monitorTypes: null } });
    await suite.smtp.got(to, 1);
    expect((await pageOfAlerts(organization, { contactId: late.id })).data).toEqual([]);
  });

  it('is read page by page, newest first, and by monitor and contact', async () => {
    const organization = suite.organization();
    const { id: contactId } = await contact(organization, { delayMinutes: 60 });
    const outages = [newOutage(), newOutage(), newOutage()];
    for (const outage of outages) await organization.apply(outage);
    const all = await pageOfAlerts(organization);
    expect(all.data.map(({ incidentId }) => incidentId)).toEqual(
      outages.toReversed().map(({ incidentId }) => incidentId),
    );
    expect(all.nextCursor).toBeNull();
    const first = await pageOfAlerts(organization, { limit: 2 });
    expect(first.data).toEqual(all.data.slice(0, 2));
    const second = await pageOfAlerts(organization, { limit: 2, cursor: first.nextCursor ?? '' });
    expect(second).toEqual({ data: all.data.slice(2), nextCursor: null });
    const monitorId = outages[1]?.monitor.id ?? '';
    expect((await pageOfAlerts(organization, { monitorId })).data).toEqual(all.data.slice(1, 2));
    expect((await pageOfAlerts(organization, { contactId })).data).toEqual(all.data);
    const stranger = suite.organization();
    expect(await pageOfAlerts(stranger, { contactId })).toEqual({ data: [], nextCursor: null });
    await expect(pageOfAlerts(stranger, { cursor: first.nextCursor ?? '' })).rejects.toMatchObject({
      code: 'validation_error',
      details: [{ path: 'cursor' }],
    });
  });

  it('does not leave the alerts of a removed contact open', async () => {
    const organization = suite.organization();
    const { id } = await contact(organization, { delayMinutes: 60 });
    await organization.apply(newOutage());
    await organization.call('deleteAlertContact', { id });
    expect((await pageOfAlerts(organization)).data).toMatchObject([
      { state: 'SUPPRESSED', reason: 'NOT_ATTACHED', until: null, contact: { id, name: null } },
    ]);
  });
});
