import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { consumers } from '@vedette/contract';
import { jetstreamManagerOf } from '@vedette/messaging';
import { waitFor } from '@vedette/test-kit';
import { ask, type Answer } from './support/http.ts';
import { startSuite, type Suite } from './support/suite.ts';

let suite: Suite;

beforeAll(async () => {
  suite = await startSuite({ ownPostgres: true });
}, 60_000);
afterAll(() => suite.stop());

const NOTICE = 'This is the last known status, from';

/** Uptimes may be asked for again until NATS is killed. */
function withoutMoment({ body }: Answer): string {
  return body.replace(/<p class="quiet moment">.*<\/p>/, '');
}

function markedAsOld(read: () => Promise<Answer>): Promise<Answer> {
  return waitFor(
    'a page that is marked as old',
    async () => {
      const answer = await read();
      return answer.body.includes(NOTICE) && answer;
    },
    { timeoutMs: 30_000, intervalMs: 250 },
  );
}

describe('while everything else is down', () => {
  it('pages are served from memory, then as old, then after a restart, and mend by themselves', async () => {
    const { port } = suite.config;
    const organization = suite.organization();
    suite.dns.set('lasting.test', 'CNAME', ['localhost']);
    const monitorId = suite.peers.add(organization.id, 'API', 'DOWN');
    const page = await organization.call('createStatusPage', {
      body: { name: 'Lasting', slug: 'lasting', customDomain: 'lasting.test', components: [{ monitorId }] },
    });
    const hidden = await organization.call('createStatusPage', {
      body: { name: 'H', slug: 'hidden', published: false },
    });
    expect(hidden.published).toBe(false);
    const read = (path = '/lasting', at = port) => ask(at, path);
    const whole = await waitFor('the page', async () => {
      const answer = await read();
      return answer.body.includes('100% uptime') && answer;
    });
    expect(whole.body).not.toContain(NOTICE);
    const permission = async (internalPort: number, domain: string) =>
      (await ask(internalPort, `/certificate-permission?domain=${domain}`)).status;
    const { internalPort } = suite.service;
    await waitFor('a permission', async () => (await permission(internalPort, 'lasting.test')) === 200);

    await waitFor('the snapshots to be confirmed', async () =>
      (await readdir(suite.config.snapshotDirectory, { recursive: true })).some((path) => path.endsWith('/confirmed')),
    );

    await Promise.all([suite.postgres?.kill(), suite.nats.kill()]);
    expect(withoutMoment(await read())).toBe(withoutMoment(whole));
    const momentOf = async (at: number): Promise<string> =>
      (JSON.parse((await read('/lasting.json', at)).body) as { uptimeAt: string }).uptimeAt;
    const moment = await momentOf(port);
    const old = await markedAsOld(() => read());
    expect(old.status).toBe(200);
    expect(old.body).toContain('(1 minute ago)');
    expect(old.body).toContain('Major outage');
    expect(old.headers.etag).not.toBe(whole.headers.etag);
    const json = JSON.parse((await read('/lasting.json')).body) as { lastKnownAt: string };
    expect(Date.parse(json.lastKnownAt)).toBeLessThan(Date.now() - 10_000);
    expect((await read('/nowhere')).status).toBe(404);

    // A replica that starts now has only the snapshots on disk.
    const restarted = await suite.startReplica({}, { isAlone: true });
    expect((await read('/lasting', restarted.publicPort)).status).toBe(200);
    const again = await markedAsOld(() => read('/lasting', restarted.publicPort));
    expect(again.body).toContain('100% uptime');
    expect(await momentOf(restarted.publicPort)).toBe(moment);
    expect((await read('/hidden', restarted.publicPort)).status).toBe(404);
    expect((await read('/_/ready', restarted.publicPort)).status).toBe(200);
    for (const replica of [suite.service, restarted]) {
      expect(await permission(replica.internalPort, 'lasting.test')).toBe(200);
      expect(await permission(replica.internalPort, 'other.test')).toBe(403);
    }

    await Promise.all([suite.postgres?.resume(), suite.nats.resume()]);
    await waitFor(
      'both replicas to be up to date',
      async () => {
        const answers = await Promise.all([read(), read('/lasting', restarted.publicPort)]);
        return answers.every(({ body }) => !body.includes(NOTICE) && body.includes('Major outage'));
      },
      { timeoutMs: 30_000, intervalMs: 250 },
    );
    // The replicas may be back before this client is.
    await waitFor('NATS', () => suite.link.isConnected);
    await organization.call('updateStatusPage', { id: page.id, body: { published: false } });
    await waitFor('nothing', async () => (await read('/lasting', restarted.publicPort)).status === 404);
  }, 120_000);

  it('a monitor service that does not answer is told of, too', async () => {
    const organization = suite.organization();
    await organization.call('createStatusPage', { body: { name: 'Silence', slug: 'silence' } });
    await waitFor('the page', async () => (await ask(suite.config.port, '/silence')).status === 200);
    suite.peers.mute(true);
    try {
      const old = await markedAsOld(() => ask(suite.config.port, '/silence'));
      expect(old.status).toBe(200);
    } finally {
      suite.peers.mute(false);
    }
  }, 60_000);
});

