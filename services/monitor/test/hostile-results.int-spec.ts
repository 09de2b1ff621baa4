import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { jetstreamManager } from '@nats-io/jetstream';
import { parkedRequests, type CheckJob, type CheckOutcome, type CheckResult, type Monitor } from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import type { Organization } from './support/organization.ts';
import { handOut, historyOf } from './support/rows.ts';
import { startSuite, type Suite } from './support/suite.ts';
import { failed, succeeded, type WorkerPeer } from './support/worker-peer.ts';

// Results of several tenants travel in one message. Whatever one result contains, the others are applied at once.

const SOON_MS = 3_000;

let suite: Suite;
let worker: WorkerPeer;
beforeAll(async () => {
  suite = await startSuite();
  worker = await suite.startWorker();
});
afterAll(() => suite.stop());

let targets = 0;

async function newMonitor(): Promise<{ organization: Organization; monitor: Monitor; job: CheckJob }> {
  const organization = suite.organization();
  const { id } = await organization.create({ url: `http://target-${(targets += 1)}.test/` });
  const monitor = await waitFor('the first result', async () => {
    const found = await organization.get(id);
    return found.state === 'UP' && found;
  });
  const job = worker.jobsOf(id)[0];
  if (job === undefined) throw new Error('It was checked without a job');
  return { organization, monitor, job };
}

let slots = 0;
/** Each slot is later than all slots before it. */
const newSlot = (): string => new Date(Date.now() + (slots += 1)).toISOString();

function resultOf({ monitorId, epoch }: CheckJob, outcome: CheckOutcome): CheckResult {
  return { monitorId, epoch, slotAt: newSlot(), outcome };
}

async function lands(organization: Organization, monitorId: string, state: Monitor['state']): Promise<void> {
  await waitFor(
    `the healthy tenant's result: ${state}`,
    async () => (await organization.get(monitorId)).state === state,
    { timeoutMs: SOON_MS },
  );
}

/** The path of keys to every string in a value. */
function textPaths(value: unknown, path: readonly string[] = []): string[][] {
  if (typeof value === 'string') return [[...path]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => textPaths(inner, [...path, key]));
}

function withText(value: unknown, [key, ...rest]: readonly string[], text: string): unknown {
  if (key === undefined) return text;
  const copy: Record<string, unknown> | unknown[] = Array.isArray(value) ? [...value] : { ...(value as object) };
  Object.assign(copy, { [key]: withText((value as Record<string, unknown>)[key], rest, text) });
  return copy;
}

const everyField: CheckOutcome = failed('It failed', {
  observation: {
    certExpiresAt: '2027-01-01T00:00:00.000Z',
    dnsAnswer: ['v=spf1 -all'],
    registration: {
      domain: 'example.com',
      expiresAt: '2027-01-01T00:00:00.000Z',
      checkedAt: '2026-01-01T00:00:00.000Z',
    },
  },
});
const template = { monitorId: 'mon_x', epoch: 1, slotAt: '2026-01-01T00:00:00.000Z', outcome: everyField };

const hostile = [
  ['a NUL', 'a\0b'],
  ['a lone surrogate', 'a\uD800b'],
  ['a low surrogate before a high one', '\uDC00\uD800'],
  ['quotes, braces and a backslash', '"},{\\{}'],
  ['a very long text', 'x'.repeat(200_000)],
  ['nothing', ''],
] as const;

describe('a result beside a hostile one', () => {
  const paths = textPaths(template);

  it('meets hostile texts in all fields', () => {
    expect(paths.length).toBeGreaterThanOrEqual(15);
  });

  it.each(hostile)(
    'lands at once, with %s in any field of the other',
    async (_, text) => {
      const victim = await newMonitor();
      const healthy = await newMonitor();
      const attacks: unknown[] = paths.map((path) => withText(resultOf(victim.job, everyField), path, text));
      for (const [index, attack] of attacks.entries()) {
        const isDown = index % 2 === 0;
        const good = resultOf(healthy.job, isDown ? failed() : succeeded());
        await handOut(suite.pool, good.monitorId, good.slotAt);
        await worker.publishAll([attack, good, attack]);
        await lands(healthy.organization, healthy.monitor.id, isDown ? 'DOWN' : 'UP');
      }
      expect(await historyOf(suite.pool, healthy.monitor.id)).toHaveLength(paths.length + 1);
      const { messages } = await suite.rpc.ask(parkedRequests.monitor.list, {});
      expect(messages.map(({ messageId }) => messageId)).not.toContain(healthy.monitor.id);
    },
    120_000,
  );

  it('leaves nothing behind in the queue', async () => {
    const { connection } = suite.service.host.link;
    if (connection === undefined) throw new Error('NATS is away');
    const manager = await jetstreamManager(connection);
    const isEmpty = async (): Promise<boolean> => (await manager.streams.info('RESULTS')).state.messages === 0;
    expect(await waitFor('an empty queue', isEmpty)).toBe(true);
  });
});

describe('a result that cannot be applied', () => {
  it('is parked alone and found by the operator, who replays it once it fits', async () => {
    const victim = await newMonitor();
    const healthy = await newMonitor();
    const bad = resultOf(victim.job, failed('It\0failed'));
    const good = Array.from({ length: 49 }, () => resultOf(healthy.job, failed()));
    for (const { monitorId, slotAt } of [bad, ...good]) await handOut(suite.pool, monitorId, slotAt);
    await worker.publishAll([...good.slice(0, 20), bad, ...good.slice(20)]);
    await lands(healthy.organization, healthy.monitor.id, 'DOWN');
    const parked = await waitFor('the parked result', async () => {
      const { messages } = await suite.rpc.ask(parkedRequests.monitor.list, {});
      return messages.find(({ messageId }) => messageId === victim.monitor.id);
    });
    expect(parked).toMatchObject({ consumer: 'monitor-results', deliveries: 1, subject: 'vedette.results.scheduled' });
    await waitFor('all 49 others', async () => (await historyOf(suite.pool, healthy.monitor.id)).length === 50);
    // The replay fails again, because nothing has been fixed yet.
    const again = await suite.rpc.ask(parkedRequests.monitor.replay, { messageId: victim.monitor.id });
    expect(again.outcomes).toEqual([
      { consumer: 'monitor-results', messageId: victim.monitor.id, error: expect.any(String) },
    ]);
    expect(again.outcomes[0]?.error).not.toBeNull();
    const mended = JSON.stringify({ results: [{ ...bad, outcome: failed('It failed') }] });
    await suite.pool.query(`UPDATE monitor.parked_message SET payload = convert_to($2, 'UTF8') WHERE message_id = $1`, [
      victim.monitor.id,
      mended,
    ]);
    const mending = await suite.rpc.ask(parkedRequests.monitor.replay, { messageId: victim.monitor.id });
    expect(mending.outcomes).toEqual([{ consumer: 'monitor-results', messageId: victim.monitor.id, error: null }]);
    await lands(victim.organization, victim.monitor.id, 'DOWN');
    const { messages } = await suite.rpc.ask(parkedRequests.monitor.list, {});
    expect(messages.map(({ messageId }) => messageId)).not.toContain(victim.monitor.id);
  });
});
