import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@vedette/service-host';
import type { WebhookConfig } from '../config.ts';
import { DispatchRepository } from '../queue/dispatch.repository.ts';
import { PendingDeliveries } from '../queue/pending-deliveries.ts';
import { AttemptPlaces } from './attempt-places.ts';
import { EndpointRunner } from './endpoint-runner.ts';
import { ScheduledAttempt } from './scheduled-attempt.ts';

/** Makes the runners of this replica, which share its places. */
@Injectable()
export class EndpointRunners {
  /** This replica, as the owner of leases. */
  readonly owner = randomBytes(8).toString('hex');
  readonly places: AttemptPlaces;
  readonly #concurrency: number;

  constructor(
    private readonly repository: DispatchRepository,
    private readonly pending: PendingDeliveries,
    private readonly attempt: ScheduledAttempt,
    @Inject(CONFIG) config: WebhookConfig,
  ) {
    this.places = new AttemptPlaces(config.concurrency);
    this.#concurrency = config.endpointConcurrency;
  }

  runner(endpointId: string, isFailing: boolean): EndpointRunner {
    const { owner, places, repository, pending, attempt } = this;
    return new EndpointRunner(endpointId, isFailing, {
      owner,
      places,
      repository,
      pending,
      attempt,
      concurrency: this.#concurrency,
    });
  }
}
