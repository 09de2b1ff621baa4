import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { transaction } from '@vedette/database';
import { consumers } from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import { MOST_UNSETTLED } from '../src/streams/unsettled.ts';
import type { OutboxMessage } from '../src/mutations/outbox.ts';
import { jetstreamOf } from '../src/streams/streams.ts';
import { idsOf, newMessage, newMessages, OutboxScene } from './outbox-scene.ts';
import { SCHEMA } from './scene.ts';

let scene: OutboxScene;
beforeAll(async () => {
  scene = await OutboxScene.open();
});
beforeEach(() => scene.begin());
afterEach(() => scene.end());
afterAll(() => scene.close());

describe('the outbox', () => {
  it('tells what was committed, in order, and nothing that was rolled back', async () => {
    const relay = await scene.newRelay();
    const messages = newMessages(3);
    await scene.commit(...messages);
    const rolledBack = transaction(scene.pool, async (tx) => {
      await scene.outbox.write(tx, [newMessage()]);
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    relay.wake();
    await scene.allSent();
    expect(await scene.streamed()).toEqual(idsOf(messages));
  });

  it('sends the payload as it was written', async () => {
    const relay = await scene.newRelay();
    const message = newMessage();
    await scene.commit(message);
    relay.wake();
    await scene.allSent();
    const manager = await scene.nats.manager();
    const stored = await manager.streams.getMessage('EVENTS', { seq: 1 });
    expect(stored?.subject).toBe(message.subject);
    expect(stored?.json()).toEqual(message.payload);
  });

  it('sends by itself what nobody woke it for', async () => {
    await scene.newRelay();
    const message = newMessage();
    await scene.commit(message);
    await scene.allSent();
    expect(await scene.streamed()).toEqual([message.id]);
  });

  it('sends many batches, each message once and in order', async () => {
    const messages = newMessages(700);
    await scene.commit(...messages);
    await scene.newRelay();
    await scene.allSent();
    expect(await scene.streamed()).toEqual(idsOf(messages));
  });

  it('sends the rows of organizations in turns, those of each in order', async () => {
    const busy = newMessages(400, 'org_busy');
    const quiet = newMessages(3, 'org_quiet');
    await scene.commit(...busy);
    await scene.commit(...quiet);
    await scene.newRelay();
    await scene.allSent();
    const order = await scene.streamed();
    expect(order.filter((id) => idsOf(busy).includes(id))).toEqual(idsOf(busy));
    expect(order.slice(0, 6)).toEqual([0, 1, 2].flatMap((turn) => [busy[turn]?.id, quiet[turn]?.id]));
  });

  it('sends the rows of more organizations than a batch has turns', async () => {
    const messages = Array.from({ length: 200 }, (_, index) => newMessage(`org_${index}`));
    await scene.commit(...messages, ...newMessages(600));
    await scene.newRelay();
    await scene.allSent();
    expect(await scene.streamed()).toHaveLength(800);
  });

  it('leaves rows in the outbox, where organizations take turns, while a consumer has many before it', async () => {
    const { stream, name, subject } = consumers.deliveries;
    const manager = await scene.nats.manager();
    await manager.consumers.add(stream.name, { durable_name: name, filter_subject: subject });
    await scene.commit(...newMessages(3_000, 'org_busy'));
    const relay = await scene.newRelay();
    await waitFor('the relay to wait', async () => (await scene.streamed()).length > MOST_UNSETTLED);
    const quiet = newMessage('org_quiet');
    await scene.commit(quiet);
    relay.wake();
    await waitFor('its turn', async () => (await scene.streamed()).includes(quiet.id));
    expect(await scene.unsent()).toBeGreaterThan(0);
    await manager.consumers.delete(stream.name, name);
    await scene.allSent();
  });

  it('sends what is urgent while other rows wait', async () => {
    const blocked = await scene.pool.connect();
    await scene.commit(...newMessages(10));
    await blocked.query('BEGIN');
    await blocked.query(`SELECT FROM ${SCHEMA}.outbox FOR UPDATE`);
    const urgent = { ...newMessage(), subject: 'vedette.urgent.monitor.down' };
    await scene.commit(urgent);
    await scene.newRelay();
    await waitFor('what is urgent', async () => (await scene.streamed('URGENT')).length === 1);
    expect([await scene.streamed('URGENT'), await scene.streamed()]).toEqual([[urgent.id], []]);
    await blocked.query('COMMIT');
    blocked.release();
    await scene.allSent();
  });

  it('is shared by two relays without a message sent twice', async () => {
    const messages = newMessages(1_200);
    await scene.commit(...messages);
    await Promise.all([scene.newRelay(), scene.newRelay()]);
    await scene.allSent();
    expect((await scene.streamed()).toSorted()).toEqual(idsOf(messages).toSorted());
  });

  it('puts one message into the stream when it crashed between sending and noting so', async () => {
    const [before, crashed, after] = newMessages(3) as [OutboxMessage, OutboxMessage, OutboxMessage];
    await scene.commit(before, crashed, after);
    const jetstream = jetstreamOf(await scene.nats.connection());
    await jetstream.publish(crashed.subject, JSON.stringify(crashed.payload), { msgID: crashed.id });
    await scene.newRelay();
    await scene.allSent();
    expect((await scene.streamed()).toSorted()).toEqual(idsOf([before, crashed, after]).toSorted());
  });

  it('sends what is left when it is stopped', async () => {
    const relay = await scene.newRelay();
    await scene.commit(newMessage());
    await relay.stop();
    expect(await scene.unsent()).toBe(0);
  });
});

describe('without NATS', () => {
  it('waits, and sends everything when NATS is back', async () => {
    const link = await scene.nats.connectedLink();
    const relay = await scene.newRelay(link);
    await scene.nats.store.kill();
    await waitFor('the loss', () => !link.isConnected);
    const messages = newMessages(5);
    await scene.commit(...messages);
    relay.wake();
    await scene.nats.store.resume();
    await scene.allSent();
    expect(await scene.streamed()).toEqual(idsOf(messages));
  });

  it('stops at once', async () => {
    const link = await scene.nats.connectedLink();
    const relay = await scene.newRelay(link);
    await scene.nats.store.kill();
    await waitFor('the loss', () => !link.isConnected);
    await scene.commit(newMessage());
    const startedAt = performance.now();
    await relay.stop();
    expect(performance.now() - startedAt).toBeLessThan(4_000);
    expect(await scene.unsent()).toBe(1);
    await scene.nats.store.resume();
  });
});
