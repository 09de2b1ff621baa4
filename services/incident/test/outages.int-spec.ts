import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { IncidentEvidence } from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import { IncidentEraser } from '../src/incident-eraser.ts';
import { ago, attempt, ended, eventMonitor, newOutage, outageEvent, told, withCause } from '@vedette/test-kit/facts';
import { startFixture, type Fixture } from './support/fixture.ts';

let fixture: Fixture;

beforeAll(async () => {
  fixture = await startFixture({ replicas: 2 });
});

afterAll(() => fixture.stop());

describe('an outage that is asked to be applied', () => {
  it('is an ongoing incident when the request is answered', async () => {
    const client = fixture.newClient();
    const outage = newOutage({ name: 'Checkout' });
    expect(await client.apply(outage)).toBeNull();
    expect(await client.get(outage.incidentId)).toEqual({
      id: outage.incidentId,
      monitor: { id: outage.monitor.id, name: 'Checkout', type: 'HTTP' },
      startedAt: outage.startedAt,
      resolvedAt: null,
      durationSec: null,
      cause: outage.cause,
      acknowledged: false,
      acknowledgedAt: null,
      maintenance: false,
      evidence: outage.evidence,
      timeline: [{ at: outage.startedAt, type: 'OPENED', message: outage.cause }],
    });
  });

  it('shows whole milliseconds, however finely they were measured', async () => {
    const client = fixture.newClient();
    const outage = newOutage();
    const phases = { dns: 1.5, connect: 2.2, tls: null, firstByte: 30.001, total: 40.9 };
    await client.apply({ ...outage, evidence: [{ ...attempt(ago(1)), statusCode: 503, responseMs: 40.6, phases }] });
    expect((await client.get(outage.incidentId)).evidence).toMatchObject([
      { responseMs: 41, phases: { dns: 2, connect: 2, tls: null, firstByte: 30, total: 41 } },
    ]);
  });

  it('changes its cause in the timeline, without a second incident', async () => {
    const client = fixture.newClient();
    const outage = newOutage();
    const changed = withCause(outage, 'Expected status 200, got 503');
    const evidence = [...outage.evidence, attempt(new Date(), 'worker-1', changed.cause)];
    await client.apply(outage);
    await client.apply({ ...changed, evidence });
    await client.apply({ ...changed, evidence, revision: 3 });
    expect(await client.incidents()).toHaveLength(1);
    const incident = await client.get(outage.incidentId);
    expect(incident.cause).toBe(changed.cause);
    expect(incident.evidence).toEqual(evidence);
    expect(incident.timeline.map(({ type, message }) => [type, message])).toEqual([
      ['OPENED', outage.cause],
      ['CAUSE_CHANGED', changed.cause],
    ]);
  });

  it.each([
    ['RECOVERED', 'Recovered after 1 min 5 s'],
    ['PAUSED', 'Monitor paused'],
    ['TYPE_CHANGED', 'Monitor changed its type'],
  ] as const)('is resolved when it is %s', async (because, message) => {
    const client = fixture.newClient();
    const outage = newOutage({ startedAt: ago(65) });
    const at = new Date(Date.parse(outage.startedAt) + 65_999);
    await client.apply(outage);
    await client.apply(ended(outage, because, at));
    const incident = await client.get(outage.incidentId);
    expect(incident).toMatchObject({ resolvedAt: at.toISOString(), durationSec: 65 });
    expect(incident.timeline).toContainEqual({ at: at.toISOString(), type: 'RESOLVED', message });
  });

  it('does not grow without end when its cause changes with every check', async () => {
    const client = fixture.newClient();
    let outage = newOutage();
    await client.apply(outage);
    for (let change = 0; change < 110; change += 1) {
      const evidence = [...outage.evidence, attempt(ago(300 - change), 'worker-1', `Status ${change}`)];
      outage = { ...withCause(outage, `Status ${change}`), evidence };
      await client.apply(outage);
    }
    const incident = await client.get(outage.incidentId);
    expect(incident.cause).toBe('Status 109');
    expect(incident.timeline.filter(({ type }) => type === 'CAUSE_CHANGED')).toHaveLength(100);
    expect(incident.evidence).toEqual(oldestFirst(outage.evidence.slice(0, 50)));
  });
});

