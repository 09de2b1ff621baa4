import { Injectable } from '@nestjs/common';
import { ApiError, newId, type PublicEvent } from '@vedette/contract';
import { IN_FLIGHT_MS } from '../attempts/attempt-sender.ts';
import { AttemptRepository, type EndedDeliveryAttempt, type OpenAttempt } from '../attempts/attempt.repository.ts';
import { shownEndpoint, type StoredEndpoint } from '../endpoints/endpoint-view.ts';
import { EndpointRepository, type HandledEndpoint } from '../endpoints/endpoint.repository.ts';
import type { Growth } from '../log/event-log.repository.ts';
import { EventLogService } from '../log/event-log.service.ts';
import type { Transaction } from '../mutations.ts';
import { DeliveryRepository } from './delivery.repository.ts';
import { decideManualAttempt } from './manual-decision.ts';

export interface AskedDelivery {
  readonly organizationId: string;
  readonly deliveryId: string;
  readonly isTest: boolean;
  readonly isResumed: boolean;
}

/** An attempt that is recorded and not made yet. */
export interface StartedAttempt extends OpenAttempt {
  readonly trigger: 'MANUAL';
  readonly number: number;
  readonly endpoint: HandledEndpoint;
  readonly event: { readonly id: string; readonly body: Buffer };
  readonly isTest: boolean;
}

/** What is on record of manual attempts, in the transactions before and after each. */
@Injectable()
export class ManualAttemptRecords {
  constructor(
    private readonly deliveries: DeliveryRepository,
    private readonly endpoints: EndpointRepository,
    private readonly attempts: AttemptRepository,
    private readonly log: EventLogService,
  ) {}

  /** After the commit, announce the growth of the log. */
  async storeTest(
    tx: Transaction,
    organizationId: string,
    endpointId: string,
  ): Promise<{ deliveryId: string; grown: Growth[] }> {
    const endpoint = await this.endpoints.find(organizationId, endpointId, tx);
    if (endpoint === undefined) throw ApiError.notFound('webhook endpoint', endpointId);
    const createdAt = new Date();
    const event = testEvent(endpoint, createdAt);
    const { id: eventId, type } = event;
    const deliveryId = newId('wd', createdAt.getTime());
    const delivery = { id: deliveryId, organizationId, endpointId, eventId, eventType: type, createdAt };
    await this.deliveries.insertTest(tx, delivery);
    const logged = { id: eventId, organizationId, type, body: JSON.stringify(event), trace: {} };
    return { deliveryId, grown: await this.log.append(tx, [logged]) };
  }

  /**
   * Records the attempt in a transaction that commits before the first byte is sent. Undefined: the same request's
   * attempt may be in flight.
   */
  async start(tx: Transaction, asked: AskedDelivery): Promise<StartedAttempt | undefined> {
    const { organizationId, deliveryId, isTest } = asked;
    const locked = await this.deliveries.lock(tx, organizationId, deliveryId);
    const detail = await this.deliveries.detail(organizationId, deliveryId, tx);
    if (locked === undefined || detail === undefined) throw ApiError.notFound('webhook delivery', deliveryId);
    const target = await this.endpoints.sending(organizationId, locked.endpointId, tx);
    const decision = decideManualAttempt({ ...asked, isInFlight: locked.isInFlight }, target);
    if (decision.kind === 'refuse') throw ApiError.conflict(decision.message);
    if (decision.kind === 'wait') return undefined;
    if (locked.lostAt !== null) await this.attempts.openLost(deliveryId, locked.lostAt, tx);
    const attempt = { id: newId('wa'), deliveryId, trigger: 'MANUAL', startedAt: new Date() } as const;
    const number = await this.attempts.open(attempt, tx);
    await this.deliveries.markInFlight(tx, deliveryId, IN_FLIGHT_MS);
    const event = { id: detail.delivery.eventId, body: Buffer.from(detail.body) };
    return { ...attempt, number, endpoint: decision.endpoint, event, isTest };
  }

  async record(tx: Transaction, attempt: EndedDeliveryAttempt): Promise<void> {
    await this.attempts.record([attempt], tx);
    await this.deliveries.resume(tx, attempt.deliveryId);
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
