import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { sqlOf } from '@vedette/database';
import { waitFor } from '@vedette/test-kit';
import type { OutboxRelay } from '../src/mutations/outbox-relay.ts';
import type { OutboxMessage } from '../src/mutations/outbox.ts';
import { SetAsideFacts } from '../src/mutations/set-aside-facts.ts';
import { idsOf, newMessage, newMessages, OutboxScene } from './outbox-scene.ts';
import { SCHEMA } from './scene.ts';

let scene: OutboxScene;
beforeAll(async () => {
  scene = await OutboxScene.open();
});
beforeEach(() => scene.begin());
afterEach(() => scene.end());
afterAll(() => scene.close());

describe('a row that cannot be sent', () => {
  /** Larger than the suite's server accepts. */
  const tooLarge = (): OutboxMessage => ({ ...newMessage(), payload: { text: 'x'.repeat(2_000_000) } });
  /** A subject that belongs to no stream. */
  const nobodyThere = (): OutboxMessage => ({ ...newMessage(), subject: 'vedette.events' });

  async function setAside(): Promise<string[]> {
    const { rows } = await scene.pool.query<{ message_id: string }>(
      `SELECT message_id FROM ${SCHEMA}.outbox WHERE set_aside_at IS NOT NULL ORDER BY id`,
    );
    return rows.map((row) => row.message_id);
  }

  /** Commits messages one after the other, and returns how long each took to arrive. */
  async function delays(relay: OutboxRelay, count: number): Promise<number[]> {
    const taken: number[] = [];
    for (const message of newMessages(count)) {
      const startedAt = performance.now();
      await scene.commit(message);
      relay.wake();
      await waitFor('the message', async () => (await isSent(message.id)) || undefined, { intervalMs: 5 });
      taken.push(performance.now() - startedAt);
    }
    return taken;
  }

  async function isSent(id: string): Promise<boolean> {
    const { rows } = await scene.pool.query(
      `SELECT FROM ${SCHEMA}.outbox WHERE message_id = $1 AND published_at IS NOT NULL`,
      [id],
    );
    return rows.length === 1;
  }

  it('is set aside after its third try, and delays nobody meanwhile', async () => {
    const relay = await scene.newRelay();
    await delays(relay, 1);
    const poison = [tooLarge(), tooLarge(), tooLarge()];
    await scene.commit(...poison);
    relay.wake();
    const taken: number[] = [];
    while ((await setAside()).length < poison.length) taken.push(...(await delays(relay, 1)));
    taken.push(...(await delays(relay, 20)));
    expect(await setAside()).toEqual(idsOf(poison));
    const { rows } = await scene.pool.query(
      `SELECT failures, error FROM ${SCHEMA}.outbox WHERE set_aside_at IS NOT NULL`,
    );
    expect(rows).toEqual(poison.map(() => ({ failures: 3, error: expect.stringContaining('max_payload') })));
    expect(taken.length).toBeGreaterThan(20);
    // This delay used to be ten seconds.
    expect(taken.toSorted((one, other) => one - other).at(-2)).toBeLessThan(500);
  });

  it('is never set aside while nobody says that it is at fault, and delays nobody', async () => {
    const relay = await scene.newRelay();
    await scene.commit(nobodyThere());
    expect(Math.max(...(await delays(relay, 30)))).toBeLessThan(1_000);
    expect(await setAside()).toEqual([]);
    expect(await scene.unsent()).toBe(1);
  });

  it('is sent when it is replayed and the reason is gone', async () => {
    const relay = await scene.newRelay();
    const message = tooLarge();
    await scene.commit(message);
    relay.wake();
    await waitFor('the row aside', async () => (await setAside()).length === 1);
    const facts = new SetAsideFacts(SCHEMA, sqlOf(scene.pool), relay);
    expect(await facts.list()).toEqual([
      expect.objectContaining({ consumer: 'outbox', messageId: message.id, deliveries: 3, bytes: 2_000_011 }),
    ]);
    await scene.pool.query(`UPDATE ${SCHEMA}.outbox SET payload = '{}' WHERE message_id = $1`, [message.id]);
    expect(await facts.replay(message.id)).toEqual([{ consumer: 'outbox', messageId: message.id, error: null }]);
    await scene.allSent();
    expect(await scene.streamed()).toEqual([message.id]);
  });
});
