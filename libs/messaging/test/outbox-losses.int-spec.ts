import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { waitFor } from '@vedette/test-kit';
import type { OutboxMessage } from '../src/mutations/outbox.ts';
import { jetstreamOf } from '../src/streams/streams.ts';
import { idsOf, newMessage, newMessages, OutboxScene } from './outbox-scene.ts';

let scene: OutboxScene;
beforeAll(async () => {
  scene = await OutboxScene.open();
});
beforeEach(() => scene.begin());
afterEach(() => scene.end());
afterAll(() => scene.close());

function newLine(): OutboxMessage {
  return { ...newMessage(), subject: 'vedette.audit.monitor' };
}

describe('when JetStream forgets', () => {
  it('waits for a stream that is not there yet', async () => {
    await (await scene.nats.manager()).streams.delete('EVENTS');
    await scene.newRelay();
    await scene.commit(newMessage());
    await scene.nats.ensureStreams();
    await scene.allSent();
    expect(await scene.streamed()).toHaveLength(1);
  });

  it('sends everything again when the stream was deleted and made anew', async () => {
    const relay = await scene.newRelay();
    const before = newMessages(3);
    await scene.commit(...before);
    relay.wake();
    await scene.allSent();
    await (await scene.nats.manager()).streams.delete('EVENTS');
    await scene.nats.ensureStreams();
    const after = newMessage();
    await scene.commit(after);
    relay.wake();
    await waitFor('all of them', async () => (await scene.streamed()).length === 4);
    expect((await scene.streamed()).toSorted()).toEqual(idsOf([...before, after]).toSorted());
  });

  it('sends the tail again that a crash of the server has cost, though others published over it', async () => {
    const link = await scene.nats.connectedLink();
    const relay = await scene.newRelay(link);
    const [kept, ...lost] = newMessages(4);
    await scene.commit(...(kept === undefined ? [] : [kept]), ...lost);
    relay.wake();
    await scene.allSent();
    const manager = await scene.nats.manager();
    for (const seq of [2, 3, 4]) await manager.streams.deleteMessage('EVENTS', seq);
    await jetstreamOf(await scene.nats.connection()).publish('vedette.events.webhook.test', '{}', {
      msgID: 'evt_other',
    });
    await scene.nats.store.pause();
    await waitFor('the loss', () => !link.isConnected);
    await scene.nats.store.resume();
    await waitFor('the tail', async () => (await scene.streamed()).length === 5);
    expect(await scene.streamed()).toEqual([kept?.id, 'evt_other', ...idsOf(lost)]);
  });

  it('sends again what one stream has lost, and nothing of the other', async () => {
    const relay = await scene.newRelay();
    const [event, ...lines] = [newMessage(), newLine(), newLine()];
    await scene.commit(...lines, event);
    relay.wake();
    await scene.allSent();
    const manager = await scene.nats.manager();
    for (const name of ['EVENTS', 'AUDIT']) await manager.streams.purge(name);
    await manager.streams.delete('AUDIT');
    await scene.nats.ensureStreams();
    const after = newLine();
    await scene.commit(after);
    relay.wake();
    await waitFor('the lines', async () => (await scene.streamed('AUDIT')).length === 3);
    expect((await scene.streamed('AUDIT')).toSorted()).toEqual(idsOf([...lines, after]).toSorted());
    expect(await scene.streamed()).toEqual([]);
  });

  it('sends to one stream while the other is missing', async () => {
    await (await scene.nats.manager()).streams.delete('AUDIT');
    const relay = await scene.newRelay();
    const [event, line] = [newMessage(), newLine()];
    await scene.commit(line, event);
    relay.wake();
    await waitFor('the event', async () => (await scene.streamed()).length === 1);
    await scene.nats.ensureStreams();
    await scene.allSent();
    expect([await scene.streamed(), await scene.streamed('AUDIT')]).toEqual([[event.id], [line.id]]);
  });

  it('leaves alone what is still there after a restart of the server', async () => {
    const link = await scene.nats.connectedLink();
    const relay = await scene.newRelay(link);
    await scene.commit(...newMessages(3));
    relay.wake();
    await scene.allSent();
    await scene.nats.store.kill();
    await waitFor('the loss', () => !link.isConnected);
    await scene.nats.store.resume();
    await scene.commit(newMessage());
    await scene.allSent();
    expect(await scene.streamed()).toHaveLength(4);
  });
});
