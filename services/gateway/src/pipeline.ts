import {
  ApiError,
  clientNetwork,
  seesMasks,
  type Contract,
  type Operation,
  type RequestContext,
  type StreamLimit,
} from '@vedette/contract';
import { inRequestScope, inSpan, type Logger, SpanKind } from '@vedette/telemetry';
import type { Entrance } from './entrance.ts';
import { accessFault } from './access/access.ts';
import { actingParty, actorOf, type Party } from './access/acting-party.ts';
import { readBody } from './requests/body.ts';
import type { Client } from './credentials/client.ts';
import { deprecationHeaders } from './requests/deprecation.ts';
import { Forwarder, type ForwarderParts } from './forwarder.ts';
import { MOST_HELD_BYTES_OF_CLIENT, type HeldBytes, type Holding } from './limits/held-bytes.ts';
import { rateVerdict, type RateVerdict } from './limits/rate-limit.ts';
import { decodeSegment } from './requests/percent-encoding.ts';
import { RequestInput } from './requests/request-input.ts';
import { Router, type Match } from './requests/router.ts';
import type { ContractDocument } from './http/contract-document.ts';
import { type Exchange, RequestAborted } from './http/exchange.ts';
import { changeCookie, newSession, newToken } from './access/session-token.ts';
import type { EventStreams } from './streams/event-streams.ts';
import { splitTarget } from './http/target.ts';
import type { GatewayMetrics } from './gateway-metrics.ts';

export interface PipelineParts extends ForwarderParts {
  readonly contract: Contract;
  readonly entrance: Entrance;
  readonly document: ContractDocument;
  readonly held: HeldBytes;
  readonly streams: EventStreams;
  readonly logger: Logger;
  readonly metrics: GatewayMetrics;
}

const HELD_RETRY_AFTER_SECONDS = 5;

/** Whose rate limit is reached, in words. */
const COUNTED: Readonly<Record<Client['kind'], string>> = {
  key: 'this key',
  session: 'this session',
  nobody: 'this address',
  refused: 'this address',
};

interface Admitted {
  readonly client: Client;
  readonly verdict: RateVerdict;
}

interface Acting {
  readonly client: Client;
  readonly party: Party;
}

interface Routed {
  readonly operation: Operation;
  readonly params: Readonly<Record<string, string>>;
  readonly query: string;
}

/**
 * Takes a request through the gates in their binding order. It has no code for any resource: the contract defines the
 * operations, and the services carry them out.
 */
export class Pipeline {
  readonly #parts: PipelineParts;
  readonly #router: Router;
  readonly #input = new RequestInput();
  readonly #forwarder: Forwarder;

  constructor(parts: PipelineParts) {
    this.#parts = parts;
    this.#router = new Router(parts.contract);
    this.#forwarder = new Forwarder(parts);
  }

  async handle(exchange: Exchange, clientAddress: () => string): Promise<void> {
    const startedAt = performance.now();
    let operationId = 'none';
    try {
      const { path, query } = splitTarget(exchange.request.url ?? '/');
      const method = exchange.request.method ?? 'GET';
      const { client, verdict } = await this.#admit(exchange, clientAddress);
      if (path === this.#parts.entrance.documentPath && isRead(method)) {
        operationId = 'openapi';
        return this.#parts.document.send(exchange);
      }
      const match = this.#router.match(method, path);
      if (client.kind === 'refused' || (client.kind === 'nobody' && !isOpen(match))) throw client.refusal;
      if (!verdict.isAllowed) throw rateLimited(client, verdict);
      const routed = this.#route(exchange, method, path, match);
      // Not thrown: unknown paths are asked for often, and an exception costs more than finding out.
      if (routed instanceof ApiError) return this.#fail(exchange, routed);
      const { operation, params } = routed;
      operationId = operation.id;
      const party = this.#partyOf(exchange, client, operation);
      await inRequestScope({ requestId: exchange.requestId, organizationId: party.caller?.organizationId }, () =>
        inSpan(`${operation.method} ${operation.path}`, { kind: SpanKind.SERVER }, () =>
          isStreamLimit(operation.limiter)
            ? this.#openStream(exchange, { client, party }, operation, operation.limiter)
            : this.#operate(exchange, { client, party }, clientAddress, { operation, params, query }),
        ),
      );
    } catch (error) {
      this.#fail(exchange, error);
    } finally {
      this.#parts.metrics.answered(operationId, exchange.status, (performance.now() - startedAt) / 1_000);
    }
  }

