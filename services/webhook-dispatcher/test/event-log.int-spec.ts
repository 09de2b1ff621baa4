import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId, type EventType, type LoggedEvent } from '@vedette/contract';
import { ServiceDatabase } from '@vedette/service-host';
import { waitFor } from '@vedette/test-kit';
import { Retention } from '../src/deliveries/retention.ts';
import { EventLogRepository, type NewEvent } from '../src/log/event-log.repository.ts';
import { Receiver } from './receiver.ts';
import { startSuite, type Organization, type Suite } from './suite.ts';

let suite: Suite;

beforeAll(async () => {
  suite = await startSuite();
});

afterAll(() => suite.stop());

const DAY = 86_400_000;

type Query = Readonly<Record<string, string | number>>;

/** Reads a log to its end by its cursors, as a client does. */
async function readLog(organization: Organization, query: Query = {}): Promise<LoggedEvent[]> {
  const read: LoggedEvent[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await organization.call('listEvents', { query: { ...query, ...(cursor && { cursor }) } });
    read.push(...page.data);
    cursor = page.nextCursor;
  }
  return read;
}

/** The log once it has so many events. */
function logOf(organization: Organization, length: number): Promise<LoggedEvent[]> {
  return waitFor(`${length} events in the log`, async () => {
    const log = await readLog(organization, { limit: 100 });
    return log.length >= length ? log : undefined;
  });
}

async function publishAll(organization: Organization, types: readonly EventType[]): Promise<string[]> {
  const ids: string[] = [];
  for (const [index, type] of types.entries()) ids.push(await organization.publish(type, { index }));
  return ids;
}

const idsOf = (log: readonly { id: string }[]) => log.map(({ id }) => id);

