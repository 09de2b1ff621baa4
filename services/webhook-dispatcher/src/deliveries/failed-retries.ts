import { Injectable } from '@nestjs/common';
import { ApiError, newId, parseTimestamp, type BodyOf, type ResponseOf } from '@vedette/contract';
import type { Reply, RpcContext } from '@vedette/messaging';
import { Host } from '@vedette/service-host';
import { endpointName } from '../endpoints/endpoint-view.ts';
import { EndpointRepository } from '../endpoints/endpoint.repository.ts';
import { WebhookMutations } from '../mutations.ts';
import { DueSignal } from '../queue/due-signal.ts';
import { FailedRetryRepository } from './failed-retry.repository.ts';

const KEPT_DAYS = 30;
const KEPT_MS = KEPT_DAYS * 86_400_000;
const LOOK_EVERY_MS = 2_000;
/** Endpoints take turns after so many deliveries. */
const BATCH = 200;
const RANDOM_LENGTH = 16;

/** Makes the failed deliveries of an endpoint pending again, batch by batch; the dispatching loop attempts them. */
@Injectable()
export class FailedRetries {
  readonly #wake: () => void;

  constructor(
    private readonly host: Host,
    private readonly mutations: WebhookMutations,
    private readonly endpoints: EndpointRepository,
    private readonly repository: FailedRetryRepository,
    private readonly signal: DueSignal,
  ) {
    const loop = host.lifecycle.loop('retrying failed deliveries', LOOK_EVERY_MS, () => this.work());
    this.#wake = () => loop.wake();
  }

  async ask(context: RpcContext, body: BodyOf<'retryFailedWebhookDeliveries'>): Promise<Reply> {
    const { organizationId } = context;
    const reply = await this.mutations.once(context, async (tx, now, mutation) => {
      const since = sinceOf(body.since, now);
      const endpoint = await this.endpoints.find(organizationId, body.endpointId, tx);
      if (endpoint === undefined) {
        const message = `endpointId must be the id of a webhook endpoint of this organization`;
        throw ApiError.validation([{ path: 'endpointId', message }]);
      }
      if (endpoint.disabledReason !== null)
        throw ApiError.conflict('The webhook endpoint is disabled; enable it first.');
      mutation.describe({ id: endpoint.id, name: endpointName(endpoint.url) });
      const [afterId, beforeId] = [idAt(since), idAt(now)];
      await this.repository.insert(tx, { organizationId, endpointId: endpoint.id, afterId, beforeId });
      return shown(endpoint.id, since, now);
    });
    this.#wake();
    return reply;
  }

  /** Works until every retry has ended, in turns. */
  async work(): Promise<void> {
    while (!this.host.stopping.aborted) {
      const batch = await this.repository.work(BATCH);
      if (batch === undefined) return;
      if (batch.retried > 0) this.signal.announceDue([batch.endpointId]);
    }
  }
}

function sinceOf(text: string, now: Date): Date {
  const since = new Date(parseTimestamp(text) ?? Number.NaN);
  const ageMs = now.getTime() - since.getTime();
  if (ageMs >= 0 && ageMs <= KEPT_MS) return since;
  throw ApiError.validation([{ path: 'since', message: `since must lie in the last ${KEPT_DAYS} days` }]);
}

/** The smallest possible id of a delivery that is created at this time. */
function idAt(time: Date): string {
  return newId('wd', time.getTime()).slice(0, -RANDOM_LENGTH);
}

function shown(endpointId: string, since: Date, until: Date): ResponseOf<'retryFailedWebhookDeliveries'> {
  return { endpointId, since: since.toISOString(), until: until.toISOString() };
}
