import {
  ApiError,
  clientNetwork,
  isIdempotencyKey,
  MAX_LONG_REQUESTS,
  type CallLimit,
  type Operation,
  type RequestContext,
  type ValidRequest,
} from '@vedette/contract';
import type { RpcClient } from '@vedette/messaging';
import type { Answer, IdempotencyGate } from './idempotency/idempotency.ts';
import { fingerprint, idempotencyScope, personOfFingerprint } from './idempotency/keyed-request.ts';
import type { Exchange } from './http/exchange.ts';
import { RETRY_AFTER_SECONDS, type LongRequests } from './limits/long-requests.ts';
import { resetSeconds } from './limits/rate-limit.ts';
import type { RequestCounter } from './limits/request-counter.ts';
import { concretePath } from './requests/request-input.ts';

export interface ForwarderParts {
  readonly counter: RequestCounter;
  readonly idempotency: IdempotencyGate;
  readonly longRequests: LongRequests;
  readonly rpc: RpcClient;
}

/** A request that has passed the gates before the operation itself. */
export interface Call {
  readonly exchange: Exchange;
  readonly context: RequestContext;
  readonly operation: Operation;
  readonly input: ValidRequest;
  readonly clientAddress: () => string;
}

/** Sends a request to the service that owns its operation, within the limits of the operation, and once for each key. */
export class Forwarder {
  readonly #parts: ForwarderParts;

  constructor(parts: ForwarderParts) {
    this.#parts = parts;
  }

  async answer(call: Call): Promise<Answer> {
    const { exchange, context, operation, input } = call;
    const payload = JSON.stringify(input);
    const key = operation.effect === 'read' ? undefined : exchange.request.headers['idempotency-key'];
    const scope = key === undefined ? undefined : idempotencyScope(operation, context);
    if (key === undefined || scope === undefined) return this.#forward(call, payload);
    if (typeof key !== 'string' || !isIdempotencyKey(key)) throw ApiError.invalidIdempotencyKey();
    const person = personOfFingerprint(operation, context);
    const path = concretePath(operation, input);
    const request = { scope, key, fingerprint: fingerprint(operation.method, path, input.body, person), operation };
    return this.#parts.idempotency.run(request, (idempotency) =>
      this.#forward({ ...call, context: { ...context, idempotency } }, payload),
    );
  }

  async #forward(call: Call, payload: string): Promise<Answer> {
    const { rpc, longRequests } = this.#parts;
    const { context, exchange, operation } = call;
    const { subject, status, maxAnswerBytes, limiter } = operation;
    const send = async (): Promise<Answer> => ({
      status,
      ...(await rpc.forward(subject, payload, context, maxAnswerBytes)),
    });
    if (limiter !== 'client' && 'most' in limiter) await this.#countCall(call, limiter);
    if (operation.lane !== 'long') return send();
    const organizationId = context.caller?.organizationId ?? '';
    if (!(await longRequests.enter(organizationId, exchange.requestId))) {
      throw ApiError.tooManyInFlight(MAX_LONG_REQUESTS, RETRY_AFTER_SECONDS);
    }
    try {
      return await send();
    } finally {
      longRequests.leave(exchange.requestId);
    }
  }

  /** Replayed answers do not get here, so they are not counted. */
  async #countCall(call: Call, limit: CallLimit): Promise<void> {
    const { operation, context, clientAddress } = call;
    const { most, withinSeconds, of, name = operation.id } = limit;
    const organizationId = context.caller?.organizationId ?? '';
    // Ids of other organizations are unknown to this one, and must not use up their calls.
    const counted = {
      organization: organizationId,
      address: clientNetwork(clientAddress()),
      resource: `${organizationId}:${concretePath(operation, call.input)}`,
    };
    const bucket = `calls:${name}:${counted[of]}`;
    const { count, resetMs } = await this.#parts.counter.count(bucket, Date.now(), withinSeconds);
    if (count > most) throw ApiError.tooManyCalls(limit, resetSeconds(resetMs, withinSeconds));
  }
}
