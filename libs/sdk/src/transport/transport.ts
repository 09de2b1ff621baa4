import { readAnswer } from './answer.ts';
import type { Answer, CallOptions } from '../call.ts';
import type { OperationRow } from '../operation-row.ts';
import { pathWith, queryText, type QueryValues, withoutTrailingSlash } from '../request-target.ts';
import { retryAfterMs } from './retry-after.ts';
import { retryDecision } from './retry-decision.ts';
import { retryDelayMs } from './retry-delay.ts';
import { Limit, wait } from './timing.ts';
import { VedetteError } from '../vedette-error.ts';

export interface CommonOptions {
  /** How often a failed request is sent again; 0: never. */
  readonly retries?: number | undefined;
  /** How long a call may take, its retries included. */
  readonly deadlineMs?: number | undefined;
  /** Sends the requests, in place of the `fetch` of the platform. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
}

/** For programs: by an API key. Keep it out of browsers. One of the two addresses is needed. */
export type KeyOptions = CommonOptions & {
  readonly apiKey: string;
  readonly session?: undefined;
} & (
    | {
        /** The address of the API, without `/api/v1`. */
        readonly baseUrl: string;
        /** The address of the console; only its own operations need it. */
        readonly consoleUrl?: string | undefined;
      }
    | {
        readonly baseUrl?: undefined;
        /** The address of the console, which has all operations. */
        readonly consoleUrl: string;
      }
  );

/** For the pages of the console itself: by the cookie of a session. */
export interface SessionOptions extends CommonOptions {
  readonly session: true;
  /** The organization to act in. Left out: the one that the person used last. */
  readonly organization?: string | undefined;
  /** The address of the console. Left out: the origin of the page. */
  readonly baseUrl?: string | undefined;
  readonly apiKey?: undefined;
}

export type VedetteOptions = KeyOptions | SessionOptions;

export interface Parcel {
  readonly row: OperationRow;
  readonly ids: readonly unknown[];
  readonly query?: QueryValues | undefined;
  readonly body?: unknown;
  readonly options?: CallOptions | undefined;
}

const RETRIES = 4;
/** Longer than the window of the rate limit, so that a call can wait for the next one. */
const DEADLINE_MS = 120_000;
/** How long the server takes at most for most operations. */
const SERVER_MS = 5_000;
/** On top of the server's time: for the connection, and for a server that is slow to refuse. */
const SLACK_MS = 10_000;

/** Sends requests, and sends them again where that is safe and promises to help. */
export class Transport {
  readonly #options: VedetteOptions;
  readonly #fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(options: VedetteOptions) {
    this.#options = options;
    this.#fetch = options.fetch ?? ((url, init) => fetch(url, init));
    this.#headers =
      options.session === true
        ? { ...(options.organization !== undefined && { 'Vedette-Organization': options.organization }) }
        : { 'X-API-Key': options.apiKey };
    // A wrong address is better refused here than by every call.
    void new URL(this.#prefix(false));
  }

  get retries(): number {
    return this.#options.retries ?? RETRIES;
  }

  async call<T>(parcel: Parcel): Promise<Answer<T>> {
    const { row, options = {} } = parcel;
    const { signal, retries = this.retries } = options;
    const { url, init } = this.#request(parcel);
    const serverMs = row.deadlineMs ?? SERVER_MS;
    const deadlineMs = options.deadlineMs ?? this.#options.deadlineMs ?? Math.max(DEADLINE_MS, serverMs + 2 * SLACK_MS);
    const endsAt = performance.now() + deadlineMs;
    for (let retried = 0; ; retried++) {
      const sent = await this.#attempt(url, init, signal, { headMs: serverMs + SLACK_MS, endsAt });
      if (!(sent instanceof VedetteError)) return sent as Answer<T>;
      const askedMs = sent.headers === undefined ? null : retryAfterMs(sent.headers, Date.now());
      const delayMs = retryDelayMs({ retried, askedMs, random: Math.random() });
      const remainingMs = endsAt - performance.now();
      const isRepeatable = row.reads === true || row.idempotent === true;
      const decision = retryDecision({ error: sent, isRepeatable, retried, retries, delayMs, remainingMs });
      if (decision.kind === 'give-up') throw sent;
      await wait(delayMs, signal);
    }
  }

