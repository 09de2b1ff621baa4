import {
  headers as newHeaders,
  type Msg,
  type MsgHdrs,
  type NatsConnection,
  type Subscription,
} from '@nats-io/transport-node';
import { Server, type CustomTransportStrategy, type MessageHandler } from '@nestjs/microservices';
import { ApiError, requestLaneOf, type RequestContext, type RequestLane } from '@vedette/contract';
import {
  extractTrace,
  inRequestScope,
  inSpan,
  isTracing,
  noTrace,
  SpanKind,
  type Logger,
  type Metrics,
} from '@vedette/telemetry';
import { Places } from '@vedette/turns';
import { isObservable, lastValueFrom } from 'rxjs';
import type { NatsLink } from '../link/nats-link.ts';
import { fitsOnePart } from '../link/parts.ts';
import { Reply } from './reply.ts';
import { LANE_LIMITS, organizationOf } from './request-lane.ts';
import { RpcContext } from './rpc-context.ts';
import { RpcMetrics } from './rpc-metrics.ts';
import { errorReply, readContext, readTrace, replayedHeaders } from '../link/wire.ts';
import { within } from '../link/within.ts';

const DRAIN_MS = 5_000;
/** Longest wait for room when an error answer is itself too large for one message. */
const LAST_WORDS_MS = 1_000;

export interface RpcServerOptions {
  readonly link: NatsLink;
  readonly service: string;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

interface TakenRequest {
  readonly subject: string;
  readonly handler: MessageHandler;
  readonly message: Msg;
  readonly context: RequestContext;
  /** Where it holds a place, in the name of its organization. */
  readonly places: Places;
  readonly organizationId: string;
}

/**
 * Nest's transport over our NATS connection: each handler's pattern is a subject, subscribed in the service's queue
 * group. Answers travel as bare JSON bytes, which the gateway forwards unparsed. Organizations take turns for places;
 * when too many requests wait, the organization with the most waiting requests is refused.
 */
export class RpcServer extends Server implements CustomTransportStrategy {
  readonly #options: RpcServerOptions;
  readonly #metrics: RpcMetrics;
  readonly #lanes: Readonly<Record<RequestLane, Places>> = {
    short: new Places(LANE_LIMITS.short),
    heavy: new Places(LANE_LIMITS.heavy),
    long: new Places(LANE_LIMITS.long),
    internal: new Places(LANE_LIMITS.internal),
  };
  /** Number of requests that are being answered or wait for a place. */
  #taken = 0;
  #onIdle: (() => void) | undefined;
  /** Places of answered requests, which are released together. */
  #released: (() => void)[] = [];
  #subscriptions: Subscription[] = [];
  #isSubscribed = false;

  constructor(options: RpcServerOptions) {
    super();
    this.#options = options;
    this.#metrics = new RpcMetrics(options.metrics, this.#lanes);
    options.link.parcels.observe(options.metrics);
  }

  /** True once NATS has the subscriptions of all handlers: a request that is sent from then on finds its handler. */
  get isSubscribed(): boolean {
    return this.#isSubscribed;
  }

  override listen(callback: () => void): void {
    const { link } = this.#options;
    link.onFirstConnect((connection) => {
      this.#subscribe(connection);
      // After a reconnection too, in case the first one was lost before NATS had the subscriptions.
      link.onConnect(async () => {
        await link.flush();
        this.#isSubscribed = true;
      });
    });
    callback();
  }

  /** Stops taking requests. Resolves when all taken requests are answered and their answers are fetched completely. */
  override async close(): Promise<void> {
    const drained = this.#subscriptions.splice(0).map((subscription) => subscription.drain());
    // While NATS is away, no requests arrive and the server cannot confirm the drain.
    if (this.#options.link.isConnected) await within(DRAIN_MS, Promise.allSettled(drained));
    if (this.#taken > 0) await new Promise<void>((resolve) => (this.#onIdle = resolve));
    await this.#options.link.parcels.fetched();
    await this.#options.link.flush();
  }

  override on(): never {
    throw new Error('Connection events are told by NatsLink');
  }

  override unwrap(): never {
    throw new Error('The connection is behind NatsLink');
  }

  #subscribe(connection: NatsConnection): void {
    if (!this.#options.link.answersRequests) return;
    this.#subscriptions = [...this.messageHandlers].map(([subject, handler]) =>
      connection.subscribe(subject, {
        queue: this.#options.service,
        callback: (error, message) => {
          if (error === null) this.#take(subject, handler, message);
        },
      }),
    );
  }

  #take(subject: string, handler: MessageHandler, message: Msg): void {
    const context = readContext(message.headers);
    if (context === undefined) {
      this.#options.logger.error({ subject }, 'a request carries no context');
      void this.#respondError(message, ApiError.internal());
      return;
    }
    const lane = requestLaneOf(subject);
    const places = this.#lanes[lane];
    const organizationId = organizationOf(context) ?? '';
    this.#taken += 1;
    places.take(organizationId, {
      start: () => void this.#serve({ subject, handler, message, context, places, organizationId }),
      refuse: () => {
        this.#metrics.refused.inc({ lane });
        void this.#respondError(message, ApiError.internal()).finally(() => this.#done());
      },
    });
  }

