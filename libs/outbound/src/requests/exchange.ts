import { request as nodeRequest, type ClientRequest, type RequestOptions as NodeRequestOptions } from 'node:http';
import got, { type Request, type Response } from 'got';
import type { Connection } from '../connections/connect.ts';
import { ConnectionPool, type PinnedRequestArgs } from '../connections/connection-pool.ts';
import { ACCEPT_ENCODING } from './content-decoding.ts';
import type { Deadline } from '../deadline.ts';
import { diagnose, diagnoseEnd, endpointOf, type OutboundFailure, type Phases } from '../failure.ts';
import { MAX_HEADER_SIZE } from './http-request.ts';
import { paceRequest } from '../connections/paced-reading.ts';
import { readBody } from './read-body.ts';
import type { Resolution, Resolved } from '../names/resolve.ts';
import type { NotReplied, Replied, Reply, RequestOptions } from './reply.ts';
import { targetOf } from './target-url.ts';

/** The parts of the guard that an exchange needs. */
export interface Guard {
  resolve(host: string, deadline: Deadline): Promise<Resolution>;
  open(resolved: Resolved, url: URL, deadline: Deadline): Promise<Connection | OutboundFailure>;
}

const newConnections = new ConnectionPool({ maxIdlePerTarget: 0, idleMs: 0 });

const client = got.extend({
  followRedirect: false,
  retry: { limit: 0 },
  throwHttpErrors: false,
  // readBody decodes, and limits the decoded size.
  decompress: false,
  http2: false,
  maxHeaderSize: MAX_HEADER_SIZE,
  headers: { 'user-agent': 'Vedette', 'accept-encoding': ACCEPT_ENCODING },
});

/** One request and one reply, without redirects. */
export async function exchange(
  guard: Guard,
  options: RequestOptions,
  deadline: Deadline,
): Promise<Replied | NotReplied> {
  const resolved = await guard.resolve(options.url.hostname, deadline);
  if (!resolved.ok) return { ...resolved, reply: null };
  const { pool } = options;
  if (pool === undefined) return new Exchange(guard, resolved, options, newConnections, deadline).run();
  const first = new Exchange(guard, resolved, options, pool, deadline);
  const outcome = await first.run();
  // A server may close an idle connection just when it is used again. That is no failure: a new connection is tried.
  if (outcome.ok || !first.isReused || outcome.reason !== 'closed' || outcome.reply !== null) return outcome;
  return new Exchange(guard, resolved, options, newConnections, deadline).run();
}

class Exchange {
  readonly #guard: Guard;
  readonly #resolved: Resolved;
  readonly #options: RequestOptions;
  readonly #pool: ConnectionPool;
  readonly #deadline: Deadline;
  readonly #url: URL;
  #address = '';
  #phases: Phases;
  #opening: Promise<Connection | OutboundFailure> | null = null;
  isReused = false;

  constructor(guard: Guard, resolved: Resolved, options: RequestOptions, pool: ConnectionPool, deadline: Deadline) {
    this.#guard = guard;
    this.#resolved = resolved;
    this.#options = options;
    this.#pool = pool;
    this.#deadline = deadline;
    // Node would send credentials in the URL as a header.
    this.#url = new URL(options.url);
    this.#url.username = '';
    this.#url.password = '';
    this.#phases = { dns: resolved.dnsMs, connect: null, tls: null };
  }

  run(): Promise<Replied | NotReplied> {
    const { method = 'GET', headers = {}, body } = this.#options;
    const stream = client.stream(this.#url, {
      method,
      headers,
      signal: this.#deadline.signal,
      request: (_url, args) => this.#request(args),
      ...(body === undefined ? {} : { body }),
    });
    return new Promise((resolve) => {
      let hasResponse = false;
      stream.on('error', (error) => {
        if (!hasResponse) resolve(this.#failed(error));
      });
      stream.once('response', (response: Response) => {
        hasResponse = true;
        resolve(this.#read(stream, response));
      });
    });
  }

  /** Uses an idle connection to one of the checked addresses, or opens a new one. */
  async #request(args: NodeRequestOptions): Promise<ClientRequest> {
    const url = this.#url;
    const agent = this.#pool.agentFor(url);
    const idle = this.#resolved.addresses.find(({ address }) => agent.hasIdle({ url, address, socket: null }));
    if (idle !== undefined) {
      this.isReused = true;
      this.#address = idle.address;
      return this.#send({ ...args, agent, pin: { url, address: idle.address, socket: null } });
    }
    this.#opening = this.#guard.open(this.#resolved, url, this.#deadline);
    const connection = await this.#opening;
    if (!connection.ok) throw new Error(connection.message);
    const { address, phases, socket } = connection;
    this.#address = address;
    this.#phases = phases;
    try {
      return this.#send({ ...args, agent, pin: { url, address, socket } });
    } catch (error) {
      // For example, a header cannot be sent.
      socket.destroy();
      throw error;
    }
  }

  #send(args: PinnedRequestArgs): ClientRequest {
    const request = nodeRequest(this.#url, args);
    paceRequest(request, this.#deadline);
    return request;
  }

  async #read(stream: Request, { statusCode: status, headers }: Response): Promise<Replied | NotReplied> {
    const limits = {
      maxBytes: this.#options.maxResponseBytes,
      contentEncoding: headers['content-encoding'],
      endpoint: this.#endpoint(),
    };
    const read = await readBody(stream, limits, this.#deadline);
    const reply: Reply = { status, headers, body: read.bytes, isTruncated: read.ok && read.isTruncated };
    const phases = this.#phases;
    if (read.ok) return { ok: true, ...reply, url: this.#url, address: this.#address, phases };
    const { phase, reason, code, message } = read;
    return { ok: false, phase, reason, code, message, phases, reply };
  }

  async #failed(error: unknown): Promise<NotReplied> {
    // got only knows that its request function failed or was too slow; the connection attempt knows why.
    const opened = await this.#opening;
    if (opened?.ok === false) return { ...opened, reply: null };
    const { ended, limitMs } = this.#deadline;
    const endpoint = this.#endpoint();
    const diagnosis =
      ended === null
        ? diagnose(error, { phase: 'request', endpoint })
        : diagnoseEnd(ended, limitMs, 'request', endpoint);
    return { ok: false, ...diagnosis, phases: this.#phases, reply: null };
  }

  #endpoint(): string {
    return endpointOf(this.#address === '' ? this.#url.hostname : this.#address, targetOf(this.#url).port);
  }
}
