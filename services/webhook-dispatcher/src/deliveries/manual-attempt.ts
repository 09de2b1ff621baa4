import { Injectable } from '@nestjs/common';
import { AttemptSender } from '../attempts/attempt-sender.ts';
import type { EndedDeliveryAttempt } from '../attempts/attempt.repository.ts';
import { deliveryOutcome } from '../attempts/delivery-outcome.ts';
import { EndpointDisabling } from '../endpoints/endpoint-disabling.ts';
import { DueSignal } from '../queue/due-signal.ts';
import { WebhookMetrics } from '../webhook-metrics.ts';
import type { StartedAttempt } from './manual-attempt-records.ts';

/** An attempt that a client requested and waits for. It is independent of the schedule and its concurrency limits. */
@Injectable()
export class ManualAttempt {
  constructor(
    private readonly sender: AttemptSender,
    private readonly disabling: EndpointDisabling,
    private readonly signal: DueSignal,
    private readonly metrics: WebhookMetrics,
  ) {}

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

  /** Called after the commit. */
  async finish({ outcome, endpointId, endedAt, durationMs }: EndedDeliveryAttempt): Promise<void> {
    const label = outcome.kind === 'succeed' ? 'succeeded' : 'failed';
    this.metrics.attempts.observe({ trigger: 'MANUAL', outcome: label }, durationMs / 1_000);
    if (outcome.kind === 'disable') await this.disabling.disable(endpointId, outcome.reason, endedAt);
    this.signal.announceDue([endpointId]);
  }
}
