import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { MaintenanceWindow } from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import type { Organization } from './support/organization.ts';
import { ago, ahead, ended, newOutage, told, windowFacts, windowOf } from '@vedette/test-kit/facts';
import { startSuite, type Suite } from './support/suite.ts';

let suite: Suite;
let unique = 0;

beforeAll(async () => {
  suite = await startSuite({ replicas: 2 });
});

afterAll(() => suite.stop());

/** An organization with one contact, whose messages arrive at the path. */
async function newTenant(): Promise<{ organization: Organization; path: string }> {
  unique += 1;
  const path = `/hook-${unique}`;
  const organization = suite.organization();
  await organization.addContact({ to: `${suite.chatUrl}${path}`, name: 'Chat' });
  return { organization, path };
}

function plan(organization: Organization, window: MaintenanceWindow, revision = 1, isCancelled = false): Promise<null> {
  const facts = windowFacts(window, revision);
  return organization.applyMaintenance({ windowId: window.id, at: new Date().toISOString(), isCancelled, facts });
}

/** The alerts of the incident, sent or still to be sent. */
async function alertsOf(incidentId: string): Promise<unknown[]> {
  const { rows } = await suite.pool.query('SELECT kind, state FROM incident.alert_job WHERE incident_id = $1', [
    incidentId,
  ]);
  return rows;
}

function texts(path: string): string[] {
  return suite.chat.to(path).map(({ body }) => body.text);
}

describe('inside a maintenance window', () => {
  it('an outage is recorded, its webhook event is sent, and contacts are not told', async () => {
    const { organization } = await newTenant();
    const outage = newOutage();
    const until = ahead(600);
    await plan(organization, windowOf([outage.monitor.id], ago(60), until));
    await organization.apply(outage);
    const incident = await organization.get(outage.incidentId);
    expect(incident.maintenance).toBe(true);
    expect(incident.timeline.map(({ type, message }) => `${type}: ${message}`)).toEqual([
      `OPENED: ${outage.cause}`,
      `ALERT_SUPPRESSED: Alert contacts are not told before ${until.toISOString().slice(0, 16).replace('T', ' ')} UTC: a maintenance window covers the monitor`,
    ]);
    await suite.waitForEvents(organization, outage.incidentId, 1);
    await organization.apply(ended(outage));
    await organization.timeline(outage.incidentId, 'ALERT_SUPPRESSED', 2);
    expect(await alertsOf(outage.incidentId)).toEqual([]);
  });

  it('an outage of the first moment is not told, however late we hear of it', async () => {
    const { organization } = await newTenant();
    const startsAt = ago(120);
    const outage = newOutage({ startedAt: startsAt });
    await plan(organization, windowOf([outage.monitor.id], startsAt, ago(60)));
    await organization.apply(ended(outage, 'RECOVERED', ago(90)));
    expect((await organization.get(outage.incidentId)).maintenance).toBe(true);
    expect(await alertsOf(outage.incidentId)).toEqual([]);
  });

  it('an outage from just before it is told, and its end too', async () => {
    const { organization, path } = await newTenant();
    const startsAt = ago(30);
    const outage = newOutage({ startedAt: new Date(startsAt.getTime() - 1) });
    await plan(organization, windowOf([outage.monitor.id], startsAt, ahead(600)));
    await organization.apply(outage);
    await organization.apply(ended(outage));
    await suite.chat.got(path, 2);
    expect(texts(path)).toEqual(['*API is down*', '*API is up again*']);
    expect((await organization.get(outage.incidentId)).maintenance).toBe(false);
  });

  it('monitors that it does not cover alert as ever', async () => {
    const { organization, path } = await newTenant();
    await plan(organization, windowOf([newOutage().monitor.id], ago(60), ahead(600)));
    await organization.apply(newOutage());
    expect(await suite.chat.got(path, 1)).toHaveLength(1);
  });

  it('a pause ends the wait for good', async () => {
    const { organization } = await newTenant();
    const outage = newOutage();
    const window = windowOf([outage.monitor.id], ago(60), ahead(600));
    await plan(organization, window);
    await organization.apply(outage);
    await organization.apply(ended(outage, 'PAUSED'));
    await plan(organization, window, 2, true);
    const timeline = await organization.timeline(outage.incidentId, 'ALERT_SUPPRESSED', 2);
    expect(timeline).toContain('ALERT_SUPPRESSED: Alert contacts were not told: the monitor was paused');
    expect(await alertsOf(outage.incidentId)).toEqual([]);
  });
});

