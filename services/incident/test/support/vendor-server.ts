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
  readonly method: string;
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

/**
 * How long a limited place takes no other message. Slack and Telegram document a second. This is longer than we wait after a
 * first failure by ourselves, so that only somebody who heeds the answer comes late enough.
 */
const LIMITED_MS = 3_000;
const SECOND_MS = 1_000;

/** The token that the bot and the topic of this server need. */
export const BOT_TOKEN = `42:${'t'.repeat(35)}`;
export const NTFY_TOKEN = 'tk_secret';

/** One HTTP server that answers as each vendor documents it, and refuses what exceeds the documented limits. */
export class VendorServer {
  readonly requests: VendorRequest[] = [];
  /** Answers to give before the real one, by path. */
  readonly before = new Map<string, Answer[]>();
  /** Messages that can be changed, by their ids; whoever deletes one here deletes it at the vendor. */
  readonly messages = new Map<string, string>();
  /** Paths and chats that take one message at a time, with the time of the last one. */
  readonly limited = new Map<string, number>();
  readonly #server: Server;
  #newest = 1_000;

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
    const { method = '', url: path = '' } = message;
    const request = { method, path, headers: message.headers, body: await text(message) };
    this.requests.push(request);
    const early = this.before.get(request.path)?.shift() ?? this.#tooEarly(request);
    const { status, headers = {}, body = '' } = early ?? this.#answerOf(request);
    response.writeHead(status, headers).end(body);
  }

  /** Undefined if the message may come now. */
  #tooEarly({ path, body }: VendorRequest): Answer | undefined {
    const isTelegram = path.startsWith('/telegram/');
    const place = isTelegram ? (JSON.parse(body) as TelegramMessage).chat_id : path;
    const last = this.limited.get(place);
    if (last === undefined) return undefined;
    const waitMs = last + LIMITED_MS - Date.now();
    if (waitMs > 0) return isTelegram ? tooManyForTelegram(waitMs) : tooMany(waitMs, path);
    this.limited.set(place, Date.now());
    return undefined;
  }

  #answerOf(request: VendorRequest): Answer {
    const { method, path, headers, body } = request;
    if (headers['content-type'] !== 'application/json') return { status: 415 };
    if (path.startsWith('/discord/')) return this.#discord(request);
    if (method !== 'POST') return { status: 405 };
    return path.startsWith('/telegram/') ? this.#telegram(path, body) : answerOf(request);
  }

  /** https://discord.com/developers/docs/resources/webhook#edit-webhook-message */
  #discord({ method, path, body }: VendorRequest): Answer {
    if (!fitsDiscord(body)) return { status: 400 };
    const { pathname, searchParams } = new URL(path, 'http://discord.test');
    const [, hook, id] = /^(\/discord\/\w+)(?:\/messages\/(\d+))?$/.exec(pathname) ?? [];
    if (hook === undefined) return { status: 404 };
    if (method === 'POST' && id === undefined) {
      const sent = this.#keep(hook, body);
      return searchParams.get('wait') === 'true'
        ? { status: 200, body: JSON.stringify({ type: 0, id: sent }) }
        : { status: 204 };
    }
    if (method !== 'PATCH' || id === undefined) return { status: 405 };
    if (!this.messages.has(`${hook} ${id}`)) return { status: 404, body: '{"message":"Unknown Message","code":10008}' };
    this.messages.set(`${hook} ${id}`, body);
    return { status: 200, body: JSON.stringify({ type: 0, id }) };
  }

  /** https://core.telegram.org/bots/api#sendmessage and #editmessagetext */
  #telegram(path: string, body: string): Answer {
    const [, method] = new RegExp(`^/telegram/bot${BOT_TOKEN}/(sendMessage|editMessageText)$`).exec(path) ?? [];
    if (method === undefined) return { status: 401, body: '{"ok":false}' };
    const { chat_id, message_id, text: message } = JSON.parse(body) as TelegramMessage;
    if (message.length > 4_096) return telegramError('Bad Request: message is too long');
    const result = (id: number): Answer => ({
      status: 200,
      body: JSON.stringify({ ok: true, result: { message_id: id } }),
    });
    if (method === 'sendMessage') return result(Number(this.#keep(chat_id, message)));
    const key = `${chat_id} ${message_id}`;
    const known = this.messages.get(key);
    if (known === undefined) return telegramError('Bad Request: message to edit not found');
    if (known === message) return telegramError('Bad Request: message is not modified: it is exactly the same');
    this.messages.set(key, message);
    return result(message_id ?? 0);
  }

  #keep(place: string, message: string): string {
    this.#newest += 1;
    this.messages.set(`${place} ${this.#newest}`, message);
    return String(this.#newest);
  }
}

