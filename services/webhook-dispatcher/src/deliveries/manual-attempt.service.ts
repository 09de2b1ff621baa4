import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { ApiError } from '@vedette/contract';
import { Reply, type RpcContext } from '@vedette/messaging';
import { endpointName } from '../endpoints/endpoint-view.ts';
import type { Growth } from '../log/event-log.repository.ts';
import { EventLogService } from '../log/event-log.service.ts';
import { WebhookMutations, type Transaction } from '../mutations.ts';
import { shownDetail } from './delivery-view.ts';
import { DeliveryRepository } from './delivery.repository.ts';
import { ManualAttempt } from './manual-attempt.ts';
import { ManualAttemptRecords, type StartedAttempt } from './manual-attempt-records.ts';

/** What an endpoint did with a test. */
export interface RehearsedEndpoint {
  readonly isDelivered: boolean;
  readonly answer: string;
  readonly tookMs: number;
}

/** How often a request checks whether another run of its key has ended. */
const LOOK_EVERY_MS = 250;

/** Tests of endpoints, and retries of single deliveries. */
@Injectable()
export class ManualAttemptService {
  constructor(
    private readonly records: ManualAttemptRecords,
    private readonly manual: ManualAttempt,
    private readonly deliveries: DeliveryRepository,
    private readonly log: EventLogService,
    private readonly mutations: WebhookMutations,
  ) {}

  /** Every run of a key sends the same event, which the first run stored, however that run ended. */
  test(context: RpcContext, endpointId: string): Promise<Reply> {
    let grown: Growth[] = [];
    const store = async (tx: Transaction): Promise<string> => {
      const stored = await this.records.storeTest(tx, context.organizationId, endpointId);
      ({ grown } = stored);
      return stored.deliveryId;
    };
    return this.#attempt(context, true, store, () => this.log.announce(grown));
  }

  /** The test of one endpoint in a rehearsal, which another service keeps. */
  async rehearse(organizationId: string, endpointId: string): Promise<RehearsedEndpoint> {
    const { grown, started } = await this.mutations.run(async (tx) => {
      const stored = await this.records.storeTest(tx, organizationId, endpointId);
      const asked = { organizationId, deliveryId: stored.deliveryId, isTest: true, isResumed: false };
      return { ...stored, started: await this.records.start(tx, asked) };
    });
    this.log.announce(grown);
    if (started === undefined) throw new Error(`The new test of ${endpointId} is under way already`);
    const attempt = await this.manual.make(started);
    await this.mutations.run((tx) => this.records.record(tx, attempt));
    await this.manual.finish(attempt);
    const { outcome, responseStatus, error, durationMs } = attempt;
    const answer = responseStatus === null ? (error ?? 'No answer came') : `The receiver answered ${responseStatus}`;
    return { isDelivered: outcome.kind === 'succeed', answer, tookMs: durationMs };
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
      const begun = await this.mutations.begin(
        context,
        store,
        async (tx, { workId: deliveryId, isResumed }, mutation) => {
          const started = await this.records.start(tx, { organizationId, deliveryId, isTest, isResumed });
          if (started !== undefined) mutation.describe({ name: endpointName(started.endpoint.url) });
          return started;
        },
      );
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
      await this.records.record(tx, attempt);
      const detail = await this.deliveries.detail(context.organizationId, deliveryId, tx);
      if (detail === undefined) throw ApiError.notFound('webhook delivery', deliveryId);
      return shownDetail(detail);
    });
    await this.manual.finish(attempt);
    return reply;
  }
}
