import { NoRespondersError, TimeoutError, type Msg } from '@nats-io/transport-node';
import {
  ApiError,
  DEFAULT_DEADLINE_MS,
  newId,
  servedOperations,
  type InternalRequest,
  type OperationId,
  type RequestContext,
  type RequestOf,
  type ResponseOf,
  type StreamPage,
  type StreamPageRequest,
} from '@vedette/contract';
import { currentOrganizationId, injectTrace, inSpan, type Logger, SpanKind } from '@vedette/telemetry';
import type { NatsLink } from '../link/nats-link.ts';
import type { ParcelReader } from '../link/parcel-reader.ts';
import { contextHeaders, errorCodeOf, isReplayed, type WireError } from '../link/wire.ts';

export interface RpcAnswer {
  /** The whole answer, or its first part if the answer is large. */
  readonly body: Uint8Array;
  /** The rest of a large answer. A caller that does not read it to the end must drop it. */
  readonly rest: ParcelReader | undefined;
  readonly isReplayed: boolean;
}

/** Nobody answered in time. An error that a service answers with is a plain ApiError. */
export class Unanswered extends ApiError {
  constructor() {
    const { code, message } = ApiError.internal();
    super(code, message);
  }
}

/** Sends a request to another service and waits for the answer, at most until the request's deadline. */
export class RpcClient {
  readonly #link: NatsLink;
  readonly #logger: Logger;

  constructor(link: NatsLink, logger: Logger) {
    this.#link = link;
    this.#logger = logger;
  }

  /** Calls an operation of the contract and parses the answer. */
  async call<Id extends OperationId>(id: Id, input: RequestOf<Id>, context: RequestContext): Promise<ResponseOf<Id>> {
    return this.#ask<ResponseOf<Id>>(servedOperations[id].subject, JSON.stringify(input), context);
  }

  /** Sends a request between our own services. If it is part of another request, it ends by that request's deadline. */
  async ask<Input, Answer>(
    request: InternalRequest<Input, Answer>,
    input: Input,
    cause?: Pick<RequestContext, 'requestId' | 'deadlineAt'>,
  ): Promise<Answer> {
    const limit = (ms: number): number => Math.min(Date.now() + ms, cause?.deadlineAt ?? Infinity);
    const onBehalfOf = currentOrganizationId();
    const context = {
      requestId: cause?.requestId ?? newId('req'),
      // A service whose clock is a little ahead would take a shorter deadline than this one for over.
      deadlineAt: limit(Math.max(request.deadlineMs, DEFAULT_DEADLINE_MS)),
      ...(onBehalfOf !== undefined && { onBehalfOf }),
    };
    return this.#ask<Answer>(request.subject, JSON.stringify(input), context, limit(request.deadlineMs));
  }

  /** Asks the owner of a stream for the entries after a cursor. */
  async readStream(subject: string, input: StreamPageRequest, context: RequestContext): Promise<StreamPage> {
    return this.#ask<StreamPage>(subject, JSON.stringify(input), context);
  }

  /**
   * Returns the answer's bytes unparsed, for a caller that only forwards them. Rejects if the answer is too long; if its
   * length is known only at the end, reading its rest does.
   */
  async forward(subject: string, input: string, context: RequestContext, maxBytes = Infinity): Promise<RpcAnswer> {
    const message = await this.#request(subject, input, context);
    const body = message.data;
    const rest = this.#link.parcels.open(message, { maxBytes: maxBytes - body.length });
    if ((rest?.bytes ?? body.length) <= maxBytes) return { body, rest, isReplayed: isReplayed(message.headers) };
    rest?.drop();
    throw new Error(`an answer on ${subject} has more than ${maxBytes} bytes`);
  }

  async #ask<Answer>(
    subject: string,
    payload: string,
    context: RequestContext,
    waitUntil = context.deadlineAt,
  ): Promise<Answer> {
    const message = await this.#request(subject, payload, context, waitUntil);
    return this.#read<Answer>(subject, message, waitUntil);
  }

  async #read<T>(subject: string, message: Msg, deadlineAt: number): Promise<T> {
    try {
      return await this.#link.parcels.json<T>(message, deadlineAt);
    } catch (error) {
      throw this.#unanswered(subject, reasonOf(error));
    }
  }

  #request(subject: string, payload: string, context: RequestContext, waitUntil = context.deadlineAt): Promise<Msg> {
    return inSpan(subject, { kind: SpanKind.CLIENT }, async () => {
      const headers = contextHeaders(context, injectTrace());
      let message: Msg;
      try {
        message = await this.#link.parcels.request(subject, payload, headers, waitUntil);
      } catch (error) {
        throw this.#unanswered(subject, reasonOf(error));
      }
      const code = errorCodeOf(message.headers);
      if (code === undefined) return message;
      const error = await this.#read<WireError>(subject, message, waitUntil);
      throw new ApiError(code, error.message, error.details, error.retryAfterSeconds);
    });
  }

  #unanswered(subject: string, reason: string): Unanswered {
    this.#logger.warn({ subject, reason }, 'a request went unanswered');
    return new Unanswered();
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof TimeoutError) return 'no answer before the deadline';
  if (error instanceof NoRespondersError) return 'nobody answers on this subject';
  return error instanceof Error ? error.message : String(error);
}
