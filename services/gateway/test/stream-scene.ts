import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { subjects, type ApiError, type StreamPage } from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import type { PeerKey, PeerSession } from '@vedette/test-kit/account-peer';
import type { ReceivedRequest } from '@vedette/test-kit/operation-peer';
import { type Gateway, Scene } from './console-scene.ts';

/** How many events a page has. */
export const PAGE = 50;

export interface Credentials {
  readonly key?: PeerKey;
  readonly session?: PeerSession;
  readonly organizationId?: string;
}

export const from = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

/** One who reads a stream, unless its response is paused. */
export class Reader {
  readonly response: IncomingMessage;
  text = '';
  readonly #ended: Promise<unknown>;

  constructor(response: IncomingMessage) {
    this.response = response;
    this.#ended = new Promise((resolve) => response.once('close', resolve));
    response.setEncoding('utf8').on('data', (chunk: string) => (this.text += chunk));
    response.on('error', () => undefined);
  }

  get status(): number {
    return this.response.statusCode ?? 0;
  }

  /** The number of each event that has arrived whole. */
  get numbers(): number[] {
    return Array.from(this.text.matchAll(/^data: \{"n":(\d+).*\n\n/gm), ([, number]) => Number(number));
  }

  /** As a client remembers it: of the last event that has arrived whole. */
  get lastId(): string {
    const whole = this.text.slice(0, this.text.lastIndexOf('\n\n') + 2);
    return Array.from(whole.matchAll(/^id: (.*)$/gm), ([, id]) => id ?? '').at(-1) ?? '';
  }

  /** How long the stream stays open from now on. */
  async ended(): Promise<number> {
    const startedAt = performance.now();
    await this.#ended;
    return performance.now() - startedAt;
  }

  async leave(): Promise<void> {
    this.response.destroy();
    await this.#ended;
  }
}

/** Two gateways, and a stand-in for the dispatcher that has the logs of all organizations. */
export class StreamScene {
  readonly scene: Scene;
  readonly gateway: Gateway;
  readonly other: Gateway;
  /** Makes events longer. */
  padding = '';
  /** The last position of each organization's log. */
  readonly #logs = new Map<string, number>();

  private constructor(scene: Scene, gateway: Gateway, other: Gateway) {
    this.scene = scene;
    this.gateway = gateway;
    this.other = other;
  }

  static async start(): Promise<StreamScene> {
    const scene = await Scene.start();
    const streams = new StreamScene(scene, await openGateway(scene), await openGateway(scene));
    const answer = (request: ReceivedRequest) => streams.#pageFor(request);
    await scene.services.answer('streamEvents', answer as unknown as () => ApiError);
    return streams;
  }

  stop(): Promise<void> {
    return this.scene.stop();
  }

  openGateway(): Promise<Gateway> {
    return openGateway(this.scene);
  }

  async log(organizationId: string, events: number): Promise<void> {
    const position = (this.#logs.get(organizationId) ?? 0) + events;
    this.#logs.set(organizationId, position);
    await this.scene.services.publish(subjects.feed(organizationId), {
      position,
      bytes: events * this.#entry(position).length,
    });
  }

  async open(
    { key, session, organizationId }: Credentials,
    { lastId, at = this.gateway }: { lastId?: string; at?: Gateway } = {},
  ): Promise<Reader> {
    const headers = {
      host: new URL(at.consoleUrl).host,
      ...(key !== undefined && { 'x-api-key': key.key }),
      ...(session !== undefined && { cookie: `${at.cookieName}=${session.token}` }),
      ...(organizationId !== undefined && { 'vedette-organization': organizationId }),
      ...(lastId !== undefined && { 'last-event-id': lastId }),
    };
    const path = '/api/console/v1/events/stream';
    const request = get({ host: '127.0.0.1', port: at.consolePort, path, headers, agent: false });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    return new Reader(response);
  }

  until(reader: Reader, numbers: readonly number[]): Promise<number[]> {
    return waitFor(`events ${numbers.join(', ')}`, () => reader.numbers.length >= numbers.length && reader.numbers);
  }

  #entry(n: number): string {
    return JSON.stringify({ n, padding: this.padding });
  }

  #pageFor({ input, context }: ReceivedRequest): StreamPage {
    const organizationId = context.caller?.organizationId ?? '';
    const last = this.#logs.get(organizationId) ?? 0;
    const { after } = input as unknown as { after: string | null };
    const [place = '', owner] = (after ?? `${last}/${organizationId}`).split('/');
    const isReset = owner !== organizationId;
    const start = isReset ? last : Number(place);
    const positions = from(start + 1, Math.min(start + PAGE, last));
    const cursorAt = (position: number) => `${position}/${organizationId}`;
    const position = start + positions.length;
    return {
      entries: positions.map((each) => ({ position: each, cursor: cursorAt(each), data: this.#entry(each) })),
      position,
      cursor: cursorAt(position),
      hasMore: position < last,
      isReset,
    };
  }
}

const openGateway = (scene: Scene): Promise<Gateway> => scene.gateway((port) => `http://localhost:${port}`);