  /**
   * Finds the client and counts the request. Missing or invalid credentials are not refused yet, because the contract
   * document and some operations are served without them.
   */
  async #admit(exchange: Exchange, clientAddress: () => string): Promise<Admitted> {
    const { entrance, counter } = this.#parts;
    const now = new Date();
    const refusal = entrance.refusalOf(exchange);
    const found: Client | Promise<Client> =
      refusal === undefined
        ? entrance.identify({ exchange, now, addressOf: clientAddress })
        : { kind: 'refused', refusal };
    const client = found instanceof Promise ? await found : found;
    const { bucket, policy } =
      entrance.countedByClient(client) ?? entrance.countedByAddress(clientNetwork(clientAddress()));
    const verdict = rateVerdict(policy, await counter.count(bucket, now.getTime()));
    exchange.addHeaders(verdict.headers);
    if (client.kind === 'refused') {
      if (client.refusal.code !== 'unauthorized') throw client.refusal;
    } else if (client.kind !== 'nobody' && !verdict.isAllowed) throw rateLimited(client, verdict);
    return { client, verdict };
  }

  #route(exchange: Exchange, method: string, path: string, match: Match): Omit<Routed, 'query'> | ApiError {
    switch (match.kind) {
      case 'none':
        if (path.includes('%') && path.split('/').some((segment) => decodeSegment(segment) === undefined)) {
          return ApiError.validation([{ path: 'body', message: 'the path is not properly percent-encoded' }]);
        }
        if (path === this.#parts.entrance.documentPath) {
          return this.#methodNotAllowed(exchange, method, ['GET', 'HEAD']);
        }
        return ApiError.noSuchEndpoint();
      case 'method':
        return this.#methodNotAllowed(exchange, method, match.allowed);
      case 'operation':
        if (match.operation.deprecation !== undefined) {
          exchange.addHeaders(deprecationHeaders(match.operation.deprecation));
        }
        return match;
    }
  }

  #methodNotAllowed(exchange: Exchange, method: string, allowed: readonly string[]): ApiError {
    exchange.addHeaders({ Allow: allowed.join(', ') });
    return ApiError.methodNotAllowed(method, allowed);
  }

  /** Refuses writes of other sites first, so that they learn nothing about the person whose cookie they send. */
  #partyOf(exchange: Exchange, client: Client, operation: Operation): Party {
    const { entrance } = this.#parts;
    if (operation.effect === 'write' && client.kind !== 'key') {
      const refusal = entrance.writeRefusalOf(exchange);
      if (refusal !== undefined) throw refusal;
    }
    const party = actingParty(client, operation, organizationHeader(exchange));
    if (party instanceof ApiError) throw party;
    return party;
  }

  async #operate(exchange: Exchange, acting: Acting, clientAddress: () => string, routed: Routed): Promise<void> {
    const refusal = accessFault(acting.party, routed.operation, routed.params);
    if (refusal !== undefined) throw refusal;
    const holder = acting.party.caller?.organizationId ?? clientNetwork(clientAddress());
    const holding = this.#parts.held.of(holder);
    if (!holding.tryAdd(0)) throw tooManyBytes();
    try {
      await this.#carryOut(exchange, acting, clientAddress, routed, holding);
    } catch (error) {
      holding.giveBack();
      throw error;
    }
  }

  async #carryOut(
    exchange: Exchange,
    { client, party }: Acting,
    clientAddress: () => string,
    { operation, params, query }: Routed,
    holding: Holding,
  ): Promise<void> {
    const { cookie } = this.#parts.entrance;
    const token = newToken(operation, party, cookie);
    const body =
      operation.body === undefined
        ? { ok: true as const, value: undefined }
        : await readBody(exchange.request, operation.maxBodyBytes, (bytes) => holding.tryAdd(bytes));
    if (body === 'no room') throw tooManyBytes();
    const input = this.#input.read({ operation, params, query, body });
    const context: RequestContext = {
      requestId: exchange.requestId,
      ...party,
      ...(seesMasks(operation, party.caller) && { seesMasks: true as const }),
      ...(token !== undefined && { newSession: newSession(exchange, token) }),
      ...(leavesTrace(operation) && origin(client, party, clientAddress())),
      deadlineAt: Date.now() + operation.deadlineMs,
    };
    const answer = await this.#forwarder.answer({ exchange, context, operation, input, clientAddress });
    if (answer.isReplayed) exchange.addHeaders({ 'Idempotency-Replayed': 'true' });
    changeCookie(exchange, operation, cookie, token);
    holding.becomeAnswer(answer.body.length);
    if (holding.bytes > 0) exchange.onTaken(() => holding.giveBack());
    if (answer.rest === undefined) exchange.send(answer.status, answer.body);
    else await exchange.stream(answer.status, answer.body, answer.rest);
  }

  /** The credential of a stream is judged again and again, so that the stream ends with it. */
  async #openStream(
    exchange: Exchange,
    { client, party }: Acting,
    operation: Operation,
    limit: StreamLimit,
  ): Promise<void> {
    const refusal = accessFault(party, operation, {});
    if (refusal !== undefined) throw refusal;
    const { entrance, streams } = this.#parts;
    const owner = entrance.countedByClient(client)?.bucket;
    const hash = entrance.presentedHash(exchange);
    const { caller } = party;
    if (owner === undefined || hash === undefined || caller === undefined) throw ApiError.unauthorized();
    if (exchange.request.method === 'HEAD') exchange.openStream()?.end();
    else await streams.open({ exchange, operation, limit, caller, owner, hash });
  }

  #fail(exchange: Exchange, error: unknown): void {
    if (error instanceof RequestAborted) return;
    if (error instanceof ApiError) {
      if (error.code === 'unauthorized') exchange.addHeaders({ 'WWW-Authenticate': 'Bearer realm="vedette"' });
      const { retryAfterSeconds } = error;
      if (retryAfterSeconds !== undefined) exchange.addHeaders({ 'Retry-After': String(retryAfterSeconds) });
      exchange.sendError(error);
      return;
    }
    this.#parts.logger.error({ error, requestId: exchange.requestId }, 'a request failed');
    exchange.sendError(ApiError.internal());
  }
}

