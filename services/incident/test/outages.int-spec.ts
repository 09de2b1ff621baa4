import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { IncidentEvidence } from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import { IncidentEraser } from '../src/outages/incident-eraser.ts';
import { ago, attempt, ended, eventMonitor, newOutage, outageEvent, told, withCause } from '@vedette/test-kit/facts';
import { startSuite, type Suite } from './support/suite.ts';

let suite: Suite;

beforeAll(async () => {
  suite = await startSuite({ replicas: 2 });
});

afterAll(() => suite.stop());

describe('an outage that is asked to be applied', () => {
  it('is an ongoing incident when the request is answered', async () => {
    const organization = suite.organization();
    const outage = newOutage({ name: 'Checkout' });
    expect(await organization.apply(outage)).toBeNull();
    expect(await organization.get(outage.incidentId)).toEqual({
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
    const organization = suite.organization();
    const outage = newOutage();
    const phases = { dns: 1.5, connect: 2.2, tls: null, firstByte: 30.001, total: 40.9 };
    await organization.apply({
      ...outage,
      evidence: [{ ...attempt(ago(1)), statusCode: 503, responseMs: 40.6, phases }],
    });
    expect((await organization.get(outage.incidentId)).evidence).toMatchObject([
      { responseMs: 41, phases: { dns: 2, connect: 2, tls: null, firstByte: 30, total: 41 } },
    ]);
  });

  it('changes its cause in the timeline, without a second incident', async () => {
    const organization = suite.organization();
    const outage = newOutage();
    const changed = withCause(outage, 'Expected status 200, got 503');
    const evidence = [...outage.evidence, attempt(new Date(), 'worker-1', changed.cause)];
    await organization.apply(outage);
    await organization.apply({ ...changed, evidence });
    await organization.apply({ ...changed, evidence, revision: 3 });
    expect(await organization.incidents()).toHaveLength(1);
    const incident = await organization.get(outage.incidentId);
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
    const organization = suite.organization();
    const outage = newOutage({ startedAt: ago(65) });
    const at = new Date(Date.parse(outage.startedAt) + 65_999);
    await organization.apply(outage);
    await organization.apply(ended(outage, because, at));
    const incident = await organization.get(outage.incidentId);
    expect(incident).toMatchObject({ resolvedAt: at.toISOString(), durationSec: 65 });
    expect(incident.timeline).toContainEqual({ at: at.toISOString(), type: 'RESOLVED', message });
  });

  it('does not grow without end when its cause changes with every check', async () => {
    const organization = suite.organization();
    let outage = newOutage();
    await organization.apply(outage);
    for (let change = 0; change < 110; change += 1) {
      const evidence = [...outage.evidence, attempt(ago(300 - change), 'worker-1', `Status ${change}`)];
      outage = { ...withCause(outage, `Status ${change}`), evidence };
      await organization.apply(outage);
    }
    const incident = await organization.get(outage.incidentId);
    expect(incident.cause).toBe('Status 109');
    expect(incident.timeline.filter(({ type }) => type === 'CAUSE_CHANGED')).toHaveLength(100);
    expect(incident.evidence).toEqual(oldestFirst(outage.evidence.slice(0, 50)));
  });
});

describe('events of the monitor service', () => {
  it('open and resolve an incident', async () => {
    const organization = suite.organization();
    const outage = newOutage();
    await organization.publish(outageEvent(organization.id, outage));
    const [ongoing] = await waitFor('the incident', () => organization.incidents({ state: 'ONGOING' }).then(anyOf));
    expect(ongoing).toMatchObject({ id: outage.incidentId, resolvedAt: null });
    const end = ended(outage);
    await organization.publish(outageEvent(organization.id, end));
    const [resolved] = await waitFor('its end', () => organization.incidents({ state: 'RESOLVED' }).then(anyOf));
    expect(resolved).toMatchObject({ id: outage.incidentId, resolvedAt: end.resolved?.at });
  });

  it('have no second effect beside the request that said the same', async () => {
    const organization = suite.organization();
    const outage = newOutage();
    const end = ended(outage);
    const events = [outage, end].map((fact) => outageEvent(organization.id, fact));
    await Promise.all([
      organization.apply(outage),
      organization.apply(end),
      ...events.map((event) => organization.publish(event)),
    ]);
    await received(events.map(({ id }) => id));
    expect(await organization.incidents()).toEqual([
      expect.objectContaining({ id: outage.incidentId, resolvedAt: end.resolved?.at }),
    ]);
    const types = (await organization.get(outage.incidentId)).timeline.map(({ type }) => type);
    expect(types.toSorted()).toEqual(['OPENED', 'RESOLVED']);
    const published = await suite.waitForEvents(organization, outage.incidentId, 2);
    expect(published.map(({ type }) => type).toSorted()).toEqual(['incident.opened', 'incident.resolved']);
  });

  it('rename the monitor of old incidents, and are not undone by older ones', async () => {
    const organization = suite.organization();
    const outage = newOutage({ name: 'Old' });
    await organization.apply(outage);
    const rename = (name: string, sequence: number) =>
      told(
        organization.id,
        'monitor.updated',
        { monitor: eventMonitor(outage, { name }), changed: ['name'] },
        { sequence },
      );
    const newer = rename('Newest', 11);
    const older = rename('Older', 10);
    await organization.publish(newer);
    await received([newer.id]);
    await organization.publish(older);
    await received([older.id]);
    expect((await organization.get(outage.incidentId)).monitor.name).toBe('Newest');
  });
});

describe('facts that come twice, late or at once', () => {
  it('make one incident of fifty parallel requests and events', async () => {
    const organization = suite.organization();
    const outage = newOutage();
    const facts = [outage, withCause(outage, 'Expected status 200, got 500')];
    const end = ended({ ...outage, revision: 2, cause: 'Expected status 200, got 500' });
    const all = Array.from({ length: 16 }, () => [...facts, end]).flat();
    const events = all.map((fact) => outageEvent(organization.id, fact));
    await Promise.all([
      ...all.map((fact) => organization.apply(fact)),
      ...events.map((event) => organization.publish(event)),
    ]);
    await received(events.map(({ id }) => id));
    expect(await organization.incidents()).toHaveLength(1);
    const incident = await organization.get(outage.incidentId);
    expect(incident).toMatchObject({ resolvedAt: end.resolved?.at, cause: end.cause });
    expect(incident.timeline.filter(({ type }) => type === 'OPENED')).toHaveLength(1);
    expect(incident.timeline.filter(({ type }) => type === 'RESOLVED')).toHaveLength(1);
    const published = await suite.waitForEvents(organization, outage.incidentId, 2);
    expect(published.map(({ type }) => type)).toEqual(['incident.opened', 'incident.resolved']);
  });

  it('ignore the beginning after the end', async () => {
    const organization = suite.organization();
    const outage = newOutage();
    const end = ended(outage);
    await organization.apply(end);
    await organization.apply(outage);
    expect(await organization.incidents()).toEqual([expect.objectContaining({ resolvedAt: end.resolved?.at })]);
    const published = await suite.waitForEvents(organization, outage.incidentId, 2);
    expect(published.map(({ type }) => type)).toEqual(['incident.opened', 'incident.resolved']);
  });

  it('keep one incident ongoing when the end of the one before is late', async () => {
    const organization = suite.organization();
    const first = newOutage({ startedAt: ago(100) });
    const second = newOutage({ monitorId: first.monitor.id, startedAt: ago(10) });
    await organization.apply(first);
    await organization.apply(second);
    expect(await organization.incidents({ state: 'ONGOING' })).toEqual([
      expect.objectContaining({ id: second.incidentId }),
    ]);
    expect(await suite.eventsAbout(organization, first.incidentId)).toHaveLength(1);
    const endedAt = new Date(Date.parse(first.startedAt) + 50_000);
    await organization.apply(ended(first, 'RECOVERED', endedAt));
    expect(await organization.get(first.incidentId)).toMatchObject({
      resolvedAt: endedAt.toISOString(),
      durationSec: 50,
    });
    const published = await suite.waitForEvents(organization, first.incidentId, 2);
    expect(published.at(-1)?.type).toBe('incident.resolved');
    expect(await organization.incidents({ state: 'ONGOING' })).toHaveLength(1);
  });

  it('never make two ongoing incidents of one monitor', async () => {
    const organization = suite.organization();
    const [monitorId, count] = [newOutage().monitor.id, 12];
    const outages = Array.from({ length: count }, (_, index) =>
      newOutage({ monitorId, startedAt: ago(10 * (count - index)) }),
    );
    const facts = outages.flatMap((outage, index) =>
      index === count - 1 ? [outage] : [ended(outage, 'RECOVERED', ago(10 * (count - index) - 5)), outage],
    );
    await Promise.all(facts.toReversed().map((fact) => organization.apply(fact)));
    expect(await organization.incidents({ state: 'ONGOING' })).toEqual([
      expect.objectContaining({ id: outages.at(-1)?.incidentId }),
    ]);
    expect(await organization.incidents({ state: 'RESOLVED' })).toHaveLength(count - 1);
  });

  it('are refused a second ongoing incident by the database itself', async () => {
    const organization = suite.organization();
    const outage = newOutage();
    await organization.apply(outage);
    const insert = suite.pool.query(
      `INSERT INTO incident.incident (id, organization_id, monitor_id, revision, started_at, cause, in_maintenance)
       VALUES ('inc_second', $1, $2, 1, now(), 'x', false)`,
      [organization.id, outage.monitor.id],
    );
    await expect(insert).rejects.toThrow('incident_one_ongoing');
  });
});

describe('a deleted monitor', () => {
  it('takes its incidents with it before the request is answered', async () => {
    const organization = suite.organization();
    const outage = newOutage();
    await organization.apply(outage);
    expect(await organization.forget(outage.monitor.id)).toBeNull();
    expect(await organization.list()).toMatchObject({ data: [], pagination: { total: 0 } });
    await expect(organization.get(outage.incidentId)).rejects.toMatchObject({ code: 'not_found' });
    await expect(organization.acknowledge(outage.incidentId)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('stops facts that come late, also of outages nobody knew of', async () => {
    const organization = suite.organization();
    const outage = newOutage();
    await organization.apply(outage);
    const other = newOutage();
    await Promise.all([organization.forget(outage.monitor.id), organization.forget(other.monitor.id)]);
    await organization.apply(ended(outage));
    await organization.apply(other);
    const event = outageEvent(organization.id, newOutage({ monitorId: other.monitor.id }));
    await organization.publish(event);
    await received([event.id]);
    expect(await organization.incidents()).toEqual([]);
    expect(await suite.eventsAbout(organization, other.incidentId)).toEqual([]);
  });

  it('is forgotten twice as well as once, by its event too', async () => {
    const organization = suite.organization();
    const outage = newOutage();
    await organization.apply(outage);
    const event = told(organization.id, 'monitor.deleted', { monitor: eventMonitor(outage) });
    await organization.publish(event);
    await received([event.id]);
    expect(await organization.incidents()).toEqual([]);
    expect(await organization.forget(outage.monitor.id)).toBeNull();
  });

  it('leaves no rows behind', async () => {
    const organization = suite.organization();
    const outage = newOutage();
    await organization.apply(outage);
    await organization.forget(outage.monitor.id);
    await suite.service.get(IncidentEraser).erase();
    const { rows } = await suite.pool.query('SELECT FROM incident.timeline_entry WHERE incident_id = $1', [
      outage.incidentId,
    ]);
    expect(rows).toEqual([]);
  });
});

function oldestFirst(evidence: readonly IncidentEvidence[]): IncidentEvidence[] {
  return evidence.toSorted((a, b) => (a.checkedAt < b.checkedAt ? -1 : 1));
}

/** The page, if it is not empty. */
function anyOf<T>(page: T[]): T[] | undefined {
  return page.length > 0 ? page : undefined;
}

/** Waits until the effects of these events are committed. */
async function received(ids: readonly string[]): Promise<void> {
  await waitFor('the events to be received', async () => {
    const { rows } = await suite.pool.query('SELECT FROM incident.inbox WHERE message_id = ANY ($1)', [ids]);
    return rows.length === ids.length;
  });
}