  /** Opens a stream; its body is read by the caller, within the limit. */
  async open(parcel: Parcel, limit: Limit): Promise<Response> {
    const { url, init } = this.#request(parcel);
    limit.set(SERVER_MS + SLACK_MS);
    const response = await this.#send(url, init, parcel.options?.signal, limit);
    if (response.ok && response.body !== null) return response;
    const reading = readAnswer(response, await response.text());
    throw reading.kind === 'error' ? reading.error : new VedetteError('invalid_response', 'The answer is no stream.');
  }

  async #attempt(
    url: string,
    init: RequestInit,
    signal: AbortSignal | undefined,
    { headMs, endsAt }: { headMs: number; endsAt: number },
  ): Promise<Answer<unknown> | VedetteError> {
    const limit = new Limit(signal);
    try {
      limit.set(Math.min(headMs, endsAt - performance.now()));
      const response = await this.#send(url, init, signal, limit);
      // A long answer over a slow line may take as long as the whole call.
      limit.set(endsAt - performance.now());
      const text = await response.text().catch((cause: unknown) => {
        throw lost(cause, signal, limit, response);
      });
      const reading = readAnswer(response, text);
      return reading.kind === 'data' ? { data: reading.data, response } : reading.error;
    } catch (error) {
      if (error instanceof VedetteError) return error;
      throw error;
    } finally {
      limit.end();
    }
  }

  async #send(url: string, init: RequestInit, signal: AbortSignal | undefined, limit: Limit): Promise<Response> {
    try {
      return await this.#fetch(url, { ...init, signal: limit.signal });
    } catch (error) {
      throw lost(error, signal, limit);
    }
  }

  #request({ row, ids, query, body, options = {} }: Parcel): { url: string; init: RequestInit } {
    const payload = row.body === 'empty' ? {} : body;
    // Made before anything is sent: a bad header is the caller's fault, and no failure of the connection.
    const headers = new Headers({
      Accept: row.streams === true ? 'text/event-stream' : 'application/json',
      ...this.#headers,
      ...(row.body !== undefined && { 'Content-Type': 'application/json' }),
      ...(row.idempotent === true && { 'Idempotency-Key': options.idempotencyKey ?? crypto.randomUUID() }),
      ...options.headers,
    });
    return {
      url: this.#prefix(row.console === true) + pathWith(row.path, ids) + queryText(query),
      init: {
        method: row.method,
        headers,
        redirect: 'manual',
        ...(this.#options.session === true && { credentials: 'same-origin' }),
        ...(row.body !== undefined && { body: JSON.stringify(payload ?? {}) }),
      },
    };
  }

  #prefix(isOfConsole: boolean): string {
    const { session, baseUrl } = this.#options;
    if (session === true) return `${withoutTrailingSlash(baseUrl ?? pageOrigin())}/api/console/v1`;
    if (!isOfConsole && baseUrl !== undefined) return `${withoutTrailingSlash(baseUrl)}/api/v1`;
    const { consoleUrl } = this.#options;
    if (consoleUrl === undefined) throw new TypeError('This operation belongs to the console: give consoleUrl');
    return `${withoutTrailingSlash(consoleUrl)}/api/console/v1`;
  }
}

/** Why a request or its answer broke off; the caller's own reason if the caller ended it. */
export function lost(cause: unknown, signal: AbortSignal | undefined, limit: Limit, response?: Response): unknown {
  if (signal?.aborted === true) return signal.reason;
  const facts = { cause, status: response?.status, requestId: response?.headers.get('x-request-id') ?? undefined };
  if (limit.isTimeUp) return new VedetteError('timeout', 'The server did not answer in time.', facts);
  return new VedetteError('connection_error', `The connection failed: ${reasonOf(cause)}`, facts);
}

/** `fetch` keeps the reason of a failure in its cause. */
function reasonOf(error: unknown): string {
  const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return inner instanceof Error ? inner.message : String(inner);
}

function pageOrigin(): string {
  const { location } = globalThis as { location?: { readonly origin: string } };
  if (location === undefined) throw new TypeError('Outside a page, give baseUrl: the address of the console');
  return location.origin;
}
