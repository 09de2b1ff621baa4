import { Agent } from 'node:http';
import { newId, type Operation } from '@vedette/contract';
import { answerTo, type HttpAnswer } from '../support/http-answer.ts';
import { ConsolePeople } from '../support/console-people.ts';
import { createMonitor } from '../support/monitors.ts';
import { idOf, populate, type PopulatedOrganization } from '../attacks/support/populated-organization.ts';
import { pathOf, type Schema } from '../attacks/support/request-fields.ts';
import { NOWHERE, sampleBody } from '../attacks/support/samples.ts';
import { largestBody, type Body } from './largest-body.ts';
import { OPERATIONS, type World } from './world.ts';

const KEYS = 20;
const PEOPLE = 10;
/** What they may send in a minute: 120 requests of a key, 600 of a session. It may all come at once. */
const MINUTE = KEYS * 120 + PEOPLE * 600;
const AT_ONCE = 64;
/** Things that an operation deletes, made beforehand. */
const SPARES = 60;
const TIMEOUT_MS = 60_000;
/** How often a body that is refused is made smaller at the fields that the answer names. */
const TRIES = 12;
/** With the longest name, so that its events are long, and never late. */
const JOB = { type: 'CRON', url: null, name: 'x'.repeat(120), intervalSeconds: 86_400 };

type Headers = Readonly<Record<string, string>>;

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body?: string | undefined;
}

/** How many requests were answered, by the kind of their answers. */
export interface Answers {
  accepted: number;
  refused: number;
  /** 429. */
  limited: number;
  failed: number;
  /** Streams of events. */
  opened: number;
}

export const noAnswers = (): Answers => ({ accepted: 0, refused: 0, limited: 0, failed: 0, opened: 0 });

/** An organization with several keys and people, which sends as much as it may. */
export class Attacker {
  readonly answers = noAnswers();
  readonly #agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  readonly #jobs: string[] = [];
  #turn = 0;

  /** By the name of the parameter that they are named by in a path. */
  private readonly ids: Map<string, string[]>;

  private constructor(
    private readonly world: World,
    readonly tenant: PopulatedOrganization,
    private readonly people: ConsolePeople,
    private readonly keys: readonly Headers[],
    private readonly sessions: readonly Headers[],
  ) {
    this.ids = new Map(Object.entries(tenant.ids).map(([kind, own]) => [kind, [...own]]));
    world.endings.push(() => this.#agent.destroy());
  }

  /** With some of everything, and all credentials. */
  static async create(world: World): Promise<Attacker> {
    const attacker = await Attacker.#of(world, await populate(world.fixture), KEYS, PEOPLE);
    const { people, ids } = attacker;
    ids.set('personId', [(await people.add('VIEWER', attacker.tenant.organizationId)).id]);
    ids.set('parentId', (ids.get('monitorId') ?? []).slice(1, 2));
    for (const [kind, path, body] of [
      ['contactId', 'alert-contacts', { type: 'SLACK', to: NOWHERE, monitorIds: [] }],
      ['keyId', 'keys', { name: 'Spare', access: 'READ_ONLY', expiresAt: null }],
      ['invitationId', 'invitations', { email: `${newId('inv')}@example.com`, role: 'VIEWER' }],
      ['rehearsalId', 'rehearsals', {}],
    ] as const) {
      const { id } = await attacker.json<{ id: string }>('POST', `/api/console/v1/${path}`, body);
      ids.set(kind, [id]);
    }
    const { data } = await attacker.json<{ data: { id: string }[] }>('GET', '/api/console/v1/sessions');
    ids.set(
      'sessionId',
      data.map(({ id }) => id),
    );
    return attacker;
  }

  /** With nothing, for attacks by many. */
  static async createEmpty(world: World): Promise<Attacker> {
    return Attacker.#of(world, { ...(await world.fixture.tenant()), ids: {} }, 1, 1);
  }

  static async #of(world: World, tenant: PopulatedOrganization, keys: number, sessions: number): Promise<Attacker> {
    const { fixture, database } = world;
    const more = await Promise.all(Array.from({ length: keys - 1 }, () => fixture.key(tenant.organizationId)));
    const people = new ConsolePeople(database, fixture.stack.consoleUrl);
    const cookies: Headers[] = [];
    for (let i = 0; i < sessions; i += 1) {
      cookies.push((await people.signIn(await people.add('OWNER', tenant.organizationId))).headers);
    }
    return new Attacker(
      world,
      tenant,
      people,
      [tenant.key, ...more.map(({ key }) => key)].map((key) => ({ 'x-api-key': key })),
      cookies,
    );
  }

