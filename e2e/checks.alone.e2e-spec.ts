import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Incident, IncidentDetail, Monitor, MonitorState } from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import type { ApiClient, ErrorEnvelope } from './support/api-client.ts';
import { CheckTargets, type WebPage } from './support/check-targets.ts';
import { type Fixture, startFixture } from './support/fixture.ts';
import type { Page } from './support/monitors.ts';

// Every kind of monitor, against real servers of its kind, through the API alone.

let targets: CheckTargets;
let fixture: Fixture;
beforeAll(async () => {
  targets = await CheckTargets.start();
  // Names change and vanish in these tests, and a worker must notice at once.
  targets.dns.ttlSeconds = 0;
  targets.dns.set('changed.example', 'A', ['127.0.0.1']);
  fixture = await startFixture({
    env: { RATE_LIMIT_REQUESTS: '100000', ...targets.workerEnvironment },
  });
  // The first check of a process takes longer than what it checks: here that would make a target slow.
  await (await Watched.create('HTTP', { url: targets.pageUrl('first') })).check();
}, 120_000);
afterAll(async () => {
  await fixture.stop();
  await targets.stop();
});

/** No check is due again within a test: only the first check and manual checks change a monitor. */
const SELDOM = { intervalSeconds: 86_400, timeoutSeconds: 10, degradedSamples: 1, degradedThresholdMs: 1_500 };
/** Far enough from the threshold, and the threshold from nothing, for a machine that is busy with other things. */
const SLOW_MS = 2_200;
/** A resolver asks again after one second, and after two more: this answers the second time it is asked. */
const SLOW_NAME_MS = 1_600;

interface Kind {
  readonly type: Monitor['type'];
  readonly fields: () => Record<string, unknown>;
  readonly works: () => unknown;
  readonly fails: () => unknown;
  readonly cause: RegExp;
  /** Undefined where nothing on this machine can make it slow. */
  readonly degrades?: () => unknown;
}

const good = { status: 200, body: 'hello world', delayMs: 0 };
const setPage = (path: string, behaviour: Partial<WebPage>) => () => Object.assign(targets.page(path), good, behaviour);
const resolves =
  (name: string, delayMs = 0) =>
  () =>
    targets.dns.set(name, 'A', ['127.0.0.1']).delay(name, delayMs);
const vanishes = (name: string) => () => targets.dns.set(name, 'A', 'NXDOMAIN');

const kinds: Kind[] = [
  {
    type: 'HTTP',
    fields: () => ({ url: targets.pageUrl('http'), expectedStatus: [200] }),
    works: setPage('http', {}),
    fails: setPage('http', { status: 503 }),
    cause: /^Expected status 200, got 503$/,
    degrades: setPage('http', { delayMs: SLOW_MS }),
  },
  {
    type: 'KEYWORD',
    fields: () => ({ url: targets.pageUrl('keyword'), keyword: 'world' }),
    works: setPage('keyword', {}),
    fails: setPage('keyword', { body: 'goodbye' }),
    cause: /world/,
    degrades: setPage('keyword', { delayMs: SLOW_MS }),
  },
  {
    type: 'PING',
    fields: () => ({ host: 'ping.example' }),
    works: resolves('ping.example'),
    fails: vanishes('ping.example'),
    cause: /ping\.example/,
  },
  {
    type: 'PORT',
    fields: () => ({ host: 'port.example', port: targets.port }),
    works: resolves('port.example'),
    fails: () => targets.closePort(),
    cause: /refused/i,
    degrades: async () => {
      await targets.openPort();
      resolves('port.example', SLOW_NAME_MS)();
    },
  },
  {
    type: 'DNS',
    fields: () => ({ url: 'name.example' }),
    works: resolves('name.example'),
    fails: vanishes('name.example'),
    cause: /NXDOMAIN/,
    degrades: resolves('name.example', SLOW_NAME_MS),
  },
  {
    type: 'SSL',
    fields: () => ({ url: targets.secureUrl }),
    works: () => targets.showCertificate(30),
    fails: () => targets.showCertificate(-2),
    cause: /expired/,
    degrades: () => targets.showCertificate(1),
  },
  {
    type: 'DOMAIN',
    fields: () => ({ url: 'shop.example' }),
    works: () => targets.expireDomain('shop.example', 300),
    fails: () => targets.expireDomain('shop.example', -2),
    cause: /shop\.example.*expired/,
    degrades: () => targets.expireDomain('shop.example', 1),
  },
];

/** One monitor of an organization of its own: tests run side by side. */
class Watched {
  private constructor(
    readonly api: ApiClient,
    readonly id: string,
  ) {}

  static async create(type: string, fields: Record<string, unknown>): Promise<Watched> {
    const { api } = await fixture.tenant();
    const body = { name: `A ${type} monitor`, type, ...SELDOM, ...fields };
    const { status, body: monitor } = await api.post<Monitor>('/api/v1/monitors', body);
    expect([status, monitor.state]).toEqual([201, 'PENDING']);
    return new Watched(api, monitor.id);
  }