  #done(): void {
    this.#taken -= 1;
    if (this.#taken === 0) this.#onIdle?.();
  }

  /** Newly arrived requests are queued before the place is released, and so get a turn before a burst's rest. */
  #release({ places, organizationId }: TakenRequest, tookMs: number): void {
    const release = (): void => places.release(organizationId);
    const pauseMs = places.pauseAfter(organizationId, tookMs);
    if (pauseMs > 0) {
      setTimeout(release, pauseMs);
      return;
    }
    this.#released.push(release);
    if (this.#released.length > 1) return;
    setImmediate(() => {
      for (const each of this.#released.splice(0)) each();
    });
  }

  async #serve(request: TakenRequest): Promise<void> {
    const { subject, handler, message, context } = request;
    const startedAt = performance.now();
    let outcome = 'ok';
    try {
      if (context.deadlineAt <= Date.now()) {
        outcome = 'expired';
        return;
      }
      const scope = { requestId: context.requestId, organizationId: organizationOf(context) };
      await inRequestScope(scope, async () => {
        const parent = isTracing() ? extractTrace(readTrace(message.headers)) : noTrace;
        const reply = await inSpan(subject, { kind: SpanKind.SERVER, parent }, async () => {
          const whole = this.#options.link.parcels.json(message, context.deadlineAt);
          const input: unknown = whole instanceof Promise ? await whole : whole;
          const answer: unknown = await handler(input, new RpcContext([context, { subject, input }]));
          return isObservable(answer) ? lastValueFrom(answer) : answer;
        });
        const sending = this.#respond(message, reply, context.deadlineAt);
        if (sending !== undefined) await sending;
      });
    } catch (error) {
      outcome = error instanceof ApiError ? error.code : 'internal_error';
      if (!(error instanceof ApiError)) this.#options.logger.error({ error, subject }, 'a request failed');
      await this.#respondError(message, error instanceof ApiError ? error : ApiError.internal());
    } finally {
      const tookMs = performance.now() - startedAt;
      this.#metrics.handled.observe(subject, outcome, tookMs / 1_000);
      this.#release(request, tookMs);
      this.#done();
    }
  }

  #respond(message: Msg, reply: unknown, deadlineAt: number): Promise<void> | undefined {
    if (!(reply instanceof Reply)) return this.#send(message, JSON.stringify(reply ?? null), undefined, deadlineAt);
    return this.#send(message, reply.body, reply.isReplayed ? replayedHeaders() : undefined, deadlineAt);
  }

  async #respondError(message: Msg, error: ApiError): Promise<void> {
    const { headers, body } = errorReply(error);
    try {
      await this.#send(message, body, headers, Date.now() + LAST_WORDS_MS);
    } catch (failure) {
      this.#options.logger.error({ error: failure }, 'a request could not be answered');
    }
  }

  /** A promise only if the answer does not fit into one message. */
  #send(message: Msg, body: Reply['body'], given: MsgHdrs | undefined, deadlineAt: number): Promise<void> | undefined {
    if (typeof body !== 'string' || !fitsOnePart(body)) return this.#sendPacked(message, body, given, deadlineAt);
    message.respond(body, given && { headers: given });
    return undefined;
  }

  async #sendPacked(message: Msg, body: Reply['body'], given = newHeaders(), deadlineAt: number): Promise<void> {
    const packed = await this.#options.link.parcels.pack(body, deadlineAt);
    packed.label(given);
    message.respond(packed.bytes, { headers: given });
  }
}