  /** The answer of the console contract, by a session. */
  async json<T>(method: string, path: string, body?: object): Promise<T> {
    const { status, text } = await this.send({ method, path, body: body && JSON.stringify(body) });
    if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${text}`);
    return JSON.parse(text) as T;
  }

  /** Sends by the credential whose turn it is, and counts the answer. */
  async send({ method, path, body }: Sent, takesKeys = false): Promise<HttpAnswer> {
    const { stack } = this.world.fixture;
    const isPublic = !path.startsWith('/api/console/');
    const senders = isPublic ? this.keys : takesKeys ? [...this.sessions, ...this.keys] : this.sessions;
    const credential = senders[(this.#turn += 1) % senders.length];
    const headers = { ...credential, ...(body !== undefined && { 'content-type': 'application/json' }) };
    const request = { method, headers, body, agent: this.#agent, timeoutMs: TIMEOUT_MS };
    const answer = await answerTo(`${isPublic ? stack.apiUrl : stack.consoleUrl}${path}`, request);
    this.answers[kindOf(answer.status)] += 1;
    return answer;
  }

  /** Returns what sends the operation with the largest body, as fast as it is answered, until the time is over. */
  async flood(operation: Operation, most = MINUTE): Promise<(until: AbortSignal) => Promise<void>> {
    const spares = operation.method === 'DELETE' ? await this.#makeSpares(operation) : [];
    const body = await this.#acceptedBody(operation);
    const payload = body === undefined ? {} : { body: JSON.stringify(body) };
    const request = (): Sent => ({ method: operation.method, path: this.#pathOf(operation, spares), ...payload });
    const takesKeys = operation.credentials.includes('key');
    let left = most;
    return (until) =>
      this.atOnce(AT_ONCE, async () => {
        while (!until.aborted && left > 0) {
          left -= 1;
          await this.send(request(), takesKeys).catch(() => (this.answers.failed += 1));
        }
      });
  }

  /** A page as long as pages may be. What later attacks need is not deleted: the last spare is, again and again. */
  #pathOf(operation: Operation, spares: string[]): string {
    const { limit } = (operation.query as Schema).properties ?? {};
    const query = limit?.maximum === undefined ? '' : `?limit=${limit.maximum}`;
    const spare = spares.length > 1 ? spares.shift() : spares[0];
    return pathOf(operation, (kind) => spare ?? this.#idOf(kind)) + query;
  }

  /** The ids of so many monitors of cron jobs, which are never checked. */
  async jobs(count: number): Promise<readonly string[]> {
    await this.atOnce(AT_ONCE, async () => {
      while (this.#jobs.length < count) this.#jobs.push((await createMonitor(this.tenant.api, JOB)).id);
    });
    return this.#jobs.slice(0, count);
  }

  async atOnce(count: number, work: (index: number) => Promise<unknown>): Promise<void> {
    await Promise.all(Array.from({ length: count }, (_, index) => work(index)));
  }

  /** Fields that are refused are taken from the sample, and left out if they are refused again. */
  async #acceptedBody(operation: Operation): Promise<Body | undefined> {
    const sample = sampleBody(operation, (kind) => this.#idOf(kind));
    const first = largestBody(operation, sample, (kind) => this.ids.get(kind) ?? []);
    if (first === undefined) return undefined;
    let body: Body = first;
    const replaced = new Set<string>();
    for (let tries = 0; tries < TRIES; tries += 1) {
      const path = pathOf(operation, (kind) => this.#idOf(kind));
      const { status, text } = await this.send({ method: operation.method, path, body: JSON.stringify(body) });
      if (status !== 400) return body;
      const { details = [] } = (JSON.parse(text) as { error: { details?: { path: string }[] } }).error;
      const names = new Set(details.map(({ path: field }) => field.split('.', 1).join()));
      const kept: [string, unknown][] = Object.entries(body).filter(([name]) => !names.has(name));
      const again = [...names].filter((name) => !replaced.has(name) && sample?.[name] !== undefined);
      for (const name of names) replaced.add(name);
      body = Object.fromEntries([...kept, ...again.map((name) => [name, sample?.[name]])]);
    }
    return sample;
  }

  async #makeSpares({ path }: Operation): Promise<string[]> {
    const collection = path.slice(0, path.lastIndexOf('/{'));
    const create = OPERATIONS.find((each) => each.method === 'POST' && each.path === collection);
    if (create === undefined) return [];
    const spares: string[] = [];
    await this.atOnce(SPARES, async () => {
      const body = sampleBody(create, (kind) => this.#idOf(kind)) ?? {};
      const unique = 'email' in body ? { ...body, email: `${newId('inv')}@example.com` } : body;
      const { status, text } = await this.send({ method: 'POST', path: collection, body: JSON.stringify(unique) });
      if (status === 201) spares.push((JSON.parse(text) as { id: string }).id);
    });
    return spares;
  }

  #idOf(kind: string): string {
    return this.ids.get(kind)?.[0] ?? idOf(this.tenant, kind);
  }
}

function kindOf(status: number): keyof Answers {
  if (status < 400) return 'accepted';
  if (status === 429) return 'limited';
  return status < 500 ? 'refused' : 'failed';
}
