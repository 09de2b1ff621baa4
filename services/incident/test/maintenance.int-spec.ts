import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { MaintenanceWindow } from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import type { IncidentClient } from './support/client.ts';
import { ago, ahead, ended, newOutage, told, windowFacts, windowOf } from '@vedette/test-kit/facts';
import { startFixture, type Fixture } from './support/fixture.ts';

let fixture: Fixture;
let unique = 0;

beforeAll(async () => {
  fixture = await startFixture({ replicas: 2 });
});

afterAll(() => fixture.stop());

/** An organization with one contact, which gets its messages at the path. */
async function newTenant(): Promise<{ client: IncidentClient; path: string }> {
  unique += 1;
  const path = `/hook-${unique}`;
  const client = fixture.newClient();
  await client.addContact({ to: `${fixture.chatUrl}${path}`, name: 'Chat' });
  return { client, path };
}

function plan(client: IncidentClient, window: MaintenanceWindow, revision = 1, isCancelled = false): Promise<null> {
  const facts = windowFacts(window, revision);
  return client.applyMaintenance({ windowId: window.id, at: new Date().toISOString(), isCancelled, facts });
}

/** What contacts were, or are still to be, told of the incident. */
async function alertsOf(incidentId: string): Promise<unknown[]> {
  const { rows } = await fixture.sql.query('SELECT kind, state FROM incident.alert_job WHERE incident_id = $1', [
    incidentId,
  ]);
  return rows;
}

function texts(path: string): string[] {
  return fixture.chat.to(path).map(({ body }) => body.text);
}

describe('inside a maintenance window', () => {
  it('an outage is recorded, its webhook event is sent, and contacts are not told', async () => {
    const { client } = await newTenant();
    const outage = newOutage();
    const until = ahead(600);
    await plan(client, windowOf([outage.monitor.id], ago(60), until));
    await client.apply(outage);
    const incident = await client.get(outage.incidentId);
    expect(incident.maintenance).toBe(true);
    expect(incident.timeline.map(({ type, message }) => `${type}: ${message}`)).toEqual([
      `OPENED: ${outage.cause}`,
      `ALERT_SUPPRESSED: Alert contacts are not told before ${until.toISOString().slice(0, 16).replace('T', ' ')} UTC: a maintenance window covers the monitor`,
    ]);
    await fixture.waitForEvents(outage.incidentId, 1);
    await client.apply(ended(outage));
    await client.timeline(outage.incidentId, 'ALERT_SUPPRESSED', 2);
    expect(await alertsOf(outage.incidentId)).toEqual([]);
  });

  it('an outage of the first moment is not told, however late we hear of it', async () => {
    const { client } = await newTenant();
    const startsAt = ago(120);
    const outage = newOutage({ startedAt: startsAt });
    await plan(client, windowOf([outage.monitor.id], startsAt, ago(60)));
    await client.apply(ended(outage, 'RECOVERED', ago(90)));
    expect((await client.get(outage.incidentId)).maintenance).toBe(true);
    expect(await alertsOf(outage.incidentId)).toEqual([]);
  });

  it('an outage from just before it is told, and its end too', async () => {
    const { client, path } = await newTenant();
    const startsAt = ago(30);
    const outage = newOutage({ startedAt: new Date(startsAt.getTime() - 1) });
    await plan(client, windowOf([outage.monitor.id], startsAt, ahead(600)));
    await client.apply(outage);
    await client.apply(ended(outage));
    await fixture.chat.got(path, 2);
    expect(texts(path)).toEqual(['*API is down*', '*API is up again*']);
    expect((await client.get(outage.incidentId)).maintenance).toBe(false);
  });

  it('monitors that it does not cover alert as ever', async () => {
    const { client, path } = await newTenant();
    await plan(client, windowOf([newOutage().monitor.id], ago(60), ahead(600)));
    await client.apply(newOutage());
    expect(await fixture.chat.got(path, 1)).toHaveLength(1);
  });

  it('a pause ends the wait for good', async () => {
    const { client } = await newTenant();
    const outage = newOutage();
    const window = windowOf([outage.monitor.id], ago(60), ahead(600));
    await plan(client, window);
    await client.apply(outage);
    await client.apply(ended(outage, 'PAUSED'));
    await plan(client, window, 2, true);
    const timeline = await client.timeline(outage.incidentId, 'ALERT_SUPPRESSED', 2);
    expect(timeline).toContain('ALERT_SUPPRESSED: Alert contacts were not told: the monitor was paused');
    expect(await alertsOf(outage.incidentId)).toEqual([]);
  });
});

