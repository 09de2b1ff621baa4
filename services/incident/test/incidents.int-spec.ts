import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { internal, newId, type MonitorDescription, type OutageFact } from '@vedette/contract';
import type { Organization } from './support/organization.ts';
import { ago, ended, newOutage } from '@vedette/test-kit/facts';
import { startSuite, type Suite } from './support/suite.ts';

let suite: Suite;

beforeAll(async () => {
  suite = await startSuite();
});

afterAll(() => suite.stop());

describe('the list of incidents', () => {
  let organization: Organization;
  let outages: OutageFact[];

  /** Five outages, the oldest first. The second and the third are resolved; the third is acknowledged. */
  beforeAll(async () => {
    organization = suite.organization();
    outages = [50, 40, 30, 20, 10].map((seconds) => newOutage({ startedAt: ago(seconds) }));
    const [, second, third] = outages;
    if (second === undefined || third === undefined) throw new Error('Five outages were made');
    await Promise.all(outages.map((outage) => organization.apply(outage)));
    await organization.acknowledge(third.incidentId);
    await Promise.all([second, third].map((outage) => organization.apply(ended(outage))));
  });

  const ids = (...numbers: number[]): (string | undefined)[] => numbers.map((number) => outages[number]?.incidentId);

  it.each([
    { name: 'shows the newest first', query: {}, expected: [4, 3, 2, 1, 0] },
    { name: 'is paged', query: { limit: 2, offset: 1 }, expected: [3, 2], total: 5 },
    { name: 'is empty past its end', query: { offset: 5 }, expected: [], total: 5 },
    { name: 'shows ongoing ones alone', query: { state: 'ONGOING' as const }, expected: [4, 3, 0] },
    { name: 'shows resolved ones alone', query: { state: 'RESOLVED' as const }, expected: [2, 1] },
    { name: 'shows acknowledged ones alone', query: { acknowledged: true }, expected: [2] },
    { name: 'shows those that are not acknowledged alone', query: { acknowledged: false }, expected: [4, 3, 1, 0] },
    {
      name: 'joins its filters',
      query: { state: 'RESOLVED' as const, acknowledged: false },
      expected: [1],
    },
  ])('$name', async ({ query, expected, total }) => {
    const { data, pagination } = await organization.list(query);
    expect(data.map(({ id }) => id)).toEqual(ids(...expected));
    expect(pagination).toEqual({ limit: 25, offset: 0, ...onlyPage(query), total: total ?? expected.length });
  });

  it('shows those of one monitor alone', async () => {
    const monitorId = outages[2]?.monitor.id ?? '';
    expect((await organization.incidents({ monitorId })).map(({ id }) => id)).toEqual(ids(2));
    expect(await organization.list({ monitorId, state: 'ONGOING' })).toMatchObject({
      data: [],
      pagination: { total: 0 },
    });
  });

  it('is empty for a monitor that is unknown or of another organization', async () => {
    const other = suite.organization();
    expect(await organization.incidents({ monitorId: newId('mon') })).toEqual([]);
    expect(await other.incidents({ monitorId: outages[0]?.monitor.id ?? '' })).toEqual([]);
    expect(await other.incidents()).toEqual([]);
  });

  it('breaks ties of the start by the id', async () => {
    const own = suite.organization();
    const startedAt = ago(5);
    const tied = Array.from({ length: 4 }, () => newOutage({ startedAt }));
    await Promise.all(tied.map((outage) => own.apply(outage)));
    const expected = tied.map(({ incidentId }) => incidentId).toSorted((a, b) => (a < b ? 1 : -1));
    expect((await own.incidents()).map(({ id }) => id)).toEqual(expected);
  });
});

describe('an incident of another organization', () => {
  it('is like an unknown one', async () => {
    const [owner, stranger] = [suite.organization(), suite.organization()];
    const outage = newOutage();
    await owner.apply(outage);
    const refusal = { code: 'not_found' };
    await expect(stranger.get(outage.incidentId)).rejects.toMatchObject(refusal);
    await expect(stranger.acknowledge(outage.incidentId)).rejects.toMatchObject(refusal);
    await expect(stranger.get('inc_unknown')).rejects.toMatchObject(refusal);
    expect((await owner.get(outage.incidentId)).acknowledged).toBe(false);
  });
});

describe('a note', () => {
  it('is in the timeline of an incident, ongoing or resolved, as it was written', async () => {
    const organization = suite.organization();
    const outage = newOutage();
    await organization.apply(outage);
    const first = await organization.addNote(outage.incidentId, 'Rebooted the switch.\n<b>نعم</b>');
    expect(first.timeline.at(-1)).toMatchObject({ type: 'NOTE', message: 'Rebooted the switch.\n<b>نعم</b>' });
    await organization.apply(ended(outage));
    await organization.addNote(outage.incidentId, 'It was the switch.');
    const { timeline } = await organization.get(outage.incidentId);
    expect(timeline.filter(({ type }) => type === 'NOTE').map(({ message }) => message)).toEqual([
      'Rebooted the switch.\n<b>نعم</b>',
      'It was the switch.',
    ]);
    const events = await suite.waitForEvents(organization, outage.incidentId, 2);
    expect(events.map(({ type }) => type)).toEqual(['incident.opened', 'incident.resolved']);
  });

  it('is written once, however often the same request is sent', async () => {
    const organization = suite.organization();
    const outage = newOutage();
    await organization.apply(outage);
    await Promise.all([1, 2, 3].map(() => organization.addNote(outage.incidentId, 'Once', 'note-1').catch(() => null)));
    const { timeline } = await organization.get(outage.incidentId);
    expect(timeline.filter(({ type }) => type === 'NOTE')).toHaveLength(1);
  });

  it('is refused for an incident of another organization, and for one that has enough', async () => {
    const [owner, stranger] = [suite.organization(), suite.organization()];
    const outage = newOutage();
    await owner.apply(outage);
    await expect(stranger.addNote(outage.incidentId, 'Hello')).rejects.toMatchObject({ code: 'not_found' });
    for (let index = 0; index < 98; index += 1) await owner.addNote(outage.incidentId, `Note ${index}`);
    const late = Array.from({ length: 5 }, (_, index) => owner.addNote(outage.incidentId, `Late ${index}`));
    const outcomes = await Promise.allSettled(late);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'conflict' } });
  });
});

