import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { ApiError, newId, type PublicEvent, type QueryOf } from '@vedette/contract';
import { Reply, type RpcContext } from '@vedette/messaging';
import { shownDelivery, shownDetail, type StoredDetail } from './delivery-view.ts';
import { DeliveryRepository } from './delivery.repository.ts';
import { endpointName, shownEndpoint, type StoredEndpoint } from '../endpoints/endpoint-view.ts';
import { EndpointRepository } from '../endpoints/endpoint.repository.ts';
import type { Growth, NewEvent } from '../log/event-log.repository.ts';
import { EventLogService } from '../log/event-log.service.ts';
import { MaskedEvents } from '../log/masked-events.ts';
import { ManualAttempt, type StartedAttempt } from './manual-attempt.ts';
import { WebhookMutations, type Transaction } from '../mutations.ts';

/** What an endpoint did with a test. */
export interface RehearsedEndpoint {
  readonly isDelivered: boolean;
  readonly answer: string;
  readonly tookMs: number;
}

/** How often a request checks whether another run of its key has ended. */
const LOOK_EVERY_MS = 250;

@Injectable()
export class DeliveryService {
  constructor(
    private readonly deliveries: DeliveryRepository,
    private readonly endpoints: EndpointRepository,
    private readonly manual: ManualAttempt,
    private readonly log: EventLogService,
    private readonly mutations: WebhookMutations,
    private readonly masked: MaskedEvents,
  ) {}

  async list(organizationId: string, query: QueryOf<'listWebhookDeliveries'>): Promise<Reply> {
    const { limit, offset, endpointId, eventType, state } = query;
    const filter = { organizationId, endpointId, eventType, state };
    const { deliveries, total } = await this.deliveries.page(filter, limit, offset);
    return Reply.of({ data: deliveries.map(shownDelivery), pagination: { limit, offset, total } });
  }

  async get(context: RpcContext, id: string): Promise<Reply> {
    const { body, ...stored } = found(await this.deliveries.detail(context.organizationId, id), id);
    const [shown = ''] = await this.masked.shown(context, [Buffer.from(body).toString('utf8')]);
    return Reply.of(shownDetail({ ...stored, body: Buffer.from(shown) }));
  }

  /** Every run of a key sends the same event, which the first run stored, however that run ended. */
  test(context: RpcContext, endpointId: string): Promise<Reply> {
    let grown: Growth[] = [];
    const store = async (tx: Transaction): Promise<string> => {
      const stored = await this.#storeTest(tx, context.organizationId, endpointId);
      ({ grown } = stored);
      return stored.deliveryId;
    };
    return this.#attempt(context, true, store, () => this.log.announce(grown));
  }

  /** The test of one endpoint in a rehearsal, which another service keeps. */
  async rehearse(organizationId: string, endpointId: string): Promise<RehearsedEndpoint> {
    const { grown, started } = await this.mutations.run(async (tx) => {
      const stored = await this.#storeTest(tx, organizationId, endpointId);
      const asked = { organizationId, deliveryId: stored.deliveryId, isTest: true, isResumed: false };
      return { ...stored, started: await this.manual.start(tx, asked) };
    });
    this.log.announce(grown);
    if (started === undefined) throw new Error(`The new test of ${endpointId} is under way already`);
    const attempt = await this.manual.make(started);
    await this.mutations.run((tx) => this.manual.record(tx, attempt));
    await this.manual.finish(attempt);
    const { outcome, responseStatus, error, durationMs } = attempt;
    const answer = responseStatus === null ? (error ?? 'No answer came') : `The receiver answered ${responseStatus}`;
    return { isDelivered: outcome.kind === 'succeed', answer, tookMs: durationMs };
  }

  async #storeTest(
    tx: Transaction,
    organizationId: string,
    endpointId: string,
  ): Promise<{ deliveryId: string; grown: Growth[] }> {
    const endpoint = await this.endpoints.find(organizationId, endpointId, tx);
    if (endpoint === undefined) throw ApiError.notFound('webhook endpoint', endpointId);
    const event = testEvent(endpoint, new Date());
    const deliveryId = await this.#insertTest(tx, organizationId, endpoint.id, event);
    return { deliveryId, grown: await this.log.append(tx, [newEvent(organizationId, event)]) };
  }

  retry(context: RpcContext, id: string): Promise<Reply> {
    return this.#attempt(context, false, () => Promise.resolve(id));
  }

  async #attempt(
    context: RpcContext,
    isTest: boolean,
    store: (tx: Transaction) => Promise<string>,
    onBegun: () => void = () => undefined,
  ): Promise<Reply> {
    const { organizationId, request } = context;
    while (Date.now() < request.deadlineAt) {
      const begun = await this.mutations.begin(context, store, async (tx, { workId: deliveryId, isResumed }, mutation) => {
        const started = await this.manual.start(tx, { organizationId, deliveryId, isTest, isResumed });
        if (started !== undefined) mutation.describe({ name: endpointName(started.endpoint.url) });
        return started;
      });
      if (begun instanceof Reply) return begun;
      if (begun !== undefined) {
        onBegun();
        return this.#make(context, begun);
      }
      await sleep(LOOK_EVERY_MS);
    }
    throw new Error('Another run of the same idempotency key has not ended yet');
  }

  async #make(context: RpcContext, started: StartedAttempt): Promise<Reply> {
    const { deliveryId } = started;
    const attempt = await this.manual.make(started);
    const reply = await this.mutations.finish(context, async (tx) => {
      await this.manual.record(tx, attempt);
      return shownDetail(found(await this.deliveries.detail(context.organizationId, deliveryId, tx), deliveryId));
    });
    await this.manual.finish(attempt);
    return reply;
  }

  async #insertTest(
    tx: Transaction,
    organizationId: string,
    endpointId: string,
    { id: eventId, type: eventType, timestamp }: PublicEvent<'webhook.test'>,
  ): Promise<string> {
    const createdAt = new Date(timestamp);
    const id = newId('wd', createdAt.getTime());
    await this.deliveries.insertTest(tx, { id, organizationId, endpointId, eventId, eventType, createdAt });
    return id;
  }
}

function testEvent(endpoint: StoredEndpoint, now: Date): PublicEvent<'webhook.test'> {
  return {
    id: newId('evt', now.getTime()),
    type: 'webhook.test',
    timestamp: now.toISOString(),
    data: { webhookEndpoint: shownEndpoint(endpoint, now) },
  };
}

function newEvent(organizationId: string, event: PublicEvent): NewEvent {
  return { id: event.id, organizationId, type: event.type, body: JSON.stringify(event), trace: {} };
}

function found(detail: StoredDetail | undefined, id: string): StoredDetail {
  if (detail === undefined) throw ApiError.notFound('webhook delivery', id);
  return detail;
}
