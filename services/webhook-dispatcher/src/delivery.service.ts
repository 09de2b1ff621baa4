import { Injectable } from '@nestjs/common';
import { ApiError, newId, type PublicEvent, type QueryOf } from '@vedette/contract';
import { Reply, type RpcContext } from '@vedette/messaging';
import { ServiceDatabase } from '@vedette/service-host';
import { IN_FLIGHT_MS } from './attempt-sender.ts';
import type { EndedDeliveryAttempt } from './attempt.repository.ts';
import { shownDelivery, shownDetail, type StoredDetail } from './delivery-view.ts';
import { DeliveryRepository } from './delivery.repository.ts';
import { shownEndpoint, type StoredEndpoint } from './endpoint-view.ts';
import { EndpointRepository, type Transaction } from './endpoint.repository.ts';
import { ManualAttempt } from './manual-attempt.ts';
import { decideRetry } from './manual-retry.ts';

@Injectable()
export class DeliveryService {
  constructor(
    private readonly deliveries: DeliveryRepository,
    private readonly endpoints: EndpointRepository,
    private readonly manual: ManualAttempt,
    private readonly database: ServiceDatabase,
  ) {}

  async list(organizationId: string, query: QueryOf<'listWebhookDeliveries'>): Promise<Reply> {
    const { limit, offset, endpointId, eventType, state } = query;
    const filter = { organizationId, endpointId, eventType, state };
    const { deliveries, total } = await this.deliveries.page(filter, limit, offset);
    return Reply.of({ data: deliveries.map(shownDelivery), pagination: { limit, offset, total } });
  }

  async get(organizationId: string, id: string): Promise<Reply> {
    return Reply.of(shownDetail(found(await this.deliveries.detail(organizationId, id), id)));
  }

  /** The delivery appears with its only attempt, once that is over. */
  async test(context: RpcContext, endpointId: string): Promise<Reply> {
    const { organizationId } = context;
    const replay = await this.database.answers.find(this.database.sql, context);
    if (replay !== undefined) return replay;
    const endpoint = await this.endpoints.sending(organizationId, endpointId);
    if (endpoint === undefined) throw ApiError.notFound('webhook endpoint', endpointId);
    const createdAt = new Date();
    const event = testEvent(endpoint, createdAt);
    const { id: eventId, type: eventType } = event;
    const id = newId('wd', createdAt.getTime());
    const body = Buffer.from(JSON.stringify(event));
    const made = await this.manual.make(endpoint, { deliveryId: id, eventId, body });
    // Nothing retries it by itself, so its first failure is its last.
    const attempt = made.outcome.kind === 'keep' ? { ...made, outcome: { kind: 'fail' } as const } : made;
    return this.#record(context, attempt, (tx) =>
      this.deliveries.insertTest(tx, { id, organizationId, endpointId, eventId, eventType, body, createdAt }),
    );
  }

  async retry(context: RpcContext, id: string): Promise<Reply> {
    const { organizationId } = context;
    const replay = await this.database.answers.find(this.database.sql, context);
    if (replay !== undefined) return replay;
    const { endpoint, detail } = await this.endpoints.transaction(async (tx) => {
      const locked = await this.deliveries.lock(tx, organizationId, id);
      const before = found(await this.deliveries.detail(organizationId, id, tx), id);
      const target = await this.endpoints.sending(organizationId, before.delivery.endpointId, tx);
      const decision = decideRetry(locked?.isInFlight ?? false, target);
      if (decision.kind === 'refuse') throw ApiError.conflict(decision.message);
      await this.deliveries.markInFlight(tx, id, IN_FLIGHT_MS);
      return { endpoint: decision.endpoint, detail: before };
    });
    const { eventId } = detail.delivery;
    const body = Buffer.from(detail.body);
    const attempt = await this.manual.make(endpoint, { deliveryId: id, eventId, body });
    return this.#record(context, attempt);
  }

  async #record(
    context: RpcContext,
    attempt: EndedDeliveryAttempt,
    before: (tx: Transaction) => Promise<void> = async () => {},
  ): Promise<Reply> {
    const { deliveryId } = attempt;
    const reply = await this.endpoints.transaction(async (tx) => {
      await before(tx);
      await this.manual.record(tx, attempt);
      await this.deliveries.resume(tx, deliveryId);
      return this.database.answers.once(tx, context, async () =>
        shownDetail(found(await this.deliveries.detail(context.organizationId, deliveryId, tx), deliveryId)),
      );
    });
    await this.manual.finish(attempt);
    return reply;
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

function found(detail: StoredDetail | undefined, id: string): StoredDetail {
  if (detail === undefined) throw ApiError.notFound('webhook delivery', id);
  return detail;
}