/** A page with one monitor, once it is served. */
async function watched(slug: string): Promise<{ monitorId: string; shows: (words: string) => Promise<boolean> }> {
  const organization = suite.organization();
  const monitorId = suite.peers.add(organization.id, 'API');
  await organization.call('createStatusPage', { body: { name: 'W', slug, components: [{ monitorId }] } });
  const shows = async (words: string) => (await ask(suite.config.port, `/${slug}`)).body.includes(words);
  await waitFor('the page', () => shows('All systems operational'));
  return { monitorId, shows };
}

/** How many events the consumer of monitors has been given so far, repetitions included. */
async function deliveries(): Promise<number> {
  const manager = await jetstreamManagerOf(await waitFor('NATS', () => suite.link.connection));
  const { stream, name } = consumers.urgentMonitorCopies;
  return (await manager.consumers.info(stream.name, name)).delivered.consumer_seq;
}

describe('an outage is on its page within 5 s', () => {
  it('of the return of PostgreSQL, however long its event could not be received', async () => {
    const { monitorId, shows } = await watched('after-postgres');
    const before = await deliveries();
    await suite.postgres?.kill();
    await suite.peers.move(monitorId, 'DOWN');
    await markedAsOld(() => ask(suite.config.port, '/after-postgres'));
    // The pause after the sixth failure is 16 s, so the event itself would come too late.
    await waitFor('the sixth delivery', async () => (await deliveries()) >= before + 6, { timeoutMs: 20_000 });
    await suite.postgres?.resume();
    expect(await waitFor('the outage', () => shows('Major outage'), { timeoutMs: 5_000 })).toBe(true);
  }, 60_000);

  it('of the return of NATS, even when its event is lost', async () => {
    const { monitorId, shows } = await watched('after-nats');
    await suite.nats.kill();
    suite.peers.change(monitorId, { state: 'DOWN' });
    await suite.nats.resume();
    expect(await waitFor('the outage', () => shows('Major outage'), { timeoutMs: 5_000 })).toBe(true);
  }, 60_000);
});

describe('a replica without stores and without copies', () => {
  it('says that it is about to be there, not that pages do not exist', async () => {
    await suite.nats.pause();
    await suite.postgres?.pause();
    try {
      const snapshotDirectory = `${suite.config.snapshotDirectory}/other`;
      const empty = await suite.startReplica({ snapshotDirectory }, { isAlone: true });
      const answer = await ask(empty.publicPort, '/silence');
      expect(answer.status).toBe(503);
      expect(answer.headers['retry-after']).toBe('2');
      expect((await ask(empty.publicPort, '/_/ready')).status).toBe(503);
      expect((await ask(empty.internalPort, '/certificate-permission?domain=lasting.test')).status).toBe(503);
      expect((await ask(empty.internalPort, '/custom-domains')).status).toBe(503);
    } finally {
      await Promise.all([suite.postgres?.resume(), suite.nats.resume()]);
    }
  }, 60_000);
});