/** https://docs.slack.dev/apis/web-api/rate-limits in whole seconds, https://docs.discord.com/developers/topics/rate-limits in parts. */
function tooMany(waitMs: number, path: string): Answer {
  const seconds = waitMs / SECOND_MS;
  const wait = path.startsWith('/discord/') ? seconds.toFixed(3) : String(Math.ceil(seconds));
  return { status: 429, headers: { 'retry-after': wait } };
}

/** https://core.telegram.org/bots/api#responseparameters */
function tooManyForTelegram(waitMs: number): Answer {
  const seconds = Math.ceil(waitMs / SECOND_MS);
  const description = `Too Many Requests: retry after ${seconds}`;
  return {
    status: 429,
    body: JSON.stringify({ ok: false, error_code: 429, description, parameters: { retry_after: seconds } }),
  };
}

interface TelegramMessage {
  readonly chat_id: string;
  readonly message_id?: number;
  readonly text: string;
}

function telegramError(description: string): Answer {
  return { status: 400, body: JSON.stringify({ ok: false, error_code: 400, description }) };
}

function answerOf({ path, headers, body }: VendorRequest): Answer {
  if (path === '/pagerduty/v2/enqueue') return pagerDuty(body);
  if (path.startsWith('/teams/')) return { status: Buffer.byteLength(body) > 28 * 1_024 ? 413 : 202 };
  if (path === '/') return ntfy(headers, body);
  return { status: path.startsWith('/slack/') || path.startsWith('/webhook/') ? 200 : 404 };
}

/** https://developer.pagerduty.com/docs/send-alert-event: a summary of 1,024 characters, a key of 255, an event of 512 KB. */
function pagerDuty(body: string): Answer {
  const event = JSON.parse(body) as {
    routing_key: string;
    event_action: string;
    dedup_key: string;
    payload?: { summary: string };
  };
  const isTrigger = event.event_action === 'trigger';
  const summary = event.payload?.summary ?? '';
  const isValid = isTrigger ? summary.length > 0 && summary.length <= 1_024 : event.payload === undefined;
  const hasKeys = event.routing_key.length === 32 && event.dedup_key.length <= 255;
  return { status: hasKeys && isValid && Buffer.byteLength(body) <= 512 * 1_024 ? 202 : 400 };
}

/** https://discord.com/developers/docs/resources/message#embed-object-embed-limits */
function fitsDiscord(body: string): boolean {
  const { embeds } = JSON.parse(body) as { embeds: Embed[] };
  const isWithinLimits = ({ title = '', description = '', fields = [] }: Embed): boolean =>
    title.length <= 256 &&
    description.length <= 4_096 &&
    fields.length <= 25 &&
    fields.every(({ name, value }) => name.length <= 256 && value.length > 0 && value.length <= 1_024);
  const total = embeds
    .flatMap(({ title, description, fields = [] }) => [title, description, ...fields.flatMap(Object.values<string>)])
    .join('').length;
  return embeds.length <= 10 && embeds.every(isWithinLimits) && total <= 6_000;
}

/** The limits of `channels/ntfy.ts`: a request of 8,192 bytes, a message of 4,096, a title of 1,024, tags of 512. */
function ntfy(headers: IncomingHttpHeaders, body: string): Answer {
  if (headers.authorization !== `Bearer ${NTFY_TOKEN}`) return { status: 403 };
  if (Buffer.byteLength(body) > 8_192) return { status: 413 };
  const { topic, title, message, tags } = JSON.parse(body) as NtfyMessage;
  const fits = [
    { text: message, bytes: 4_096 },
    { text: title, bytes: 1_024 },
    { text: tags.join(','), bytes: 512 },
  ].every(({ text: said, bytes }) => Buffer.byteLength(said) <= bytes);
  return { status: /^[-_A-Za-z0-9]{1,64}$/.test(topic) && fits ? 200 : 400 };
}

interface NtfyMessage {
  readonly topic: string;
  readonly title: string;
  readonly message: string;
  readonly tags: readonly string[];
}