describe('events of the monitor service', () => {
  it('open and resolve an incident', async () => {
    const client = fixture.newClient();
    const outage = newOutage();
    await client.publish(outageEvent(client.organizationId, outage));
    const [ongoing] = await waitFor('the incident', () => client.incidents({ state: 'ONGOING' }).then(anyOf));
    expect(ongoing).toMatchObject({ id: outage.incidentId, resolvedAt: null });
    const end = ended(outage);
    await client.publish(outageEvent(client.organizationId, end));
    const [resolved] = await waitFor('its end', () => client.incidents({ state: 'RESOLVED' }).then(anyOf));
    expect(resolved).toMatchObject({ id: outage.incidentId, resolvedAt: end.resolved?.at });
  });

  it('have no second effect beside the request that said the same', async () => {
    const client = fixture.newClient();
    const outage = newOutage();
    const end = ended(outage);
    const events = [outage, end].map((fact) => outageEvent(client.organizationId, fact));
    await Promise.all([client.apply(outage), client.apply(end), ...events.map((event) => client.publish(event))]);
    await received(events.map(({ id }) => id));
    expect(await client.incidents()).toEqual([
      expect.objectContaining({ id: outage.incidentId, resolvedAt: end.resolved?.at }),
    ]);
    const types = (await client.get(outage.incidentId)).timeline.map(({ type }) => type);
    expect(types.toSorted()).toEqual(['OPENED', 'RESOLVED']);
    const published = await fixture.waitForEvents(outage.incidentId, 2);
    expect(published.map(({ type }) => type).toSorted()).toEqual(['incident.opened', 'incident.resolved']);
  });

  it('rename the monitor of old incidents, and are not undone by older ones', async () => {
    const client = fixture.newClient();
    const outage = newOutage({ name: 'Old' });
    await client.apply(outage);
    const rename = (name: string, updatedAt: Date) => {
      const monitor = eventMonitor(outage, { name, updatedAt: updatedAt.toISOString() });
      return told(client.organizationId, 'monitor.updated', { monitor, changed: ['name'] });
    };
    const newer = rename('Newest', ago(10));
    const older = rename('Older', ago(20));
    await client.publish(newer);
    await received([newer.id]);
    await client.publish(older);
    await received([older.id]);
    expect((await client.get(outage.incidentId)).monitor.name).toBe('Newest');
  });
});

describe('facts that come twice, late or at once', () => {
  it('make one incident of fifty parallel requests and events', async () => {
    const client = fixture.newClient();
    const outage = newOutage();
    const facts = [outage, withCause(outage, 'Expected status 200, got 500')];
    const end = ended({ ...outage, revision: 2, cause: 'Expected status 200, got 500' });
    const all = Array.from({ length: 16 }, () => [...facts, end]).flat();
    const events = all.map((fact) => outageEvent(client.organizationId, fact));
    await Promise.all([...all.map((fact) => client.apply(fact)), ...events.map((event) => client.publish(event))]);
    await received(events.map(({ id }) => id));
    expect(await client.incidents()).toHaveLength(1);
    const incident = await client.get(outage.incidentId);
    expect(incident).toMatchObject({ resolvedAt: end.resolved?.at, cause: end.cause });
    expect(incident.timeline.filter(({ type }) => type === 'OPENED')).toHaveLength(1);
    expect(incident.timeline.filter(({ type }) => type === 'RESOLVED')).toHaveLength(1);
    const published = await fixture.waitForEvents(outage.incidentId, 2);
    expect(published.map(({ type }) => type)).toEqual(['incident.opened', 'incident.resolved']);
  });

  it('ignore the beginning after the end', async () => {
    const client = fixture.newClient();
    const outage = newOutage();
    const end = ended(outage);
    await client.apply(end);
    await client.apply(outage);
    expect(await client.incidents()).toEqual([expect.objectContaining({ resolvedAt: end.resolved?.at })]);
    const published = await fixture.waitForEvents(outage.incidentId, 2);
    expect(published.map(({ type }) => type)).toEqual(['incident.opened', 'incident.resolved']);
  });

  it('keep one incident ongoing when the end of the one before is late', async () => {
    const client = fixture.newClient();
    const first = newOutage({ startedAt: ago(100) });
    const second = newOutage({ monitorId: first.monitor.id, startedAt: ago(10) });
    await client.apply(first);
    await client.apply(second);
    expect(await client.incidents({ state: 'ONGOING' })).toEqual([expect.objectContaining({ id: second.incidentId })]);
    expect(await fixture.eventsOf(first.incidentId)).toHaveLength(1);
    const endedAt = new Date(Date.parse(first.startedAt) + 50_000);
    await client.apply(ended(first, 'RECOVERED', endedAt));
    expect(await client.get(first.incidentId)).toMatchObject({ resolvedAt: endedAt.toISOString(), durationSec: 50 });
    const published = await fixture.waitForEvents(first.incidentId, 2);
    expect(published.at(-1)?.type).toBe('incident.resolved');
    expect(await client.incidents({ state: 'ONGOING' })).toHaveLength(1);
  });

  it('never make two ongoing incidents of one monitor', async () => {
    const client = fixture.newClient();
    const [monitorId, count] = [newOutage().monitor.id, 12];
    const outages = Array.from({ length: count }, (_, index) =>
      newOutage({ monitorId, startedAt: ago(10 * (count - index)) }),
    );
    const facts = outages.flatMap((outage, index) =>
      index === count - 1 ? [outage] : [ended(outage, 'RECOVERED', ago(10 * (count - index) - 5)), outage],
    );
    await Promise.all(facts.toReversed().map((fact) => client.apply(fact)));
    expect(await client.incidents({ state: 'ONGOING' })).toEqual([
      expect.objectContaining({ id: outages.at(-1)?.incidentId }),
    ]);
    expect(await client.incidents({ state: 'RESOLVED' })).toHaveLength(count - 1);
  });

  it('are refused a second ongoing incident by the database itself', async () => {
    const client = fixture.newClient();
    const outage = newOutage();
    await client.apply(outage);
    const insert = fixture.sql.query(
      `INSERT INTO incident.incident (id, organization_id, monitor_id, revision, started_at, cause, in_maintenance,
         alert_state) VALUES ('inc_second', $1, $2, 1, now(), 'x', false, 'TOLD')`,
      [client.organizationId, outage.monitor.id],
    );
    await expect(insert).rejects.toThrow('incident_one_ongoing');
  });
});

