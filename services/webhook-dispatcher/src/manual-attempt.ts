import { Injectable } from '@nestjs/common';
import { newId } from '@vedette/contract';
import type { Sql } from '@vedette/database';
import { AttemptSender, type SendingEndpoint } from './attempt-sender.ts';
import { AttemptRepository, type EndedDeliveryAttempt } from './attempt.repository.ts';
import { deliveryOutcome } from './delivery-outcome.ts';
import { DueSignal } from './dispatch/due-signal.ts';
import { EndpointDisabling } from './endpoint-disabling.ts';
import { healthNotes } from './endpoint-health.ts';
import { WebhookMetrics } from './webhook-metrics.ts';

export interface ManualDelivery {
  readonly deliveryId: string;
  readonly eventId: string;
  readonly body: Buffer;
}

/** An attempt that somebody asked for and waits for. The schedule, and its limits of concurrency, know nothing of it. */
@Injectable()
export class ManualAttempt {
  constructor(
    private readonly sender: AttemptSender,
    private readonly attempts: AttemptRepository,
    private readonly disabling: EndpointDisabling,
    private readonly signal: DueSignal,
    private readonly metrics: WebhookMetrics,
  ) {}

  async make(endpoint: SendingEndpoint, delivery: ManualDelivery): Promise<EndedDeliveryAttempt> {
    const { deliveryId, eventId, body } = delivery;
    const result = await this.sender.send(endpoint, { id: eventId, body });
    const outcome = deliveryOutcome({
      trigger: 'MANUAL',
      scheduledNumber: 0,
      status: result.responseStatus,
      isComplete: result.isComplete,
      retryAfterMs: result.retryAfterMs,
      endedAt: result.endedAt,
      failingSince: null,
      random: 0,
    });
    return { id: newId('wa'), deliveryId, endpointId: endpoint.id, trigger: 'MANUAL', ...result, outcome };
  }

  async record(tx: Sql, attempt: EndedDeliveryAttempt): Promise<void> {
    await this.attempts.record([attempt], tx);
    // A failure says nothing: whoever tries by hand is at work on the receiver.
    const { outcome, endpointId, endedAt } = attempt;
    if (outcome.kind === 'succeed') {
      await this.attempts.noteHealth(healthNotes([{ endpointId, endedAt, isSuccess: true }]), tx);
    }
  }

  /** After the commit. */
  async finish({ outcome, endpointId, endedAt, durationMs }: EndedDeliveryAttempt): Promise<void> {
    const label = outcome.kind === 'succeed' ? 'succeeded' : 'failed';
    this.metrics.attempts.observe({ trigger: 'MANUAL', outcome: label }, durationMs / 1_000);
    if (outcome.kind === 'disable') await this.disabling.disable(endpointId, outcome.reason, endedAt);
    this.signal.announceDue([endpointId]);
  }
}