  get path(): string {
    return `/api/v1/monitors/${this.id}`;
  }

  async check(): Promise<Monitor> {
    const { status, body } = await this.api.post<Monitor>(`${this.path}/check`, {});
    expect(status).toBe(200);
    return body;
  }

  becomes(state: MonitorState): Promise<Monitor> {
    const look = async (): Promise<Monitor> => {
      const { body } = await this.api.get<Monitor>(this.path);
      if (body.state !== state) throw new Error(`It is ${body.state}, and last answered in ${body.lastResponseMs} ms`);
      return body;
    };
    return waitFor(`the monitor to be ${state}`, look, { timeoutMs: 30_000 });
  }

  async incidents(): Promise<Incident[]> {
    return (await this.api.get<Page<Incident>>('/api/v1/incidents')).body.data;
  }
}

it.concurrent.each(kinds)(
  'a $type monitor goes from PENDING to UP, DOWN, DEGRADED and back, with one incident',
  async ({ type, fields, works, fails, cause, degrades }) => {
    await works();
    const monitor = await Watched.create(type, fields());
    const up = await monitor.becomes('UP');
    expect(up.lastResponseMs === null).toBe(type === 'DOMAIN');
    await fails();
    const down = await monitor.check();
    expect([down.state, down.lastResponseMs]).toEqual(['DOWN', null]);
    const [incident] = await monitor.incidents();
    expect(incident).toMatchObject({ monitor: { id: monitor.id, type }, resolvedAt: null });
    expect(incident?.cause).toMatch(cause);
    expect(incident?.startedAt).toBe(down.lastStatusChangedAt);
    const { body: detail } = await monitor.api.get<IncidentDetail>(`/api/v1/incidents/${incident?.id}`);
    expect(detail.evidence.length).toBeGreaterThanOrEqual(type === 'DOMAIN' ? 1 : 2);
    if (degrades !== undefined) {
      await degrades();
      expect((await monitor.check()).state).toBe('DEGRADED');
      expect((await monitor.incidents())[0]?.resolvedAt).not.toBeNull();
    }
    await works();
    expect((await monitor.check()).state).toBe('UP');
    const incidents = await monitor.incidents();
    expect(incidents).toHaveLength(1);
    expect(incidents[0]?.resolvedAt).not.toBeNull();
  },
);

describe('a check by hand', () => {
  it.concurrent('of a paused monitor is a conflict, and of one that is resumed comes at once', async () => {
    const monitor = await Watched.create('HTTP', { url: targets.pageUrl('paused') });
    await monitor.becomes('UP');
    await monitor.api.post(`${monitor.path}/pause`, {});
    const refused = await monitor.api.post<ErrorEnvelope>(`${monitor.path}/check`, {});
    expect([refused.status, refused.body.error.code]).toEqual([409, 'conflict']);
    const resumedAt = performance.now();
    await monitor.api.post(`${monitor.path}/resume`, {});
    await monitor.becomes('UP');
    expect(performance.now() - resumedAt).toBeLessThan(5_000);
  });

  it.concurrent('of a monitor that is deleted while it runs finds nothing, and leaves nothing', async () => {
    const monitor = await Watched.create('HTTP', { url: targets.pageUrl('deleted') });
    await monitor.becomes('UP');
    const page = Object.assign(targets.page('deleted'), { status: 500, delayMs: 1_000, requests: 0 });
    const checking = monitor.api.post<ErrorEnvelope>(`${monitor.path}/check`, {});
    await waitFor('the check to be under way', () => page.requests > 0);
    expect((await monitor.api.delete(monitor.path)).status).toBe(200);
    expect((await checking).status).toBe(404);
    expect(await monitor.incidents()).toEqual([]);
  });

  it.concurrent(
    'answers for a dead target only when its one incident is in the list, asked often at once',
    async () => {
      const monitor = await Watched.create('HTTP', { url: targets.pageUrl('dead') });
      await monitor.becomes('UP');
      targets.page('dead').status = 500;
      const seen = await Promise.all(
        Array.from({ length: 6 }, async () => {
          const { state } = await monitor.check();
          return { state, incidents: (await monitor.incidents()).length };
        }),
      );
      expect(seen).toEqual(seen.map(() => ({ state: 'DOWN', incidents: 1 })));
    },
  );
});

it.concurrent('a change of what is checked is checked at once, and the state stays until that lands', async () => {
  const monitor = await Watched.create('HTTP', { url: targets.pageUrl('changed') });
  await monitor.becomes('UP');
  const { body: changed } = await monitor.api.patch<Monitor>(monitor.path, { expectedStatus: [204] });
  expect(changed.state).toBe('UP');
  await monitor.becomes('DOWN');
  const { body: other } = await monitor.api.patch<Monitor>(monitor.path, { type: 'DNS', url: 'changed.example' });
  expect(other.state).toBe('PENDING');
  expect((await monitor.incidents())[0]?.resolvedAt).not.toBeNull();
  await monitor.becomes('UP');
});