describe('an outage that goes on', () => {
  it('is told when the window ends', async () => {
    const { client, path } = await newTenant();
    const outage = newOutage();
    await plan(client, windowOf([outage.monitor.id], ago(60), ahead(1.5)));
    await client.apply(outage);
    expect(await alertsOf(outage.incidentId)).toEqual([]);
    await fixture.chat.got(path, 1);
    await client.apply(ended(outage));
    await fixture.chat.got(path, 2);
    expect(texts(path)).toEqual(['*API is down*', '*API is up again*']);
    await client.timeline(outage.incidentId, 'ALERT_SENT', 2);
    expect((await client.get(outage.incidentId)).maintenance).toBe(true);
  });

  it('is told at once when the window is cancelled', async () => {
    const { client, path } = await newTenant();
    const outage = newOutage();
    const window = windowOf([outage.monitor.id], ago(60), ahead(600));
    await plan(client, window);
    await client.apply(outage);
    const data = { maintenanceWindow: window };
    const facts = { revision: 2, monitorIds: window.monitorIds, occurrences: [] };
    await client.publish(told(client.organizationId, 'maintenance.cancelled', data, facts));
    expect(await fixture.chat.got(path, 1)).toHaveLength(1);
  });

  it('is told at once when its monitor is taken out of the window', async () => {
    const { client, path } = await newTenant();
    const outage = newOutage();
    const window = windowOf([outage.monitor.id], ago(60), ahead(600));
    await plan(client, window);
    await client.apply(outage);
    await plan(client, { ...window, monitorIds: [newOutage().monitor.id] }, 2);
    expect(await fixture.chat.got(path, 1)).toHaveLength(1);
  });

  it('waits longer when the window is extended, and says so', async () => {
    const { client } = await newTenant();
    const outage = newOutage();
    const window = windowOf([outage.monitor.id], ago(60), ahead(600));
    await plan(client, window);
    await client.apply(outage);
    const extended = { ...window, occurrence: { startsAt: window.startsAt, endsAt: ahead(7_200).toISOString() } };
    await plan(client, extended, 2);
    await client.timeline(outage.incidentId, 'ALERT_SUPPRESSED', 2);
    expect(await alertsOf(outage.incidentId)).toEqual([]);
    const { timeline } = await client.get(outage.incidentId);
    expect(timeline.at(-1)?.message).toContain(extended.occurrence.endsAt.slice(0, 16).replace('T', ' '));
  });
});

describe('what the status-page service tells', () => {
  it('is taken from its events, in any order and any number of times', async () => {
    const { client } = await newTenant();
    const outage = newOutage();
    const window = windowOf([outage.monitor.id], ago(60), ahead(600));
    const data = { maintenanceWindow: window };
    const elsewhere = { ...windowFacts(window, 1), monitorIds: [newOutage().monitor.id] };
    const scheduled = told(client.organizationId, 'maintenance.scheduled', data, elsewhere);
    const updated = told(client.organizationId, 'maintenance.updated', data, windowFacts(window, 2));
    const events = [updated, scheduled, updated, scheduled];
    await Promise.all(events.map((event, index) => client.publish(event, `${event.id}-${index}`)));
    await waitFor('the events', async () => {
      const { rows } = await fixture.sql.query('SELECT FROM incident.inbox WHERE message_id = ANY ($1)', [
        [scheduled.id, updated.id],
      ]);
      return rows.length === 2;
    });
    await client.apply(outage);
    expect((await client.get(outage.incidentId)).maintenance).toBe(true);
    expect(await alertsOf(outage.incidentId)).toEqual([]);
  });

  it('keeps the next occurrence of a window that repeats', async () => {
    const { client } = await newTenant();
    const outage = newOutage();
    const window = windowOf([outage.monitor.id], ago(7_200), ago(3_600));
    await plan(client, window);
    const next = { startsAt: ago(60).toISOString(), endsAt: ahead(600).toISOString() };
    await plan(client, { ...window, occurrence: next });
    await client.apply(outage);
    expect((await client.get(outage.incidentId)).maintenance).toBe(true);
    const past = newOutage({ monitorId: outage.monitor.id, startedAt: ago(7_000) });
    await client.apply(ended(past, 'RECOVERED', ago(6_900)));
    expect((await client.get(past.incidentId)).maintenance).toBe(true);
  });
});
