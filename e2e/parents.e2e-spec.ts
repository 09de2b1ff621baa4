import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitFor } from '@vedette/test-kit';
import { ChatReceiver } from '@vedette/test-kit/chat-receiver';
import { type SharedFixture, sharedFixture } from './support/fixture.ts';
import { callersOf } from './support/sdk-clients.ts';

// Monitors that depend on each other, from real checks to the alerts, through the API alone.

const chat = new ChatReceiver();
/** What the checked server answers with, by path. */
const statuses = new Map<string, number>();
let chatUrl: string;
let fixture: SharedFixture;
let target: Server;
let targetUrl: string;

beforeAll(async () => {
  chatUrl = await chat.listen();
  target = createServer(({ url = '' }, response) => response.writeHead(statuses.get(url) ?? 200).end('hello'));
  await new Promise<void>((resolve) => {
    target.listen(0, '127.0.0.1', resolve);
  });
  targetUrl = `http://127.0.0.1:${(target.address() as AddressInfo).port}`;
  fixture = await sharedFixture();
}, 120_000);
afterAll(async () => {
  await chat.close();
  target.close();
});

describe('a monitor and its parent that go down together', () => {
  it('are one alert, and a second one when the monitor is still down without its parent', async () => {
    const tenant = await fixture.tenant();
    const { 'a full key': vedette } = await callersOf(fixture, tenant, 'MEMBER');
    const path = `/${tenant.organizationId}`;
    const contact = ['--org', tenant.organizationId, '--type', 'SLACK', '--to', `${chatUrl}${path}`];
    await fixture.stack.operator.run('contact', 'add', ...contact);
    const texts = (): string[] => chat.to(path).map(({ body }) => body.text);
    const create = async (name: string): Promise<string> => {
      // The interval is so long that only the first check and those that somebody asks for happen during the test.
      const url = `${targetUrl}${path}/${name}`;
      const { id } = await vedette.monitors.create({ name, type: 'HTTP', url, intervalSeconds: 86_400 });
      await waitFor('the first check', async () => (await vedette.monitors.get(id)).state === 'UP');
      return id;
    };
    const [router, shop] = await Promise.all([create('Router'), create('Shop')]);
    const runbookUrl = 'https://wiki.example.com/runbooks/shop';
    await vedette.monitors.setAlerting(shop, { parentId: router, runbookUrl });
    expect(await vedette.monitors.getAlerting(shop)).toEqual({ parentId: router, runbookUrl });

    statuses.set(`${path}/Router`, 503).set(`${path}/Shop`, 503);
    // Nobody but the alert of the shop asks for a check of the router.
    await vedette.monitors.check(shop);
    const { data: incidents } = await vedette.incidents.list({ monitorId: shop });
    const decided = async (state: string, reason: string | null): Promise<void> => {
      await waitFor(`${state} ${reason}`, async () => {
        const { data } = await vedette.alerts.list({ incidentId: incidents[0]?.id });
        const opened = data.find(({ kind }) => kind === 'OPENED');
        return opened?.state === state && opened.reason === reason && opened.until === null;
      });
    };
    await decided('HELD', 'PARENT_DOWN');
    const { data: held } = await vedette.alerts.list({ incidentId: incidents[0]?.id });
    expect(held).toMatchObject([{ parent: { id: router, name: 'Router' } }]);
    await chat.got(path, 1);
    expect(texts()).toEqual(['*Router is down*']);
    expect(await vedette.monitors.get(router)).toMatchObject({ state: 'DOWN' });

    statuses.delete(`${path}/Router`);
    await vedette.monitors.check(router);
    await decided('SENT', null);
    await chat.got(path, 3);
    expect(texts().toSorted()).toEqual(['*Router is down*', '*Router is up again*', '*Shop is down*']);
    expect(JSON.stringify(chat.to(path))).toContain(runbookUrl);
    // It was checked by itself, and once more when its parent had recovered.
    const { data: checks } = await vedette.monitors.listChecks(shop);
    expect(checks.map(({ verdict }) => verdict)).toEqual(['DOWN', 'DOWN', 'UP']);

    await expect(vedette.monitors.setAlerting(router, { parentId: shop })).rejects.toMatchObject({
      status: 400,
      details: [{ path: 'parentId' }],
    });
    await vedette.monitors.delete(router);
    expect(await vedette.monitors.getAlerting(shop)).toEqual({ parentId: null, runbookUrl });
  }, 60_000);
});