describe('the log of events', () => {
  it('holds every event as webhooks send it, in order, without any endpoint', async () => {
    const organization = suite.organization();
    const ids = await publishAll(organization, ['monitor.up', 'monitor.down', 'incident.opened']);
    const log = await logOf(organization, 3);
    expect(idsOf(log)).toEqual(ids);
    expect(log[1]).toEqual({
      id: ids[1],
      type: 'monitor.down',
      timestamp: expect.any(String),
      data: { index: 1 },
      cursor: expect.any(String),
    });
    expect(await readLog(organization, { limit: 1 })).toEqual(log);
  });

  it('holds an event once, however often the stream delivers it', async () => {
    const organization = suite.organization();
    const [id = ''] = await publishAll(organization, ['monitor.up']);
    await logOf(organization, 1);
    const { connection } = suite.service.host.link;
    const message = { organizationId: organization.id, event: { id, type: 'monitor.up', timestamp: '', data: {} } };
    for (let i = 0; i < 3; i += 1) connection?.publish('vedette.urgent.monitor.up', JSON.stringify(message));
    // Long after its delivery, the inbox no longer knows an event.
    await suite.sql('DELETE FROM webhook_dispatcher.inbox WHERE message_id = $1', [id]);
    connection?.publish('vedette.urgent.monitor.up', JSON.stringify(message));
    const later = await organization.publish('monitor.up');
    expect(idsOf(await logOf(organization, 2))).toEqual([id, later]);
    const [counter] = await suite.sql<{ last: string }>(
      'SELECT last_position AS last FROM webhook_dispatcher.event_counter WHERE organization_id = $1',
      [organization.id],
    );
    expect(counter).toEqual({ last: '2' });
  });

  it('holds test events', async () => {
    const organization = suite.organization();
    const receiver = await Receiver.start();
    const { id } = await organization.createEndpoint(receiver.url);
    const { eventId, payload } = await organization.call('testWebhookEndpoint', { id });
    await receiver.stop();
    expect(await readLog(organization)).toEqual([{ ...payload, cursor: expect.any(String) }]);
    expect(payload.id).toBe(eventId);
  });

  it('shows an organization nothing of another', async () => {
    const [organization, other] = [suite.organization(), suite.organization()];
    await publishAll(other, ['monitor.up']);
    const [logged] = await logOf(other, 1);
    expect(await readLog(organization)).toEqual([]);
    await expect(organization.call('listEvents', { query: { cursor: logged?.cursor ?? '' } })).rejects.toMatchObject({
      code: 'validation_error',
      details: [
        {
          path: 'cursor',
          message: 'cursor must be the cursor of an event, or of a page of events, of this organization',
        },
      ],
    });
  });

  it('can be read from an event on, from a time on, and by type', async () => {
    const organization = suite.organization();
    const types = ['monitor.up', 'monitor.down', 'monitor.up', 'incident.opened', 'monitor.up'] as const;
    const ids = await publishAll(organization, types);
    const log = await logOf(organization, 5);
    // An hour lies between one event and the next.
    await suite.sql(
      `UPDATE webhook_dispatcher.webhook_event SET created_at = '2026-03-01T00:00:00Z'::timestamptz + position * interval '1 hour'
       WHERE organization_id = $1`,
      [organization.id],
    );
    expect(idsOf(await readLog(organization, { cursor: log[1]?.cursor ?? '' }))).toEqual(ids.slice(2));
    expect(idsOf(await readLog(organization, { types: 'incident.opened,monitor.down', limit: 1 }))).toEqual([
      ids[1],
      ids[3],
    ]);
    const from = async (time: string) => idsOf(await readLog(organization, { from: time, limit: 2 }));
    expect(await from('2026-03-01T00:59:59.999Z')).toEqual(ids);
    expect(await from('2026-03-01T01:00Z')).toEqual(ids);
    expect(await from('2026-03-01T01:00:00.001Z')).toEqual(ids.slice(1));
    expect(await from('2026-03-01T04:30:00+01:00')).toEqual(ids.slice(3));
    expect(await from('2026-03-01T05:00:00Z')).toEqual(ids.slice(4));
    expect(await from('2026-03-01T05:00:01Z')).toEqual([]);
  });

  it('passes long stretches of other types, and pages end before they are too large', async () => {
    const organization = suite.organization();
    const large = { text: 'x'.repeat(300_000) };
    await append(Array.from({ length: 2_500 }, () => eventOf(organization, 'monitor.up')));
    const ids = await Promise.all([1, 2, 3].map(() => organization.publish('monitor.down', large)));
    const last = await waitFor('the large events', async () => {
      const found = await readLog(organization, { types: 'monitor.down' });
      return found.length === 3 ? found : undefined;
    });
    expect(new Set(idsOf(last))).toEqual(new Set(ids));
    const { data, nextCursor } = await organization.call('listEvents', {
      query: { types: 'monitor.down', cursor: await cursorBefore(organization, 2_500) },
    });
    expect([data.length, nextCursor]).toEqual([2, data[1]?.cursor]);
  });

  it('forgets events after 30 days, and says so to a reader who is behind', async () => {
    const organization = suite.organization();
    const old = [1, 2, 3].map(() => eventOf(organization, 'monitor.up', Date.now() - 31 * DAY));
    const young = eventOf(organization, 'monitor.up');
    await append([...old, young]);
    const [first, , third] = await readLog(organization);
    await suite.service.get(Retention).erase();
    expect(idsOf(await readLog(organization))).toEqual([young.id]);
    expect(idsOf(await readLog(organization, { cursor: third?.cursor ?? '' }))).toEqual([young.id]);
    await expect(organization.call('listEvents', { query: { cursor: first?.cursor ?? '' } })).rejects.toMatchObject({
      code: 'validation_error',
      details: [{ path: 'cursor', message: 'cursor is older than the log, which keeps events for 30 days' }],
    });
  });
});

function eventOf({ id: organizationId }: Organization, type: EventType, at = Date.now()): NewEvent {
  const id = newId('evt', at);
  const body = JSON.stringify({ id, type, timestamp: new Date().toISOString(), data: {} });
  return { id, organizationId, type, body, trace: {} };
}

/** Logs events in one transaction, which ends as `before` ends. */
async function append(events: readonly NewEvent[], before: () => Promise<void> = async () => undefined): Promise<void> {
  await suite.service.get(ServiceDatabase).mutations.run(async (tx) => {
    await suite.service.get(EventLogRepository).append(tx, events);
    await before();
  });
}

