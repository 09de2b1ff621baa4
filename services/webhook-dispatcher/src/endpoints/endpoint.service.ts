import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  ApiError,
  newId,
  type PlanLimits,
  type QueryOf,
  type WebhookEndpoint,
  type WebhookEndpointCreate,
  type WebhookEndpointUpdate,
} from '@vedette/contract';
import { changedFields, Reply, type RpcContext, type Seal } from '@vedette/messaging';
import { SecretBox } from '@vedette/sealing';
import { WebhookMutations, type Transaction } from '../mutations.ts';
import { DueSignal } from '../queue/due-signal.ts';
import { PendingDeliveries } from '../queue/pending-deliveries.ts';
import { EndpointAddress } from './endpoint-address.ts';
import { changeEndpoint, type EndpointChange } from './endpoint-change.ts';
import { liveSecrets, rotationAt } from '../signing/endpoint-secrets.ts';
import { endpointName, shownEndpoint, type StoredEndpoint } from './endpoint-view.ts';
import { EndpointRepository } from './endpoint.repository.ts';
import { secretText } from '@vedette/outbound/webhook-signature';

const SECRET_BYTES = 32;

@Injectable()
export class EndpointService {
  readonly #sealedAnswers: Seal;

  constructor(
    private readonly endpoints: EndpointRepository,
    private readonly address: EndpointAddress,
    private readonly mutations: WebhookMutations,
    private readonly secrets: SecretBox,
    private readonly signal: DueSignal,
    private readonly pending: PendingDeliveries,
  ) {
    this.#sealedAnswers = secrets.within('idempotent answer');
  }

  async list(organizationId: string, { limit, offset }: QueryOf<'listWebhookEndpoints'>): Promise<Reply> {
    const { endpoints, total } = await this.endpoints.page(organizationId, limit, offset);
    const now = new Date();
    return Reply.of({
      data: endpoints.map((endpoint) => shownEndpoint(endpoint, now)),
      pagination: { limit, offset, total },
    });
  }

  async get(organizationId: string, id: string): Promise<Reply> {
    return Reply.of(shownEndpoint(found(await this.endpoints.find(organizationId, id), id), new Date()));
  }

  /** All endpoints, the oldest first. */
  named(organizationId: string): Promise<{ id: string; host: string }[]> {
    return this.endpoints.named(organizationId);
  }

  count(organizationId: string): Promise<number> {
    return this.endpoints.count(organizationId);
  }

  create(context: RpcContext, fields: WebhookEndpointCreate): Promise<Reply> {
    const { organizationId, plan } = context.caller;
    const { enabled, ...shown } = fields;
    return this.mutations.prepareOnce(
      context,
      () => this.address.require(fields.url),
      async (tx, _, now, mutation) => {
        const id = newId('we', now.getTime());
        mutation.describe({ name: endpointName(fields.url) });
        const { secret, sealed } = this.#newSecret(id);
        const disabledReason = enabled ? null : 'MANUAL';
        await this.endpoints.insert(tx, { ...shown, id, organizationId, disabledReason, createdAt: now }, sealed);
        // Concurrent creates of one organization wait here for each other's commit, each with a connection of the pool.
        mutation.atEnd(async () => {
          const isAllowed = await this.endpoints.countIn(tx, organizationId, plan.webhookEndpoints);
          if (!isAllowed) throw ApiError.planLimit(allowanceRefusal(plan));
        });
        return { ...(await this.#shown(tx, organizationId, id, now)), secret };
      },
      this.#sealedAnswers,
    );
  }

  async update(context: RpcContext, id: string, update: WebhookEndpointUpdate): Promise<Reply> {
    const { organizationId } = context;
    const reply = await this.mutations.prepareOnce(
      context,
      async () => {
        const { disabledReason } = found(await this.endpoints.find(organizationId, id), id);
        if (update.url !== undefined) await this.address.require(update.url);
        if (update.enabled === true && disabledReason !== null) await this.pending.end(id);
      },
      async (tx, _, now, mutation) => {
        const current = found(await this.endpoints.lock(tx, organizationId, id), id);
        const change = changeEndpoint(current, update);
        if (change.isChange) await this.#change(tx, id, change, now);
        const shown = await this.#shown(tx, organizationId, id, now);
        const changed = changedFields(update, shownEndpoint(current, now), shown);
        mutation.describe({ name: endpointName(shown.url), changedFields: changed });
        return shown;
      },
    );
    this.signal.announceChange(id);
    return reply;
  }

  async delete(context: RpcContext, id: string): Promise<Reply> {
    const { organizationId } = context;
    const reply = await this.mutations.once(context, async (tx, now, mutation) => {
      const { url } = found(await this.endpoints.lock(tx, organizationId, id), id);
      mutation.describe({ name: endpointName(url) });
      await this.endpoints.bury(tx, id, now);
      await this.endpoints.markDue(tx, id);
      mutation.atEnd(() => this.endpoints.countOut(tx, organizationId));
      return { data: { id } };
    });
    this.signal.announceChange(id);
    return reply;
  }

  async rotateSecret(context: RpcContext, id: string): Promise<Reply> {
    const { organizationId } = context;
    const reply = await this.mutations.once(
      context,
      async (tx, now, mutation) => {
        found(await this.endpoints.lock(tx, organizationId, id), id);
        const { url, secrets } = found(await this.endpoints.find(organizationId, id, tx), id);
        mutation.describe({ name: endpointName(url) });
        const rotation = rotationAt(secrets, now);
        if (rotation.kind === 'conflict') {
          throw ApiError.conflict(
            `The endpoint has ${rotation.live} live secrets; the oldest signs until ${rotation.until.toISOString()}, then it can be rotated again.`,
          );
        }
        const { secret, sealed } = this.#newSecret(id);
        await this.endpoints.rotateSecret(tx, id, sealed, now);
        const rotated = found(await this.endpoints.find(organizationId, id, tx), id);
        await this.endpoints.dropSecrets(tx, id, liveSecrets(rotated.secrets, now).length);
        return { ...shownEndpoint(rotated, now), secret };
      },
      this.#sealedAnswers,
    );
    this.signal.announceChange(id);
    return reply;
  }

  async #change(tx: Transaction, id: string, change: EndpointChange, now: Date): Promise<void> {
    await this.endpoints.update(tx, id, change.fields, now);
    if (change.switching === 'disables') await this.endpoints.markDue(tx, id);
    // Deliveries that were pending when the endpoint was disabled must not be sent now. The dispatching loop has
    // already ended nearly all of them.
    if (change.switching === 'enables') await this.endpoints.endPending(tx, id, now);
    if (change.forgetsFailures) await this.endpoints.forgetFailures(tx, id);
  }

  #newSecret(endpointId: string): { secret: string; sealed: Buffer } {
    const secret = secretText(randomBytes(SECRET_BYTES));
    return { secret, sealed: this.secrets.seal(secret, endpointId) };
  }

  async #shown(tx: Transaction, organizationId: string, id: string, now: Date): Promise<WebhookEndpoint> {
    return shownEndpoint(found(await this.endpoints.find(organizationId, id, tx), id), now);
  }
}

function found(endpoint: StoredEndpoint | undefined, id: string): StoredEndpoint {
  if (endpoint === undefined) throw ApiError.notFound('webhook endpoint', id);
  return endpoint;
}

function allowanceRefusal(plan: PlanLimits): string {
  return `The plan ${plan.name} allows ${plan.webhookEndpoints} webhook endpoints, and all of them are in use.`;
}