describe('acknowledging', () => {
  it('answers with the detail and tells the world', async () => {
    const organization = suite.organization();
    const outage = newOutage();
    await organization.apply(outage);
    const incident = await organization.acknowledge(outage.incidentId);
    expect(incident).toMatchObject({ id: outage.incidentId, acknowledged: true });
    expect(incident.timeline.at(-1)).toEqual({
      at: incident.acknowledgedAt,
      type: 'ACKNOWLEDGED',
      message: 'Acknowledged',
    });
    expect(await organization.get(outage.incidentId)).toEqual(incident);
    const events = await suite.waitForEvents(organization, outage.incidentId, 2);
    expect(events.at(-1)).toMatchObject({ type: 'incident.acknowledged', data: { incident } });
  });

  it('again changes nothing, also after the end', async () => {
    const organization = suite.organization();
    const outage = newOutage();
    await organization.apply(outage);
    const first = await organization.acknowledge(outage.incidentId);
    expect(await organization.acknowledge(outage.incidentId)).toEqual(first);
    await organization.apply(ended(outage));
    const resolved = await organization.get(outage.incidentId);
    expect(await organization.acknowledge(outage.incidentId)).toEqual(resolved);
    expect(resolved.acknowledgedAt).toBe(first.acknowledgedAt);
    const events = await suite.waitForEvents(organization, outage.incidentId, 3);
    expect(events.map(({ type }) => type)).toEqual(['incident.opened', 'incident.acknowledged', 'incident.resolved']);
  });

  it('is a conflict when it was resolved before', async () => {
    const organization = suite.organization();
    const outage = newOutage();
    await organization.apply(ended(outage));
    await expect(organization.acknowledge(outage.incidentId)).rejects.toMatchObject({ code: 'conflict' });
    expect((await organization.get(outage.incidentId)).acknowledged).toBe(false);
  });

  it('happens once when twenty ask at the same time', async () => {
    const organization = suite.organization();
    const outage = newOutage();
    await organization.apply(outage);
    const answers = await Promise.all(Array.from({ length: 20 }, () => organization.acknowledge(outage.incidentId)));
    expect(new Set(answers.map(({ acknowledgedAt }) => acknowledgedAt)).size).toBe(1);
    const { timeline } = await organization.get(outage.incidentId);
    expect(timeline.filter(({ type }) => type === 'ACKNOWLEDGED')).toHaveLength(1);
  });

  it('replays its answer under the same key, even when the incident is gone', async () => {
    const organization = suite.organization();
    const outage = newOutage();
    await organization.apply(outage);
    const first = await organization.acknowledge(outage.incidentId, 'once');
    await organization.forget(outage.monitor.id);
    expect(await organization.acknowledge(outage.incidentId, 'once')).toEqual(first);
  });
});

describe('the names of monitors', () => {
  it('are asked for in one request, and are the present ones everywhere', async () => {
    const organization = suite.organization();
    const outages = [newOutage({ name: 'Old 1' }), newOutage({ name: 'Old 2' })];
    await Promise.all(outages.map((outage) => organization.apply(outage)));
    const asked: unknown[] = [];
    const createdAt = new Date().toISOString();
    const stopAnswering = answerDescriptions((input) => {
      asked.push(input);
      return input.monitorIds.map((id) => ({ id, name: `New ${id}`, type: 'PING', state: 'DOWN', createdAt }));
    });
    const listed = await organization.incidents();
    expect(listed.map(({ monitor }) => monitor)).toEqual(
      listed.map(({ monitor: { id } }) => ({ id, name: `New ${id}`, type: 'PING' })),
    );
    expect(asked).toEqual([{ organizationId: organization.id, monitorIds: listed.map(({ monitor }) => monitor.id) }]);
    const [outage] = outages;
    const present = `New ${outage?.monitor.id ?? ''}`;
    const id = outage?.incidentId ?? '';
    expect((await organization.get(id)).monitor.name).toBe(present);
    expect((await organization.acknowledge(id)).monitor.name).toBe(present);
    stopAnswering();
    expect((await organization.get(id)).monitor.name).toBe('Old 1');
  });

  it('come from the copy when the monitor service does not answer in time', async () => {
    const organization = suite.organization();
    const outage = newOutage({ name: 'Known' });
    await organization.apply(outage);
    const stopAnswering = answerDescriptions(() => undefined);
    expect((await organization.incidents())[0]?.monitor.name).toBe('Known');
    stopAnswering();
  });
});

/** Answers instead of the monitor service; undefined means no answer. */
function answerDescriptions(
  descriptions: (input: { organizationId: string; monitorIds: string[] }) => MonitorDescription[] | undefined,
): () => void {
  const connection = suite.service.host.link.connection;
  const subscription = connection?.subscribe(internal.describeMonitors.subject, {
    callback: (_, message) => {
      const monitors = descriptions(message.json());
      if (monitors !== undefined) message.respond(JSON.stringify({ monitors }));
    },
  });
  return () => subscription?.unsubscribe();
}

function onlyPage({ limit, offset }: { limit?: number; offset?: number }): { limit?: number; offset?: number } {
  return { ...(limit !== undefined && { limit }), ...(offset !== undefined && { offset }) };
}
