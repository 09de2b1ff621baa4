import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitFor } from '@vedette/test-kit';
import { ChatReceiver } from '@vedette/test-kit/chat-receiver';
import { TargetServer } from '@vedette/test-kit/target-server';
import pg from 'pg';
import { type Fixture, startFixture, type Tenant } from './support/fixture.ts';

// Tests of contacts and of monitors act on the outside: what is left of one whose processes are killed meanwhile.

const chat = new ChatReceiver();
let chatUrl: string;
let target: TargetServer;
let fixture: Fixture;
let database: pg.Client;
/** Called by the receiver of a message, and by the target of a check, before they answer. */
let onReceived: () => Promise<void>;

beforeAll(async () => {
  chatUrl = await chat.listen();
  chat.answer = async () => {
    await onReceived();
    return { status: 200 };
  };
  target = await TargetServer.start((_, response) => void onReceived().then(() => response.end('hello')));
  fixture = await startFixture({
    services: ['gateway', 'monitor', 'incident', 'checker-worker'],
    env: { RATE_LIMIT_REQUESTS: '100000', WEBHOOK_ALLOW_PRIVATE_TARGETS: 'true' },
  });
  database = new pg.Client({ connectionString: fixture.stack.databaseUrl });
  await database.connect();
}, 60_000);

afterAll(async () => {
  await database.end();
  await fixture.stop();
  await Promise.all([chat.close(), target.stop()]);
});

interface Answer {
  readonly status: number;
  readonly body: { readonly error?: { readonly code: string } };
}

function post({ key }: Tenant, path: string, body: object, idempotencyKey: string): Promise<Answer> {
  return fetch(`${fixture.stack.consoleUrl}/api/console/v1/${path}`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
    body: JSON.stringify(body),
  }).then(async (response) => ({ status: response.status, body: (await response.json()) as Answer['body'] }));
}

/** Kills the service and the gateway as soon as somebody has received something, and starts them again. */
async function killWhile(name: 'incident' | 'monitor', send: () => Promise<unknown>): Promise<void> {
  const processes = [fixture.stack.service(name), fixture.stack.service('gateway')];
  const killed = Promise.withResolvers<void>();
  onReceived = async () => {
    await Promise.all(processes.map((each) => each.kill('SIGKILL')));
    killed.resolve();
  };
  const lost = send().then(
    () => 'an answer',
    () => 'none',
  );
  await killed.promise;
  expect(await lost).toBe('none');
  onReceived = () => Promise.resolve();
  await Promise.all(processes.map((each) => each.start()));
}

/** Ends the times for which others wait for the dead processes. */
async function endWaits(schema: 'incident' | 'monitor', key: string): Promise<void> {
  await database.query('UPDATE gateway.idempotency_key SET lease_until = now() WHERE key = $1', [key]);
  await database.query(`UPDATE ${schema}.idempotent_answer SET work_id = now()::text WHERE key = $1`, [key]);
}

async function lines({ organizationId }: Tenant, operation: string): Promise<unknown[]> {
  const { rows } = await database.query(
    'SELECT actor, resource_name FROM account.audit_log WHERE organization_id = $1 AND operation = $2',
    [organizationId, operation],
  );
  return rows as unknown[];
}

describe('a service that is killed while it tests', () => {
  it('a contact leaves a line in the audit log, and a retry with the same key sends no second message', async () => {
    const tenant = await fixture.tenant();
    const given = ['--org', tenant.organizationId, '--type', 'SLACK', '--to', `${chatUrl}/ops`, '--name', 'Ops'];
    const { id } = (await fixture.stack.operator.run('contact', 'add', ...given)) as { id: string };
    const key = randomUUID();
    const test = (): Promise<Answer> => post(tenant, `alert-contacts/${id}/test`, {}, key);
    await killWhile('incident', test);
    await waitFor('the line', async () => (await lines(tenant, 'testAlertContact')).length > 0);
    await endWaits('incident', key);
    const retried = await test();
    expect(retried).toMatchObject({ status: 200, body: { sent: 'TEST', delivered: false } });
    expect(await test()).toEqual(retried);
    expect(chat.to('/ops')).toHaveLength(1);
    expect(await lines(tenant, 'testAlertContact')).toEqual([
      { actor: `key:${tenant.keyId}`, resource_name: expect.stringContaining('Ops') },
    ]);
  });

  it('a monitor leaves a line in the audit log, and a retry with the same key runs no second check', async () => {
    const tenant = await fixture.tenant();
    const key = randomUUID();
    const body = { name: 'Site', type: 'HTTP', url: target.url('tested') };
    const test = (): Promise<Answer> => post(tenant, 'monitor-tests', body, key);
    await killWhile('monitor', test);
    await waitFor('the line', async () => (await lines(tenant, 'runMonitorTest')).length > 0);
    await endWaits('monitor', key);
    expect(await test()).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } });
    expect(target.hits.get('/tested')).toBe(1);
    expect(await lines(tenant, 'runMonitorTest')).toEqual([{ actor: `key:${tenant.keyId}`, resource_name: 'Site' }]);
  });
});
