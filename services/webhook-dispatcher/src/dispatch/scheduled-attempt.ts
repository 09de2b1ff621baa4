import { Injectable } from '@nestjs/common';
import { newId } from '@vedette/contract';
import { Host } from '@vedette/service-host';
import { extractTrace, inSpan, SpanKind } from '@vedette/telemetry';
import { AttemptSender, type AttemptResult, type SendingEndpoint } from '../attempts/attempt-sender.ts';
import { AttemptRepository } from '../attempts/attempt.repository.ts';
import { deliveryOutcome } from '../attempts/delivery-outcome.ts';
import { AttemptRecorder } from './attempt-recorder.ts';
import type { TakenDelivery } from '../queue/dispatch.repository.ts';

/** A delivery that this replica has taken, with its endpoint at that time. */
export interface TakenFrom {
  readonly endpoint: SendingEndpoint & { readonly failingSince: Date | null };
  readonly delivery: TakenDelivery;
  readonly takenAt: number;
}

/** One attempt of the dispatching loop, due by its schedule or by a retry of failed deliveries: send, decide, record. */
@Injectable()
export class ScheduledAttempt {
  constructor(
    private readonly sender: AttemptSender,
    private readonly attempts: AttemptRepository,
    private readonly recorder: AttemptRecorder,
    private readonly host: Host,
  ) {}

  /**
   * Never rejects. Calls `whenSent` once, when the receiver has answered or the attempt has failed; resolves when the
   * outcome is recorded.
   */
  async make(taken: TakenFrom, whenSent: (durationMs: number) => void): Promise<void> {
    const { endpoint, delivery } = taken;
    const startedAt = performance.now();
    try {
      const result = await this.#send(taken).finally(() => whenSent(performance.now() - startedAt));
      const trigger = delivery.isRetry ? ('MANUAL' as const) : ('SCHEDULED' as const);
      const outcome = deliveryOutcome({
        trigger,
        isFinal: delivery.isRetry,
        scheduledNumber: delivery.scheduledAttempts + 1,
        status: result.responseStatus,
        isComplete: result.isComplete,
        retryAfterMs: result.retryAfterMs,
        endedAt: result.endedAt,
        failingSince: endpoint.failingSince,
        random: Math.random(),
      });
      const attempt = { id: newId('wa'), deliveryId: delivery.id, endpointId: endpoint.id, number: null, trigger };
      await this.recorder.record({ ...attempt, ...result, outcome }, delivery.createdAt);
    } catch (error) {
      this.host.logger.error({ error, deliveryId: delivery.id }, 'an attempt came to nothing; it is made again');
    }
  }

  async #send({ endpoint, delivery }: TakenFrom): Promise<AttemptResult> {
    const { id, eventId, body, scheduledAttempts, lostAt, trace } = delivery;
    if (lostAt !== null) await this.attempts.openLost(id, lostAt);
    const span = {
      kind: SpanKind.CLIENT,
      parent: extractTrace(trace),
      attributes: { 'vedette.delivery.id': id, 'vedette.attempt.number': scheduledAttempts + 1 },
    };
    return inSpan('webhook attempt', span, () => this.sender.send(endpoint, { id: eventId, body }));
  }
}
