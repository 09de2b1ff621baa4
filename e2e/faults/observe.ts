import type { Incident, Monitor, StatusIncident } from '@vedette/contract';
import type { Page } from '../support/monitors.ts';
import type { Received, WebhookReceiver } from '../support/webhook-receiver.ts';
import { readLeftovers } from './leftovers.ts';
import type { FailoverClient } from './failover-client.ts';
import type { Observations, ReceivedEvent, SeenEvent, SeenAlert, SeenIncident, SeenPage } from './truth.ts';
import type { World } from './world.ts';

const PAGE_TIMEOUT_MS = 2_000;
/** Long enough to try the other gateway. */
const FAILOVER_MS = 500;
/** Rows of transactions that commit late have older ids than rows that were already seen. */
const LATE_ROWS = 500;
const EMITTERS = ['monitor', 'incident', 'status_page'];

/** Reads everything that the system shows. Throws while a part of it does not answer. */
export class Observer {
  readonly #world: World;
  readonly #client: FailoverClient;
  readonly #committed = new Map<string, SeenEvent>();
  /** The newest rows of each outbox that were read, in order of their ids. */
  readonly #readRows = new Map<string, number[]>();
  readonly #received = new Map<WebhookReceiver, ReceivedEvent[]>();

  constructor(world: World, client: FailoverClient) {
    this.#world = world;
    this.#client = client;
  }

  async look(): Promise<Observations> {
    const { published } = this.#world;
    const monitors = await this.#list<Monitor>('monitors');
    // The events first: what is committed later cannot be missing at a receiver.
    const committed = await this.#committedEvents();
    const { updates } = await this.#get<StatusIncident>(`/api/v1/status-incidents/${published.id}`);
    return {
      states: Object.fromEntries(monitors.map(({ id, state }) => [id, state])),
      incidents: await this.#incidents(),
      messages: updates.map(({ message }) => message),
      committed,
      received: Object.fromEntries(this.#world.receivers.map((receiver) => [receiver.url, this.#readAll(receiver)])),
      calls: this.#calls(),
      mails: this.#mails(),
      pages: await this.#pages(),
      createdMonitors: await this.#createdMonitors(),
      leftovers: await readLeftovers(this.#world.pool),
      crashed: [...this.#world.system.crashed],
    };
  }

  async #get<T>(path: string): Promise<T> {
    const { answer } = await this.#client.send<T>((api) => api.get<T>(path), AbortSignal.timeout(FAILOVER_MS));
    if (answer?.status !== 200) throw new Error(`GET ${path} was answered ${answer?.status ?? 'never'}`);
    return answer.body;
  }

  async #list<T>(resource: string): Promise<T[]> {
    const found: T[] = [];
    for (;;) {
      const path = `/api/v1/${resource}?limit=100&offset=${found.length}`;
      const { data, pagination } = await this.#get<Page<T>>(path);
      found.push(...data);
      if (data.length === 0 || found.length >= pagination.total) return found;
    }
  }

  async #incidents(): Promise<SeenIncident[]> {
    const found = await this.#list<Incident>('incidents');
    return found.map(({ id, monitor, startedAt, resolvedAt }) => ({
      id,
      monitorId: monitor.id,
      startedAt: Date.parse(startedAt),
      resolvedAt: resolvedAt === null ? null : Date.parse(resolvedAt),
    }));
  }

