import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { waitFor } from '@vedette/test-kit';

export interface VendorRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

interface Answer {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

interface Embed {
  readonly title?: string;
  readonly description?: string;
  readonly fields?: readonly { readonly name: string; readonly value: string }[];
}

/** The token that the bot and the topic of this server need. */
export const BOT_TOKEN = `42:${'t'.repeat(35)}`;
export const NTFY_TOKEN = 'tk_secret';

/** One HTTP server that answers as each vendor documents it, and refuses what exceeds the documented limits. */
export class VendorServer {
  readonly requests: VendorRequest[] = [];
  /** Answers to give before the real one, by path. */
  readonly before = new Map<string, Answer[]>();
  readonly #server: Server;

  constructor() {
    this.#server = createServer((request, response) => {
      void this.#take(request, response);
    });
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => {
      this.#server.listen(0, '127.0.0.1', resolve);
    });
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
    });
  }

  to(path: string): VendorRequest[] {
    return this.requests.filter((request) => request.path === path);
  }

  got(path: string, count: number): Promise<VendorRequest[]> {
    return waitFor(`${count} requests to ${path}`, () => (this.to(path).length >= count ? this.to(path) : undefined));
  }

  async #take(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = { path: message.url ?? '', headers: message.headers, body: await text(message) };
    this.requests.push(request);
    const { status, headers = {}, body = '' } = this.before.get(request.path)?.shift() ?? answerOf(request);
    response.writeHead(status, headers).end(body);
  }
}

function answerOf({ path, headers, body }: VendorRequest): Answer {
  if (headers['content-type'] !== 'application/json') return { status: 415 };
  if (path.startsWith('/telegram/')) return telegram(path, body);
  if (path === '/pagerduty/v2/enqueue') return pagerDuty(body);
  if (path.startsWith('/discord/')) return discord(body);
  if (path.startsWith('/teams/')) return { status: Buffer.byteLength(body) > 28 * 1_024 ? 413 : 202 };
  if (path === '/') return ntfy(headers, body);
  return { status: path.startsWith('/slack/') || path.startsWith('/webhook/') ? 200 : 404 };
}

/** https://core.telegram.org/bots/api#sendmessage */
function telegram(path: string, body: string): Answer {
  if (path !== `/telegram/bot${BOT_TOKEN}/sendMessage`) return { status: 401, body: '{"ok":false}' };
  const { text: message } = JSON.parse(body) as { text: string };
  const description = 'Bad Request: message is too long';
  return message.length <= 4_096
    ? { status: 200, body: '{"ok":true}' }
    : { status: 400, body: JSON.stringify({ ok: false, error_code: 400, description }) };
}

/** https://developer.pagerduty.com/docs/send-alert-event: a summary of 1,024 characters, an event of 512 KB. */
function pagerDuty(body: string): Answer {
  const event = JSON.parse(body) as { routing_key: string; event_action: string; payload?: { summary: string } };
  const isTrigger = event.event_action === 'trigger';
  const summary = event.payload?.summary ?? '';
  const isValid = isTrigger ? summary.length > 0 && summary.length <= 1_024 : event.payload === undefined;
  return { status: event.routing_key.length === 32 && isValid && body.length <= 512 * 1_024 ? 202 : 400 };
}

/** https://discord.com/developers/docs/resources/message#embed-object-embed-limits */
function discord(body: string): Answer {
  const { embeds } = JSON.parse(body) as { embeds: Embed[] };
  const isWithinLimits = ({ title = '', description = '', fields = [] }: Embed): boolean =>
    title.length <= 256 &&
    description.length <= 4_096 &&
    fields.length <= 25 &&
    fields.every(({ name, value }) => name.length <= 256 && value.length > 0 && value.length <= 1_024);
  const total = embeds
    .flatMap(({ title, description, fields = [] }) => [title, description, ...fields.flatMap(Object.values<string>)])
    .join('').length;
  return { status: embeds.length <= 10 && embeds.every(isWithinLimits) && total <= 6_000 ? 204 : 400 };
}

/** https://docs.ntfy.sh/publish/#limitations: a message of 4,096 bytes. */
function ntfy(headers: IncomingHttpHeaders, body: string): Answer {
  if (headers.authorization !== `Bearer ${NTFY_TOKEN}`) return { status: 403 };
  const { topic, message } = JSON.parse(body) as { topic: string; message: string };
  return { status: topic !== '' && Buffer.byteLength(message) <= 4_096 ? 200 : 400 };
}
