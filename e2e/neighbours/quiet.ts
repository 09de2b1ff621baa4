import { setTimeout as sleep } from 'node:timers/promises';
import type { EventMessage, Monitor } from '@vedette/contract';
import type { Vedette } from '@vedette/sdk';
import { waitFor } from '@vedette/test-kit';
import type { Tenant } from '../support/fixture.ts';
import { createMonitor } from '../support/monitors.ts';
import { codeOf, signedIn } from '../support/sdk-clients.ts';
import { Samples, type Measure } from './samples.ts';
import type { World } from './world.ts';

/** A contact gets five alerts in a minute, then they are gathered; so many pairs take turns with an outage and its end. */
const PAIRS = 50;
const SCHEDULED = 10;
const PAUSE_MS = { outage: 500, read: 100, write: 200, replay: 500, visit: 100, look: 20 } as const;
/** What has not come by then never comes. */
const PATIENCE_MS = 120_000;

interface Pair {
  readonly monitor: Monitor;
  /** Of the target and of the receiver of alerts. */
  readonly path: string;
}

type Event = EventMessage['event'];

/** A small organization that does what people do, and notes how long everything takes. */
export class Quiet {
  #samples = new Samples();
  /** When each event came, by its id. */
  readonly #events = new Map<string, number>();
  readonly #leaving = new AbortController();
  /** How often each thing was done. */
  readonly #turns = { outage: 0, read: 0, write: 0 };

  private constructor(
    private readonly world: World,
    readonly tenant: Tenant,
    private readonly vedette: Vedette,
    private readonly pairs: readonly Pair[],
    private readonly slug: string,
  ) {
    world.endings.push(() => this.#leaving.abort());
    void this.#readStream();
  }

  static async start(world: World): Promise<Quiet> {
    const { fixture, targets, chatUrl, webhooks } = world;
    const tenant = await fixture.tenant();
    const { vedette } = await signedIn(fixture, tenant.organizationId, 'OWNER');
    const pairs: Pair[] = [];
    for (let i = 0; i < PAIRS; i += 1) {
      const path = `quiet-${i}`;
      const url = targets.pageUrl(path);
      const monitor = await createMonitor(tenant.api, { name: path, url, intervalSeconds: 86_400, timeoutSeconds: 5 });
      pairs.push({ monitor, path });
    }
    for (let i = 0; i < SCHEDULED; i += 1) {
      await createMonitor(tenant.api, { name: 'Scheduled', url: targets.pageUrl('scheduled'), intervalSeconds: 30 });
    }
    // Contacts hear of monitors that are created after them, too.
    for (const { monitor, path } of pairs) {
      await vedette.alertContacts.create({ type: 'SLACK', to: `${chatUrl}/${path}`, monitorIds: [monitor.id] });
    }
    const slug = 'quiet';
    const components = pairs.map(({ monitor }) => ({ monitorId: monitor.id }));
    await tenant.api.post('/api/v1/status-pages', { name: 'Quiet', slug, components });
    const endpoint = { url: webhooks.url, eventTypes: ['monitor.down'] };
    await tenant.api.post('/api/v1/webhook-endpoints', endpoint);
    return new Quiet(world, tenant, vedette, pairs, slug);
  }

  /** How this organization is served while the work goes on, and for so long after it. */
  async during(work: () => Promise<unknown>, afterMs: number): Promise<Samples> {
    this.#samples = new Samples();
    const over = new AbortController();
    const attack = work().then(() => sleep(afterMs));
    const since = new Date();
    const loops = [
      this.#repeat(over.signal, PAUSE_MS.outage, () => this.#outage()),
      this.#repeat(over.signal, PAUSE_MS.read, () => this.#read()),
      this.#repeat(over.signal, PAUSE_MS.write, () => this.#write()),
      this.#repeat(over.signal, PAUSE_MS.replay, () => this.#replay()),
      this.#repeat(over.signal, PAUSE_MS.replay, () => this.#timed('render', () => this.#preview())),
      this.#repeat(over.signal, PAUSE_MS.visit, () => this.#timed('visit', () => this.#page())),
    ];
    await attack.finally(() => over.abort());
    await Promise.all(loops);
    await this.#slots(since);
    return this.#samples;
  }

  /** At least once. */
  async #repeat(over: AbortSignal, pauseMs: number, work: () => Promise<unknown>): Promise<void> {
    do {
      await work();
      await sleep(pauseMs);
    } while (!over.aborted);
  }