  async #committedEvents(): Promise<SeenEvent[]> {
    for (const schema of EMITTERS) {
      const read = this.#readRows.get(schema) ?? [];
      const { rows } = await this.#world.pool.query<{ id: string; payload: string }>(
        `SELECT id, payload FROM ${schema}.outbox
         WHERE subject NOT LIKE 'vedette.audit.%' AND id > $1 AND id <> ALL ($2::bigint[])`,
        [(read.at(-1) ?? 0) - LATE_ROWS, read],
      );
      for (const { payload } of rows) {
        const { event } = JSON.parse(payload) as { event: EventBody };
        this.#committed.set(event.id, seenEvent(event));
      }
      const all = [...read, ...rows.map(({ id }) => Number(id))].toSorted((one, other) => one - other);
      this.#readRows.set(schema, all.slice(-LATE_ROWS));
    }
    return [...this.#committed.values()];
  }

  #readAll(receiver: WebhookReceiver): ReceivedEvent[] {
    const known = this.#received.get(receiver) ?? [];
    this.#received.set(receiver, known);
    for (const received of receiver.received.slice(known.length)) known.push(receivedEvent(received));
    return known;
  }

  #calls(): SeenAlert[] {
    return this.#world.told.received.map(({ id }) => seenAlert(id));
  }

  #mails(): SeenAlert[] {
    return this.#world.smtp.mails.flatMap(({ messageId = '', text = '' }) => {
      const id = /^<?([^@>]+)@/.exec(messageId)?.[1] ?? messageId;
      return id.startsWith('ad_') ? listedAlerts(text) : [seenAlert(id)];
    });
  }

  /** How long alerts are gathered that are told together. */
  async gatheringMs(): Promise<number> {
    const { rows } = await this.#world.pool.query<{ ms: number | null }>(
      `SELECT extract(epoch FROM max(gather_until) - now())::float * 1000 AS ms
       FROM incident.alert_job WHERE state = 'PENDING'`,
    );
    return Math.max(0, rows[0]?.ms ?? 0);
  }

  async #pages(): Promise<Record<string, SeenPage>> {
    const urls = this.#world.system.urlsOf('status-page');
    const pages = urls.map(async (url) => [url, await readPage(`${url}/${this.#world.page.slug}.json`)] as const);
    return Object.fromEntries(await Promise.all(pages));
  }

  async #createdMonitors(): Promise<Record<string, number>> {
    const { rows } = await this.#world.pool.query<{ name: string; count: number }>(
      `SELECT name, count(*)::integer AS count FROM monitor.monitor WHERE name LIKE 'monitor-created %' GROUP BY name`,
    );
    return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
  }
}

/** By the id of an alert. */
function seenAlert(id: string): SeenAlert {
  const [, incidentId = id, kind] = /^(\w+)\.\w+\.(opened|resolved)$/.exec(id) ?? [];
  return { incidentId, kind: kind === 'resolved' ? 'resolved' : 'opened' };
}

/** Each line of a message about several alerts is followed by the address of its incident. An end tells of the opening, too. */
function listedAlerts(text: string): SeenAlert[] {
  const listed = [...text.matchAll(/^- ([A-Z ]+): .*\n {2}Open: \S+\/incidents\/(\w+)$/gm)];
  const ended = listed.filter(([, state]) => state === 'UP AGAIN');
  return [
    ...listed.map(([, , incidentId = '']) => ({ incidentId, kind: 'opened' as const })),
    ...ended.map(([, , incidentId = '']) => ({ incidentId, kind: 'resolved' as const })),
  ];
}

interface EventBody {
  readonly id: string;
  readonly type: string;
  readonly data: {
    readonly monitor?: { readonly id: string; readonly name: string };
    readonly incident?: { readonly id: string };
    readonly statusIncident?: { readonly updates: readonly { readonly message: string }[] };
  };
}

function seenEvent({ id, type, data }: EventBody): SeenEvent {
  const isOfState = type === 'monitor.up' || type === 'monitor.down' || type === 'monitor.degraded';
  const monitor = isOfState ? data.monitor?.id : data.monitor?.name;
  return { id, type, about: data.incident?.id ?? monitor ?? data.statusIncident?.updates[0]?.message ?? '' };
}

function receivedEvent({ body, at }: Received): ReceivedEvent {
  return { ...seenEvent(JSON.parse(body) as EventBody), body, at };
}

interface PageJson {
  readonly lastKnownAt: string | null;
  readonly components: readonly { readonly name: string; readonly state: string }[];
  readonly incidents: readonly { readonly updates: readonly { readonly message: string }[] }[];
}

async function readPage(url: string): Promise<SeenPage> {
  const response = await fetch(url, { signal: AbortSignal.timeout(PAGE_TIMEOUT_MS) });
  if (response.status !== 200) throw new Error(`${url} was answered ${response.status}`);
  const { lastKnownAt, components, incidents } = (await response.json()) as PageJson;
  return {
    components: Object.fromEntries(components.map(({ name, state }) => [name, state])),
    messages: incidents.flatMap(({ updates }) => updates.map(({ message }) => message)),
    isStale: lastKnownAt !== null,
  };
}