describe('an outage that goes on', () => {
  it('is told when the window ends', async () => {
    const { organization, path } = await newTenant();
    const outage = newOutage();
    await plan(organization, windowOf([outage.monitor.id], ago(60), ahead(1.5)));
    await organization.apply(outage);
    expect(await alertsOf(outage.incidentId)).toEqual([]);
    await suite.chat.got(path, 1);
    await organization.apply(ended(outage));
    await suite.chat.got(path, 2);
    expect(texts(path)).toEqual(['*API is down*', '*API is up again*']);
    await organization.timeline(outage.incidentId, 'ALERT_SENT', 2);
    expect((await organization.get(outage.incidentId)).maintenance).toBe(true);
  });

  it('is told at once when the window is cancelled', async () => {
    const { organization, path } = await newTenant();
    const outage = newOutage();
    const window = windowOf([outage.monitor.id], ago(60), ahead(600));
    await plan(organization, window);
    await organization.apply(outage);
    const data = { maintenanceWindow: window };
    const facts = { revision: 2, monitorIds: window.monitorIds, occurrences: [] };
    await organization.publish(told(organization.id, 'maintenance.cancelled', data, facts));
    expect(await suite.chat.got(path, 1)).toHaveLength(1);
  });

  it('is told at once when its monitor is taken out of the window', async () => {
    const { organization, path } = await newTenant();
    const outage = newOutage();
    const window = windowOf([outage.monitor.id], ago(60), ahead(600));
    await plan(organization, window);
    await organization.apply(outage);
    await plan(organization, { ...window, monitorIds: [newOutage().monitor.id] }, 2);
    expect(await suite.chat.got(path, 1)).toHaveLength(1);
  });

  it('waits longer when the window is extended, and says so', async () => {
    const { organization } = await newTenant();
    const outage = newOutage();
    const window = windowOf([outage.monitor.id], ago(60), ahead(600));
    await plan(organization, window);
    await organization.apply(outage);
    const extended = { ...window, occurrence: { startsAt: window.startsAt, endsAt: ahead(7_200).toISOString() } };
    await plan(organization, extended, 2);
    await organization.timeline(outage.incidentId, 'ALERT_SUPPRESSED', 2);
    expect(await alertsOf(outage.incidentId)).toEqual([]);
    const { timeline } = await organization.get(outage.incidentId);
    expect(timeline.at(-1)?.message).toContain(extended.occurrence.endsAt.slice(0, 16).replace('T', ' '));
  });
});

describe('what the status-page service tells', () => {
  it('is taken from its events, in any order and any number of times', async () => {
    const { organization } = await newTenant();
    const outage = newOutage();
    const window = windowOf([outage.monitor.id], ago(60), ahead(600));
    const data = { maintenanceWindow: window };
    const elsewhere = { ...windowFacts(window, 1), monitorIds: [newOutage().monitor.id] };
    const scheduled = told(organization.id, 'maintenance.scheduled', data, elsewhere);
    const updated = told(organization.id, 'maintenance.updated', data, windowFacts(window, 2));
    const events = [updated, scheduled, updated, scheduled];
    await Promise.all(events.map((event, index) => organization.publish(event, `${event.id}-${index}`)));
    await waitFor('the events', async () => {
      const { rows } = await suite.pool.query('SELECT FROM incident.inbox WHERE message_id = ANY ($1)', [
        [scheduled.id, updated.id],
      ]);
      return rows.length === 2;
    });
    await organization.apply(outage);
    expect((await organization.get(outage.incidentId)).maintenance).toBe(true);
    expect(await alertsOf(outage.incidentId)).toEqual([]);
  });

  it('keeps the next occurrence of a window that repeats', async () => {
    const { organization } = await newTenant();
    const outage = newOutage();
    const window = windowOf([outage.monitor.id], ago(7_200), ago(3_600));
    await plan(organization, window);
    const next = { startsAt: ago(60).toISOString(), endsAt: ahead(600).toISOString() };
    await plan(organization, { ...window, occurrence: next });
    await organization.apply(outage);
    expect((await organization.get(outage.incidentId)).maintenance).toBe(true);
    const past = newOutage({ monitorId: outage.monitor.id, startedAt: ago(7_000) });
    await organization.apply(ended(past, 'RECOVERED', ago(6_900)));
    expect((await organization.get(past.incidentId)).maintenance).toBe(true);
  });
});
