import { NoRespondersError, RequestError, TimeoutError, type Msg } from '@nats-io/transport-node';
import {
  ApiError,
  newId,
  operations,
  type InternalRequest,
  type OperationId,
  type RequestContext,
  type RequestOf,
  type ResponseOf,
} from '@vedette/contract';
import { injectTrace, inSpan, type Logger, SpanKind } from '@vedette/telemetry';
import type { NatsLink } from './nats-link.ts';
import { contextHeaders, isReplayed, readError } from './wire.ts';

export interface RpcAnswer {
  readonly body: Uint8Array;
  readonly isReplayed: boolean;
}

/** Asks another service and waits for its answer, until the request's deadline and never longer. */
export class RpcClient {
  readonly #link: NatsLink;
  readonly #logger: Logger;

  constructor(link: NatsLink, logger: Logger) {
    this.#link = link;
    this.#logger = logger;
  }

  /** An operation of the contract, its answer parsed. */
  async call<Id extends OperationId>(id: Id, input: RequestOf<Id>, context: RequestContext): Promise<ResponseOf<Id>> {
    const message = await this.#request(operations[id].subject, JSON.stringify(input), context);
    return message.json<ResponseOf<Id>>();
  }

  /** A request between our own services. It never outlives the request that it serves, if it serves one. */
  async ask<Input, Answer>(
    request: InternalRequest<Input, Answer>,
    input: Input,
    cause?: Pick<RequestContext, 'requestId' | 'deadlineAt'>,
  ): Promise<Answer> {
    const deadlineAt = Math.min(Date.now() + request.deadlineMs, cause?.deadlineAt ?? Infinity);
    const context = { requestId: cause?.requestId ?? newId('req'), deadlineAt };
    const message = await this.#request(request.subject, JSON.stringify(input), context);
    return message.json<Answer>();
  }

  /** The answer's bytes as they came, for a caller that only passes them on. */
  async forward(subject: string, input: string, context: RequestContext): Promise<RpcAnswer> {
    const message = await this.#request(subject, input, context);
    return { body: message.data, isReplayed: isReplayed(message.headers) };
  }

  #request(subject: string, payload: string, context: RequestContext): Promise<Msg> {
    return inSpan(subject, { kind: SpanKind.CLIENT }, async () => {
      const { connection } = this.#link;
      const timeout = context.deadlineAt - Date.now();
      if (connection === undefined || timeout <= 0) throw this.#unanswered(subject, 'NATS is away or no time is left');
      const answer = connection.request(subject, payload, { timeout, headers: contextHeaders(context, injectTrace()) });
      const message = await this.#link.whileConnected(answer).catch((error: unknown) => {
        throw this.#unanswered(subject, reasonOf(error));
      });
      const error = readError(message.headers, () => message.json());
      if (error !== undefined) throw error;
      return message;
    });
  }

  #unanswered(subject: string, reason: string): ApiError {
    this.#logger.warn({ subject, reason }, 'a request went unanswered');
    return ApiError.internal();
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof TimeoutError) return 'no answer before the deadline';
  if (error instanceof NoRespondersError || (error instanceof RequestError && error.isNoResponders())) {
    return 'nobody answers on this subject';
  }
  return error instanceof Error ? error.message : String(error);
}
