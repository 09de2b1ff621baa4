import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId, type DegradedFact, type EventMessage, type MonitorState } from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import { ago, ended, eventMonitor, newOutage, told, type Told } from '@vedette/test-kit/facts';
import fc from 'fast-check';
import { OutageService } from '../src/outages/outage.service.ts';
import type { Organization } from './support/organization.ts';
import { startSuite, type Suite } from './support/suite.ts';

let suite: Suite;
beforeAll(async () => {
  suite = await startSuite();
});
afterAll(() => suite.stop());

/** What the monitor service tells of one monitor, by lane, and how it ends. */
function historyOf(organization: Organization) {
  const first = newOutage({ startedAt: ago(3_000) });
  const monitorId = first.monitor.id;
  const second = newOutage({ monitorId, startedAt: ago(2_000) });
  const period: DegradedFact = {
    monitor: first.monitor,
    startedAt: ago(1_000).toISOString(),
    cause: 'Slow',
    ended: null,
  };
  const event = (
    sequence: number,
    type: 'monitor.down' | 'monitor.degraded' | 'monitor.updated' | 'monitor.paused' | 'monitor.resumed',
    state: MonitorState,
    facts: object = {},
  ): Told => {
    const data = { monitor: eventMonitor(first, { state, name: sequence < 2 ? 'Old' : 'New' }), changed: ['name'] };
    return told(organization.id, type, data, { sequence, ...facts }, ago(4_000 - sequence));
  };
  const pausedAt = { at: ago(500).toISOString(), because: 'PAUSED' as const };
  return {
    first,
    second,
    urgent: [
      event(1, 'monitor.down', 'DOWN', { outage: first }),
      event(5, 'monitor.down', 'DOWN', { outage: second }),
      event(6, 'monitor.degraded', 'DEGRADED', { outage: ended(second), degraded: period }),
    ],
    ordinary: [
      event(2, 'monitor.updated', 'DOWN'),
      event(3, 'monitor.paused', 'PAUSED', { outage: ended(first, 'PAUSED') }),
      event(4, 'monitor.resumed', 'PENDING'),
      event(7, 'monitor.paused', 'PAUSED', { degraded: { ...period, cause: null, ended: pausedAt } }),
    ],
    /** What the last pause asks before it answers. */
    pause: () => {
      const { id, name, type, createdAt } = first.monitor;
      return suite.service.get(OutageService).pause(organization.id, [{ id, name, type, createdAt, sequence: 7 }]);
    },
  };
}

/** All ways in which two lanes, each in its order, may be received. */
function interleavings<T>(one: readonly T[], other: readonly T[]): T[][] {
  const [first, ...rest] = one;
  const [second, ...others] = other;
  if (first === undefined || second === undefined) return [[...one, ...other]];
  const prepend = (item: T, tails: T[][]): T[][] => tails.map((tail) => [item].concat(tail));
  return [...prepend(first, interleavings(rest, other)), ...prepend(second, interleavings(one, others))];
}

async function count(sql: string, organization: Organization): Promise<number> {
  const { rows } = await suite.pool.query<{ count: number }>(sql, [organization.id]);
  return rows[0]?.count ?? 0;
}

const CHANGES = `SELECT count(*)::integer FROM incident.monitor_change WHERE organization_id = $1`;
const PAUSED = `SELECT count(*)::integer FROM incident.monitor WHERE organization_id = $1 AND is_paused`;
const ONGOING = `SELECT count(*)::integer FROM incident.incident WHERE organization_id = $1 AND resolved_at IS NULL`;
/** The end of an outage that was told before is told, too. */
const ALERTS = `
  SELECT count(*)::integer FROM incident.alert_job AS job JOIN incident.contact ON contact.id = job.contact_id
  WHERE contact.organization_id = $1 AND job.state <> 'CANCELLED' AND job.kind <> 'RESOLVED'`;

async function expectTheEnd(organization: Organization, history: ReturnType<typeof historyOf>): Promise<void> {
  const { rows } = await suite.pool.query(
    `SELECT m.name, m.is_paused, (
       SELECT json_agg(resolution ORDER BY started_at) FROM incident.incident WHERE monitor_id = m.id
     ) AS resolutions, (
       SELECT json_agg(ended_by) FROM incident.alert_subject WHERE monitor_id = m.id
     ) AS periods
     FROM incident.monitor AS m WHERE organization_id = $1`,
    [organization.id],
  );
  const end = { name: 'New', is_paused: true, resolutions: ['PAUSED', 'RECOVERED'], periods: ['PAUSED'] };
  expect(rows).toEqual([end]);
  expect(await count(ONGOING, organization)).toBe(0);
  expect((await organization.get(history.second.incidentId)).monitor.name).toBe('New');
}