  async #timed<T>(measure: Measure, work: () => Promise<T>): Promise<T> {
    const startedAt = performance.now();
    const answer = await work();
    this.#samples.add(measure, performance.now() - startedAt);
    return answer;
  }

  async #outage(): Promise<void> {
    const pair = this.pairs[(this.#turns.outage += 1) % this.pairs.length];
    if (pair === undefined) return;
    const { path, monitor } = pair;
    const { chat, targets, webhooks } = this.world;
    const page = targets.page(path);
    const told = chat.to(`/${path}`).length;
    page.status = 500;
    const checked = this.#timed('check', () => this.#check(monitor.id));
    const since = Date.now();
    const isNews = (body: string): boolean => body.includes('"monitor.down"') && body.includes(`"${monitor.id}"`);
    const at = async (what: string, find: () => number | undefined): Promise<number> =>
      waitFor(what, find, { timeoutMs: PATIENCE_MS, intervalMs: PAUSE_MS.look });
    const shown = this.#shown(monitor.id);
    const alerted = at('the alert', () => (chat.to(`/${path}`).length > told ? Date.now() : undefined));
    const sent = await waitFor(
      'the webhook',
      () => webhooks.received.find((each) => each.at >= since && isNews(each.body)),
      { timeoutMs: PATIENCE_MS, intervalMs: PAUSE_MS.look },
    );
    const { id, timestamp } = JSON.parse(sent.body) as Event;
    const began = Date.parse(timestamp);
    this.#samples.add('webhook', sent.at - began);
    this.#samples.add('alert', (await alerted) - began);
    this.#samples.add('page', (await shown) - began);
    this.#samples.add('stream', (await at('the event in the stream', () => this.#events.get(id))) - began);
    await checked;
    page.status = 200;
    await this.#timed('check', () => this.#check(monitor.id));
  }

  async #check(id: string): Promise<void> {
    const { status } = await this.tenant.api.post(`/api/v1/monitors/${id}/check`, {});
    if (status !== 200) this.#samples.refuse(`a check was answered ${status}`);
  }

  /** When the public page first shows that it is down. */
  async #shown(monitorId: string): Promise<number> {
    const index = this.pairs.findIndex(({ monitor }) => monitor.id === monitorId);
    const isDown = async (): Promise<number | undefined> =>
      (await this.#page()).components[index]?.state === 'OUTAGE' ? Date.now() : undefined;
    return waitFor('the page', isDown, { timeoutMs: PATIENCE_MS, intervalMs: PAUSE_MS.visit });
  }

  async #page(): Promise<{ components: { state: string }[] }> {
    try {
      const response = await fetch(`${this.world.fixture.stack.statusUrl}/${this.slug}.json`);
      return (await response.json()) as { components: { state: string }[] };
    } catch {
      this.#samples.refuse('the page was not answered');
      return { components: [] };
    }
  }

  async #read(): Promise<void> {
    const [first] = this.pairs;
    const paths = ['monitors?limit=50', `monitors/${first?.monitor.id}`, 'incidents?limit=20', 'status-pages'];
    const path = `/api/v1/${paths[(this.#turns.read += 1) % paths.length]}`;
    const { status } = await this.#timed('read', () => this.tenant.api.get(path));
    if (status !== 200) this.#samples.refuse(`${path} was answered ${status}`);
  }

  async #write(): Promise<void> {
    const pair = this.pairs[(this.#turns.write += 1) % this.pairs.length];
    const path = `/api/v1/monitors/${pair?.monitor.id}`;
    const { status, headers } = await this.#timed('write', () =>
      this.tenant.api.patch(path, { name: `Named ${this.#turns.write}` }),
    );
    if (status !== 200) return this.#samples.refuse(`a write was answered ${status}`);
    await this.#timed('audit', () =>
      waitFor('its line in the audit log', () => this.#isAudited(String(headers['x-request-id'])), {
        timeoutMs: PATIENCE_MS,
        intervalMs: PAUSE_MS.look,
      }),
    );
  }

  /** One that is refused does not wait its turn: organizations have places of their own. */
  async #replay(): Promise<void> {
    const [first] = this.pairs;
    const policy = { degradedThresholdMs: 100, degradedThresholdMode: 'LAST', degradedSamples: 3 } as const;
    const code = await codeOf(this.vedette.monitors.replay(first?.monitor.id ?? '', policy));
    if (code !== undefined) this.#samples.refuse(`a replay was answered ${code}`);
  }

  async #preview(): Promise<void> {
    const code = await codeOf(this.vedette.markdownPreviews.create({ message: 'We are **on it**' }));
    if (code !== undefined) this.#samples.refuse(`a preview was answered ${code}`);
  }

  async #isAudited(requestId: string): Promise<boolean> {
    const { rowCount } = await this.world.database.query(
      'SELECT FROM account.audit_log WHERE organization_id = $1 AND request_id = $2 LIMIT 1',
      [this.tenant.organizationId, requestId],
    );
    return rowCount === 1;
  }

  /** How late scheduled checks began. */
  async #slots(since: Date): Promise<void> {
    const { data } = await this.vedette.monitors.list({ limit: 100 });
    for (const { id, name } of data) {
      if (name !== 'Scheduled') continue;
      const { data: checks } = await this.vedette.monitors.listChecks(id, { from: since.toISOString(), limit: 100 });
      for (const { slotAt, startedAt } of checks) {
        if (startedAt !== null) this.#samples.add('slot', Date.parse(startedAt) - Date.parse(slotAt));
      }
    }
  }

  async #readStream(): Promise<void> {
    const events = this.vedette.events.stream({ signal: this.#leaving.signal });
    try {
      for await (const event of events) {
        if (event.type !== 'reset') this.#events.set(event.id, Date.now());
      }
    } catch (error) {
      if (!this.#leaving.signal.aborted) throw error;
    }
  }
}