async function cursorBefore(organization: Organization, position: number): Promise<string> {
  const { data } = await organization.call('listEvents', { query: { limit: 1 } });
  return (data[0]?.cursor ?? '').replace(/^\d+/, String(position));
}

describe('a reader who follows the cursor', () => {
  it('never passes an event whose transaction commits later', async () => {
    const organization = suite.organization();
    const [slow, fast] = [eventOf(organization, 'monitor.down'), eventOf(organization, 'monitor.up')];
    const gate = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const first = append([slow], () => {
      begun.resolve();
      return gate.promise;
    });
    await begun.promise;
    const second = append([fast]);
    // The second transaction waits for the first one; with a sequence it would commit now, at the higher position.
    await waitFor('a transaction that waits', async () => {
      const rows = await suite.sql(
        `SELECT FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%event_counter%'`,
      );
      return rows.length === 1;
    });
    expect(await readLog(organization)).toEqual([]);
    gate.resolve();
    await Promise.all([first, second]);
    expect(idsOf(await readLog(organization))).toEqual([slow.id, fast.id]);
  });

  it('sees every committed event once, in one order, whoever is rolled back or terminated meanwhile', async () => {
    const organizations = [suite.organization(), suite.organization(), suite.organization()];
    const committed = new Set<string>();
    const random = seeded(7);
    const writers = Array.from({ length: 60 }, async () => {
      const events = organizations
        .filter(() => random() < 0.7)
        .toSorted(() => random() - 0.5)
        .map((organization) => eventOf(organization, 'monitor.up'));
      const fate = random();
      const pauses = Math.floor(random() * 4);
      try {
        await append(events, async () => {
          for (let i = 0; i < pauses; i += 1) await new Promise(setImmediate);
          if (fate < 0.2) throw new Error('rolled back');
        });
      } catch (error) {
        if (fate < 0.2) return;
        throw error;
      }
      for (const { id } of events) committed.add(id);
    });
    const over = new AbortController();
    const written = Promise.all(writers).finally(() => over.abort());
    const readers = organizations.map(async (organization) => {
      const seen: LoggedEvent[] = [];
      const follow = async () => {
        const cursor = seen.at(-1)?.cursor;
        seen.push(...(await readLog(organization, { limit: 3, ...(cursor && { cursor }) })));
      };
      while (!over.signal.aborted) await follow();
      await follow();
      return seen;
    });
    await written;
    const seen = await Promise.all(readers);
    expect(new Set(seen.flatMap(idsOf))).toEqual(committed);
    expect(seen.flat()).toHaveLength(committed.size);
    for (const log of seen) {
      const positions = log.map(({ cursor }) => Number.parseInt(cursor, 10));
      expect(positions).toEqual(positions.map((_, index) => index + 1));
    }
  });

  it('sees each event once across two replicas, lost connections and redeliveries', async () => {
    const organization = suite.organization();
    const replica = await suite.startReplica();
    const ids: string[] = [];
    const seen: LoggedEvent[] = [];
    for (let round = 0; round < 6; round += 1) {
      ids.push(...(await Promise.all(Array.from({ length: 20 }, () => organization.publish('monitor.up')))));
      // As a replica that dies: its transactions are rolled back, and JetStream delivers its events again.
      await suite.sql(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid() AND query LIKE '%webhook_dispatcher%'`,
      );
      const cursor = seen.at(-1)?.cursor;
      const next = await readLog(organization, { ...(cursor && { cursor }) }).catch(() => []);
      seen.push(...next);
    }
    await waitFor('all events', async () => {
      const cursor = seen.at(-1)?.cursor;
      seen.push(...(await readLog(organization, { ...(cursor && { cursor }) })));
      return seen.length >= ids.length;
    });
    expect(idsOf(seen).toSorted()).toEqual(ids.toSorted());
    await replica.stop();
  });
});

/** The same numbers from 0 to 1 for the same seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
