import {
  ApiError,
  isIdempotencyKey,
  MAX_LONG_REQUESTS,
  type Contract,
  type KeyCaller,
  type Operation,
  type RequestContext,
  type ValidRequest,
} from '@vedette/contract';
import type { RpcClient } from '@vedette/messaging';
import { inRequestScope, inSpan, type Logger, SpanKind } from '@vedette/telemetry';
import { accessFault } from './gates/access.ts';
import { readBody } from './gates/body.ts';
import type { CredentialDirectory } from './gates/credential-directory.ts';
import { presentedKey, refusals } from './gates/credentials.ts';
import { deprecationHeaders } from './gates/deprecation.ts';
import { fingerprint } from './gates/fingerprint.ts';
import type { Answer, IdempotencyGate } from './gates/idempotency.ts';
import type { KeyUses } from './gates/key-uses.ts';
import { RETRY_AFTER_SECONDS, type LongRequests } from './gates/long-requests.ts';
import { rateVerdict } from './gates/rate-limit.ts';
import { decodeSegment } from './gates/percent-encoding.ts';
import { RequestInput } from './gates/request-input.ts';
import type { RequestCounter } from './gates/request-counter.ts';
import { Router } from './gates/router.ts';
import type { ContractDocument } from './http/contract-document.ts';
import { type Exchange, RequestAborted } from './http/exchange.ts';
import { splitTarget } from './http/target.ts';
import type { GatewayMetrics } from './gateway-metrics.ts';

export interface PipelineParts {
  readonly contract: Contract;
  readonly document: ContractDocument;
  readonly credentials: CredentialDirectory;
  readonly keyUses: KeyUses;
  readonly counter: RequestCounter;
  readonly rateLimit: number;
  readonly idempotency: IdempotencyGate;
  readonly longRequests: LongRequests;
  readonly rpc: RpcClient;
  readonly logger: Logger;
  readonly metrics: GatewayMetrics;
}

