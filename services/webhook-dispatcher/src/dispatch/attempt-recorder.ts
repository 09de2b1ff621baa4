import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Gatherer, isAboutData } from '@vedette/messaging';
import { Host } from '@vedette/service-host';
import { AttemptRepository, type EndedDeliveryAttempt } from '../attempts/attempt.repository.ts';
import { EndpointDisabling } from '../endpoints/endpoint-disabling.ts';
import { WebhookMetrics } from '../webhook-metrics.ts';
import { AttemptParking } from './attempt-parking.ts';

const MOST_AT_ONCE = 200;
/** Nobody waits for a record, and a statement for many attempts costs little more than one for a single attempt. */
const GATHER_MS = 10;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;
const TRIES = 12;

/** Records the outcomes of scheduled attempts, many in one statement under load. */
@Injectable()
export class AttemptRecorder {
  readonly #gatherer = new Gatherer<EndedDeliveryAttempt>({
    size: MOST_AT_ONCE,
    gatherMs: GATHER_MS,
    run: (attempts) => this.repository.record(attempts),
  });

  constructor(
    private readonly repository: AttemptRepository,
    private readonly parking: AttemptParking,
    private readonly disabling: EndpointDisabling,
    private readonly metrics: WebhookMetrics,
    private readonly host: Host,
  ) {}

  async record(attempt: EndedDeliveryAttempt, createdAt: Date): Promise<void> {
    if (await this.#store(attempt)) this.#count(attempt, createdAt);
    const { outcome, endpointId, endedAt } = attempt;
    if (outcome.kind === 'disable') await this.disabling.disable(endpointId, outcome.reason, endedAt);
  }

  /**
   * Retries for about half a minute while PostgreSQL is unreachable. If the outcome still cannot be stored, the
   * delivery is attempted again, with the same event id, when its time in flight is over. False: the record is parked.
   */
  async #store(attempt: EndedDeliveryAttempt): Promise<boolean> {
    for (let attempted = 1; ; attempted += 1) {
      try {
        await this.#gatherer.add(attempt);
        return true;
      } catch (error) {
        if (isAboutData(error)) {
          await this.parking.park(attempt, error);
          return false;
        }
        if (attempted === TRIES) throw error;
        this.host.logger.warn(
          { error, deliveryId: attempt.deliveryId },
          'an attempt could not be recorded; trying again',
        );
        await sleep(Math.min(FIRST_PAUSE_MS * 2 ** (attempted - 1), LONGEST_PAUSE_MS));
      }
    }
  }

  #count({ outcome, trigger, durationMs, endedAt }: EndedDeliveryAttempt, createdAt: Date): void {
    const isSuccess = outcome.kind === 'succeed';
    this.metrics.attempts.observe({ trigger, outcome: isSuccess ? 'succeeded' : 'failed' }, durationMs / 1_000);
    if (isSuccess) this.metrics.delivered.observe((endedAt.getTime() - createdAt.getTime()) / 1_000);
    if (outcome.kind !== 'retry') this.metrics.ended.inc({ state: isSuccess ? 'SUCCEEDED' : 'FAILED' });
  }
}
