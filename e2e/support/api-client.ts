import type { Agent } from 'node:http';
import { answerTo } from './http-answer.ts';
import { OpenApiChecker, type OpenApiDocument } from './openapi-checker.ts';

export interface ApiResponse<T = unknown> {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: T;
}

export interface RequestOptions {
  readonly json?: unknown;
  /** Sent as it is, as JSON unless the headers say otherwise. */
  readonly raw?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ErrorEnvelope {
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly requestId: string;
    readonly details?: { path: string; message: string }[];
  };
}

/** Calls the API as a user would. Every answer is held against the OpenAPI document; one that does not fit fails the test. */
export class ApiClient {
  readonly #url: string;
  readonly #checker: OpenApiChecker;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #agent: Agent | undefined;
  readonly #timeoutMs: number;

  private constructor(
    url: string,
    checker: OpenApiChecker,
    headers: Readonly<Record<string, string>>,
    agent: Agent | undefined,
    timeoutMs = 150_000,
  ) {
    this.#url = url;
    this.#checker = checker;
    this.#headers = headers;
    this.#agent = agent;
    this.#timeoutMs = timeoutMs;
  }

  static async connect(url: string): Promise<ApiClient> {
    const { status, text } = await answerTo(`${url}/openapi.json`, { method: 'GET', headers: {}, timeoutMs: 30_000 });
    if (status !== 200) throw new Error(`${url}/openapi.json was answered ${status}`);
    return new ApiClient(url, OpenApiChecker.of(JSON.parse(text) as OpenApiDocument), {}, undefined);
  }

  withKey(key: string): ApiClient {
    return new ApiClient(this.#url, this.#checker, { 'x-api-key': key }, this.#agent);
  }

  /** The same client against another gateway. */
  at(url: string): ApiClient {
    return new ApiClient(url, this.#checker, this.#headers, this.#agent);
  }

  /** The same client, which waits no longer for an answer. */
  within(timeoutMs: number): ApiClient {
    return new ApiClient(this.#url, this.#checker, this.#headers, this.#agent, timeoutMs);
  }

  /** The same client over connections of its own. */
  over(agent: Agent): ApiClient {
    return new ApiClient(this.#url, this.#checker, this.#headers, agent);
  }

  /** Whether the OpenAPI document allows this body; undefined if the operation takes none. */
  acceptsBody(method: string, path: string, body: unknown): boolean | undefined {
    return this.#checker.acceptsBody(method, path, body);
  }

  async request<T = unknown>(method: string, path: string, options: RequestOptions = {}): Promise<ApiResponse<T>> {
    const { json, raw, headers } = options;
    const payload = raw ?? (json === undefined ? undefined : JSON.stringify(json));
    const answer = await answerTo(`${this.#url}${path}`, {
      method,
      headers: {
        ...this.#headers,
        ...(payload !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: payload,
      agent: this.#agent,
      timeoutMs: this.#timeoutMs,
    });
    const body: unknown = answer.text === '' ? undefined : JSON.parse(answer.text);
    const received = { method, path, status: answer.status, headers: answer.headers, body };
    const faults = this.#checker.faults(received);
    if (faults.length > 0) {
      throw new Error(
        `${method} ${path} answered ${answer.status} outside its contract: ${faults.join('; ')}\n${answer.text}`,
      );
    }
    return { status: answer.status, headers: answer.headers, body: body as T };
  }

  get<T = unknown>(path: string, options?: RequestOptions): Promise<ApiResponse<T>> {
    return this.request<T>('GET', path, options);
  }

  post<T = unknown>(
    path: string,
    json: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<ApiResponse<T>> {
    return this.request<T>('POST', path, { json, headers });
  }

  patch<T = unknown>(
    path: string,
    json: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<ApiResponse<T>> {
    return this.request<T>('PATCH', path, { json, headers });
  }

  delete<T = unknown>(path: string, headers: Readonly<Record<string, string>> = {}): Promise<ApiResponse<T>> {
    return this.request<T>('DELETE', path, { headers });
  }
}