type ClientContext = RequestContext & { readonly caller: KeyCaller };

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
  readonly #input: RequestInput;

  constructor(parts: PipelineParts) {
    this.#parts = parts;
    this.#router = new Router(parts.contract);
    this.#input = new RequestInput(parts.contract);
  }

  async handle(exchange: Exchange, clientAddress: () => string): Promise<void> {
    const startedAt = performance.now();
    let operationId = 'none';
    try {
      const { path, query } = splitTarget(exchange.request.url ?? '/');
      const method = exchange.request.method ?? 'GET';
      const caller = await this.#authenticate(exchange, clientAddress);
      if (path === '/openapi.json' && isRead(method)) {
        operationId = 'openapi';
        return this.#parts.document.send(exchange);
      }
      if (caller instanceof ApiError) throw caller;
      const { operation, params } = this.#route(exchange, method, path);
      operationId = operation.id;
      await inRequestScope({ requestId: exchange.requestId, organizationId: caller.organizationId }, () =>
        inSpan(`${operation.method} ${operation.path}`, { kind: SpanKind.SERVER }, () =>
          this.#operate(exchange, caller, { operation, params, query }),
        ),
      );
    } catch (error) {
      this.#fail(exchange, error);
    } finally {
      this.#parts.metrics.answered(operationId, exchange.status, (performance.now() - startedAt) / 1_000);
    }
  }

  /**
   * Checks credentials and rate limit. Missing or invalid credentials are returned as an error, not thrown, because the
   * contract document is served without them.
   */
  async #authenticate(exchange: Exchange, clientAddress: () => string): Promise<KeyCaller | ApiError> {
    const now = new Date();
    const found = await this.#findCaller(exchange, now);
    const bucket = 'organizationId' in found ? `key:${found.keyId}` : `address:${clientAddress()}`;
    const window = await this.#parts.counter.count(bucket, now.getTime());
    const verdict = rateVerdict(this.#parts.rateLimit, window);
    exchange.addHeaders(verdict.headers);
    if (!('organizationId' in found)) {
      if (found.code === 'internal_error') throw found;
      return found;
    }
    if (!verdict.isAllowed) {
      exchange.addHeaders({ 'Retry-After': String(verdict.resetSeconds) });
      throw ApiError.rateLimited(verdict.resetSeconds);
    }
    return found;
  }

  async #findCaller(exchange: Exchange, now: Date): Promise<KeyCaller | ApiError> {
    const presented = presentedKey(exchange.request.headersDistinct);
    if (presented.kind !== 'key') return ApiError.unauthorized(refusals[presented.kind]);
    try {
      const caller = await this.#parts.credentials.find(presented.key, now);
      if (caller === undefined) return ApiError.unauthorized(refusals.invalid);
      this.#parts.keyUses.note(caller.keyId, now);
      return caller;
    } catch (error) {
      this.#parts.logger.error({ error, requestId: exchange.requestId }, 'an API key could not be looked up');
      return ApiError.internal();
    }
  }

  #route(exchange: Exchange, method: string, path: string): Omit<Routed, 'query'> {
    const match = this.#router.match(method, path);
    switch (match.kind) {
      case 'none':
        if (path.split('/').some((segment) => decodeSegment(segment) === undefined)) {
          throw ApiError.validation([{ path: 'body', message: 'the path is not properly percent-encoded' }]);
        }
        if (path === '/openapi.json') throw this.#methodNotAllowed(exchange, method, ['GET', 'HEAD']);
        throw ApiError.noSuchEndpoint();
      case 'method':
        throw this.#methodNotAllowed(exchange, method, match.allowed);
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

  async #operate(exchange: Exchange, caller: KeyCaller, { operation, params, query }: Routed): Promise<void> {
    const refusal = accessFault(caller, operation);
    if (refusal !== undefined) throw refusal;
    const body =
      operation.body === undefined ? { ok: true as const, value: undefined } : await readBody(exchange.request);
    const input = this.#input.read({ operation, params, query, body });
    const answer = await this.#answer(exchange, caller, operation, input);
    if (answer.isReplayed) exchange.addHeaders({ 'Idempotency-Replayed': 'true' });
    if (answer.rest === undefined) exchange.send(answer.status, answer.body);
    else await exchange.stream(answer.status, answer.body, answer.rest);
  }

  async #answer(exchange: Exchange, caller: KeyCaller, operation: Operation, input: ValidRequest): Promise<Answer> {
    const key = operation.effect === 'read' ? undefined : exchange.request.headers['idempotency-key'];
    const context = { requestId: exchange.requestId, caller, deadlineAt: Date.now() + operation.deadlineMs };
    const payload = JSON.stringify(input);
    if (key === undefined) return this.#forward(exchange, operation, payload, context);
    if (typeof key !== 'string' || !isIdempotencyKey(key)) throw ApiError.invalidIdempotencyKey();
    const request = {
      organizationId: caller.organizationId,
      key,
      fingerprint: fingerprint(operation.method, concretePath(operation, input), input.body),
      operation,
    };
    return this.#parts.idempotency.run(request, (idempotency) =>
      this.#forward(exchange, operation, payload, { ...context, idempotency }),
    );
  }

  async #forward(exchange: Exchange, operation: Operation, payload: string, context: ClientContext): Promise<Answer> {
    const { rpc, longRequests } = this.#parts;
    const { subject, status, deadlineMs } = operation;
    if (operation.takesLong !== true) return { status, ...(await rpc.forward(subject, payload, context)) };
    const request = { organizationId: context.caller.organizationId, requestId: exchange.requestId, deadlineMs };
    if (!(await longRequests.enter(request))) {
      exchange.addHeaders({ 'Retry-After': String(RETRY_AFTER_SECONDS) });
      throw ApiError.tooManyInFlight(MAX_LONG_REQUESTS, RETRY_AFTER_SECONDS);
    }
    try {
      return { status, ...(await rpc.forward(subject, payload, context)) };
    } finally {
      longRequests.leave(request);
    }
  }

  #fail(exchange: Exchange, error: unknown): void {
    if (error instanceof RequestAborted) return;
    if (error instanceof ApiError) {
      if (error.code === 'unauthorized') exchange.addHeaders({ 'WWW-Authenticate': 'Bearer realm="vedette"' });
      exchange.sendError(error);
      return;
    }
    this.#parts.logger.error({ error, requestId: exchange.requestId }, 'a request failed');
    exchange.sendError(ApiError.internal());
  }
}

function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

function concretePath(operation: Operation, { params }: ValidRequest): string {
  return operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
}