describe('a deleted monitor', () => {
  it('takes its incidents with it before the request is answered', async () => {
    const client = fixture.newClient();
    const outage = newOutage();
    await client.apply(outage);
    expect(await client.forget(outage.monitor.id)).toBeNull();
    expect(await client.list()).toMatchObject({ data: [], pagination: { total: 0 } });
    await expect(client.get(outage.incidentId)).rejects.toMatchObject({ code: 'not_found' });
    await expect(client.acknowledge(outage.incidentId)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('stops facts that come late, also of outages nobody knew of', async () => {
    const client = fixture.newClient();
    const outage = newOutage();
    await client.apply(outage);
    const other = newOutage();
    await Promise.all([client.forget(outage.monitor.id), client.forget(other.monitor.id)]);
    await client.apply(ended(outage));
    await client.apply(other);
    const event = outageEvent(client.organizationId, newOutage({ monitorId: other.monitor.id }));
    await client.publish(event);
    await received([event.id]);
    expect(await client.incidents()).toEqual([]);
    expect(await fixture.eventsOf(other.incidentId)).toEqual([]);
  });

  it('is forgotten twice as well as once, by its event too', async () => {
    const client = fixture.newClient();
    const outage = newOutage();
    await client.apply(outage);
    const event = told(client.organizationId, 'monitor.deleted', { monitor: eventMonitor(outage) });
    await client.publish(event);
    await received([event.id]);
    expect(await client.incidents()).toEqual([]);
    expect(await client.forget(outage.monitor.id)).toBeNull();
  });

  it('leaves no rows behind', async () => {
    const client = fixture.newClient();
    const outage = newOutage();
    await client.apply(outage);
    await client.forget(outage.monitor.id);
    await fixture.services[0]?.get(IncidentEraser).erase();
    const { rows } = await fixture.sql.query('SELECT FROM incident.timeline_entry WHERE incident_id = $1', [
      outage.incidentId,
    ]);
    expect(rows).toEqual([]);
  });
});

function oldestFirst(evidence: readonly IncidentEvidence[]): IncidentEvidence[] {
  return evidence.toSorted((a, b) => (a.checkedAt < b.checkedAt ? -1 : 1));
}

/** A page with something on it. */
function anyOf<T>(page: T[]): T[] | undefined {
  return page.length > 0 ? page : undefined;
}

/** Waits until the effects of these events are committed. */
async function received(ids: readonly string[]): Promise<void> {
  await waitFor('the events to be received', async () => {
    const { rows } = await fixture.sql.query('SELECT FROM incident.inbox WHERE message_id = ANY ($1)', [ids]);
    return rows.length === ids.length;
  });
}