function tooManyBytes(): ApiError {
  return ApiError.tooManyBytes(MOST_HELD_BYTES_OF_CLIENT, HELD_RETRY_AFTER_SECONDS);
}

/** Only operations whose answer is a stream have such a limit. */
function isStreamLimit(limiter: Operation['limiter']): limiter is StreamLimit {
  return limiter !== 'client' && 'perCredential' in limiter;
}

function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

function rateLimited({ kind }: Client, verdict: RateVerdict): ApiError {
  return ApiError.rateLimited(verdict.resetSeconds, COUNTED[kind]);
}

/** Whether a request without credentials reaches an operation. */
function isOpen(match: Match): boolean {
  return match.kind === 'operation' && match.operation.credentials.includes('none');
}

/** Two values name no organization; joined, they match none. */
function organizationHeader({ request }: Exchange): string | undefined {
  const value = request.headers['vedette-organization'];
  return Array.isArray(value) ? value.join(', ') : value;
}

/** Whether the service writes down who called, in the audit log or for limits of those who present no credential. */
function leavesTrace({ effect, credentials }: Operation): boolean {
  return effect === 'write' || credentials.includes('none');
}

/** What the audit log needs to know of a write. */
function origin(client: Client, party: Party, sourceAddress: string): Partial<RequestContext> {
  const actor = actorOf(client, party);
  return { sourceAddress, ...(actor !== undefined && { actor }) };
}
