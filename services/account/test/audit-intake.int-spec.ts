import { userInfo } from 'node:os';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { auditSubject, consumers, newId, parkedRequests, type AuditMessage } from '@vedette/contract';
import { jetstreamOf, ParkedMessages } from '@vedette/messaging';
import { waitFor } from '@vedette/test-kit';
import { AuditRepository, type AuditLine } from '../src/audit/audit.repository.ts';
import { vedetteIn } from './command-line.ts';
import { newOrganization, startSuite, type Suite } from './suite.ts';

let suite: Suite;
let organizationId: string;

beforeAll(async () => {
  suite = await startSuite();
});

afterAll(() => suite.stop());

beforeEach(async () => {
  organizationId = await newOrganization(suite);
});

function newLine(change: Partial<AuditMessage> = {}): AuditMessage {
  const now = new Date();
  return {
    id: newId('aud', now.getTime()),
    organizationId,
    at: now.toISOString(),
    actor: { kind: 'key', id: 'key_1', name: 'CI' },
    operation: 'updateMonitor',
    resource: { id: 'mon_1', name: 'API' },
    changedFields: ['name', 'url'],
    requestId: newId('req'),
    address: '192.0.2.1',
    ...change,
  };
}

/** Returns when JetStream has it. Another message id stands for a line that is sent again after minutes. */
async function publish(line: object, msgID: string): Promise<void> {
  const connection = await waitFor('NATS', () => suite.link.connection);
  await jetstreamOf(connection).publish(auditSubject('monitor'), JSON.stringify(line), { msgID });
}

async function lines(): Promise<AuditLine[]> {
  return (await new AuditRepository(suite.sql).page(organizationId, {}, 100, 0)).lines;
}

describe('a line of another service', () => {
  it('is in the log within two seconds, as it was sent', async () => {
    const line = newLine();
    await publish(line, line.id);
    await waitFor('the line', async () => (await lines()).length === 1, { timeoutMs: 2_000 });
    expect(await lines()).toEqual([
      {
        id: line.id,
        at: new Date(line.at),
        actor: 'key:key_1',
        actorName: 'CI',
        operation: 'updateMonitor',
        isRefused: false,
        resourceId: 'mon_1',
        resourceName: 'API',
        changedFields: ['name', 'url'],
        requestId: line.requestId,
        address: '192.0.2.1',
      },
    ]);
  });

  it('is written with the other lines of its message, each once, however often that arrives', async () => {
    const first = newLine();
    const message = { ...first, more: [newLine(), newLine()] };
    for (const msgID of ['first', 'second']) await publish(message, `${message.id}-${msgID}`);
    const last = newLine();
    await publish(last, last.id);
    await waitFor('the last line', async () => (await lines()).some(({ id }) => id === last.id));
    const ids = [first, ...message.more, last].map(({ id }) => id);
    expect((await lines()).map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  });

  it('is written once, however often it arrives', async () => {
    const line = newLine({ resource: null });
    for (const msgID of ['first', 'second', 'third']) await publish(line, `${line.id}-${msgID}`);
    const last = newLine();
    await publish(last, last.id);
    await waitFor('the last line', async () => (await lines()).some(({ id }) => id === last.id));
    expect((await lines()).map(({ id }) => id).toSorted()).toEqual([line.id, last.id].toSorted());
  });

  it('of a deleted organization is dropped', async () => {
    const deletedId = newId('org');
    const [orphan, last] = [newLine({ organizationId: deletedId }), newLine()];
    await publish(orphan, orphan.id);
    await publish(last, last.id);
    await waitFor('the last line', async () => (await lines()).length === 1);
    await waitFor('the orphan to be received', async () => {
      const { rowCount } = await suite.pool.query('SELECT FROM account.inbox WHERE message_id = $1', [orphan.id]);
      return rowCount === 1;
    });
    expect(await suite.auditOf(deletedId)).toEqual([]);
  });

  it('that cannot be written delays no other, and is written when it was parked, mended and replayed', async () => {
    const { actor: _, ...bad } = newLine();
    await publish(bad, bad.id);
    const good = newLine();
    await publish(good, good.id);
    await waitFor('the good line', async () => (await lines()).length === 1);
    const { name: consumer } = consumers.auditLines;
    const payload = JSON.stringify({ ...bad, actor: { kind: 'nobody' } });
    const reason = { error: new TypeError('actor is missing'), deliveries: 20 };
    await new ParkedMessages('account', suite.sql).park({
      consumer,
      messageId: bad.id,
      subject: auditSubject('monitor'),
      payload,
      ...reason,
    });
    const { messages } = await suite.rpc.ask(parkedRequests.account.list, {});
    expect(messages).toMatchObject([{ consumer, messageId: bad.id }]);
    const env = { DATABASE_URL: suite.config.databaseUrl, NATS_URL: suite.config.natsUrl };
    const replayed = await vedetteIn(env, 'parked', 'replay', bad.id, '--service', 'account', '--json');
    expect(JSON.parse(replayed.out)).toEqual([{ service: 'account', consumer, messageId: bad.id, error: null }]);
    expect((await lines()).map(({ actor }) => actor).toSorted()).toEqual(['key:key_1', 'nobody']);
    const { out } = await vedetteIn(env, 'audit', 'list', '--json');
    const actor = `operator:${userInfo().username}`;
    const line = { actor, operation: 'replayParkedMessage', resourceId: bad.id, resourceName: consumer };
    expect(JSON.parse(out)).toMatchObject([line]);
  });
});
