import { Injectable } from '@nestjs/common';
import { ApiError, newId } from '@vedette/contract';
import { AttemptSender, IN_FLIGHT_MS } from '../attempts/attempt-sender.ts';
import { AttemptRepository, type EndedDeliveryAttempt, type OpenAttempt } from '../attempts/attempt.repository.ts';
import { deliveryOutcome } from '../attempts/delivery-outcome.ts';
import { DeliveryRepository } from './delivery.repository.ts';
import { DueSignal } from '../queue/due-signal.ts';
import { EndpointDisabling } from '../endpoints/endpoint-disabling.ts';
import { EndpointRepository, type HandledEndpoint } from '../endpoints/endpoint.repository.ts';
import type { Transaction } from '../mutations.ts';
import { decideManualAttempt } from './manual-decision.ts';
import { WebhookMetrics } from '../webhook-metrics.ts';

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

/** An attempt that a client requested and waits for. It is independent of the schedule and its concurrency limits. */
@Injectable()
export class ManualAttempt {
  constructor(
    private readonly deliveries: DeliveryRepository,
    private readonly endpoints: EndpointRepository,
    private readonly sender: AttemptSender,
    private readonly attempts: AttemptRepository,
    private readonly disabling: EndpointDisabling,
    private readonly signal: DueSignal,
    private readonly metrics: WebhookMetrics,
  ) {}

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

  async make({ endpoint, event, isTest, ...attempt }: StartedAttempt): Promise<EndedDeliveryAttempt> {
    const result = await this.sender.send(endpoint, event);
    const outcome = deliveryOutcome({
      trigger: 'MANUAL',
      isFinal: isTest,
      scheduledNumber: 0,
      status: result.responseStatus,
      isComplete: result.isComplete,
      retryAfterMs: result.retryAfterMs,
      endedAt: result.endedAt,
      failingSince: null,
      random: 0,
    });
    return { ...attempt, endpointId: endpoint.id, ...result, outcome };
  }

  async record(tx: Transaction, attempt: EndedDeliveryAttempt): Promise<void> {
    await this.attempts.record([attempt], tx);
    await this.deliveries.resume(tx, attempt.deliveryId);
  }

  /** Called after the commit. */
  async finish({ outcome, endpointId, endedAt, durationMs }: EndedDeliveryAttempt): Promise<void> {
    const label = outcome.kind === 'succeed' ? 'succeeded' : 'failed';
    this.metrics.attempts.observe({ trigger: 'MANUAL', outcome: label }, durationMs / 1_000);
    if (outcome.kind === 'disable') await this.disabling.disable(endpointId, outcome.reason, endedAt);
    this.signal.announceDue([endpointId]);
  }
}