/** Delivers the messages one after the other, each once more after some of the later ones. */
async function deliver(messages: readonly EventMessage[], again: readonly number[]): Promise<void> {
  const outages = suite.service.get(OutageService);
  for (const [index, message] of messages.entries()) {
    await outages.receive(message);
    const repeated = messages[(again[index] ?? 0) % (index + 1)];
    if (repeated !== undefined) await outages.receive(repeated);
  }
}

/** Delivers the messages in groups that come together, each after some of those before it. */
async function deliverTogether(messages: readonly EventMessage[], sizes: readonly number[]): Promise<void> {
  const outages = suite.service.get(OutageService);
  for (let from = 0, group = 0; from < messages.length; group += 1) {
    const size = 1 + ((sizes[group] ?? 0) % 4);
    await outages.receiveAll(messages.slice(Math.max(0, from - 1), from + size));
    from += size;
  }
}

const repetitions = (seed: number) =>
  fc.sample(fc.array(fc.nat(100), { minLength: 8, maxLength: 8 }), { seed, numRuns: 1 });

describe('events of two lanes', () => {
  it('have the same end in every order in which the lanes overtake each other, with repetitions', async () => {
    for (let number = 0; number < 35; number += 1) {
      const organization = suite.organization();
      const history = historyOf(organization);
      const orders = interleavings(history.urgent, history.ordinary);
      expect(orders).toHaveLength(35);
      const messages = (orders[number] ?? []).map(({ message }) => message);
      const [again = []] = repetitions(number);
      await deliver(messages, again);
      await expectTheEnd(organization, history);
    }
  });

  it('have this end, too, if those that come together share a transaction', async () => {
    for (let number = 0; number < 35; number += 1) {
      const organization = suite.organization();
      const history = historyOf(organization);
      const order = interleavings(history.urgent, history.ordinary)[number] ?? [];
      const [sizes = []] = repetitions(number);
      await deliverTogether(
        order.map(({ message }) => message),
        sizes,
      );
      await expectTheEnd(organization, history);
    }
  });

  it('are written together if there are many, each once', async () => {
    const organization = suite.organization();
    const outages = Array.from({ length: 200 }, () => newOutage({ startedAt: ago(1_000) }));
    const pauses = outages.map((outage) => {
      const data = { monitor: eventMonitor(outage, { state: 'PAUSED' }) };
      return told(organization.id, 'monitor.paused', data, { sequence: 1 }, ago(0));
    });
    await Promise.all(pauses.map((pause) => organization.publish(pause)));
    const ids = pauses.map(({ message }) => message.event.id);
    const written = await waitFor('all pauses', async () => {
      const { rows } = await suite.pool.query<{ changes: number; transactions: number }>(
        `SELECT count(*)::integer AS changes, count(DISTINCT xmin::text)::integer AS transactions
         FROM incident.inbox WHERE message_id = ANY ($1)`,
        [ids],
      );
      return rows[0]?.changes === ids.length ? rows[0] : undefined;
    });
    expect(written.transactions).toBeLessThan(ids.length / 2);
    expect(await count(CHANGES, organization)).toBe(ids.length);
    expect(await count(PAUSED, organization)).toBe(ids.length);
  });

  it('begin no alert after a pause has answered, however late they are', async () => {
    for (let late = 0; late <= 7; late += 1) {
      const organization = suite.organization();
      await organization.addContact({ to: `${suite.chatUrl}/${newId('mon')}` });
      const history = historyOf(organization);
      const messages = [...history.urgent, ...history.ordinary]
        .toSorted((one, other) => sequenceOf(one) - sequenceOf(other))
        .map(({ message }) => message);
      await deliver(messages.slice(0, 7 - late), []);
      await organization.apply(ended(history.first, 'PAUSED'));
      await history.pause();
      const alerts = await count(ALERTS, organization);
      await deliver(messages.slice(7 - late).toReversed(), []);
      expect(await count(ALERTS, organization)).toBe(alerts);
      await expectTheEnd(organization, history);
    }
  });
});

function sequenceOf({ message }: Told): number {
  return (message.facts as { sequence: number }).sequence;
}
