import {
  compileRequestValidator,
  compileResponseValidator,
  newId,
  operations,
  type Idempotency,
  type Monitor,
  type OperationId,
  type PlanLimits,
  type RequestContext,
  type ResponseOf,
} from '@vedette/contract';
import type { RpcAnswer, RpcClient } from '@vedette/messaging';

export interface Input {
  readonly params?: Record<string, string>;
  readonly query?: Record<string, string>;
  readonly body?: object;
  readonly idempotencyKey?: string;
}

export interface OrganizationOptions {
  readonly monitors?: number;
  readonly fastestIntervalSeconds?: number;
}

const validators = new Map(
  Object.values(operations).map((operation) => [operation.id, compileRequestValidator(operation)]),
);
const answerValidators = new Map(
  Object.values(operations).map((operation) => [operation.id, compileResponseValidator(operation)]),
);

/** One organization's use of the API, as the gateway passes it on: validated, with defaults, with its caller. */
export class Organization {
  readonly id: string;
  readonly #rpc: RpcClient;
  readonly #plan: Pick<PlanLimits, 'monitors' | 'fastestIntervalSeconds'>;
  readonly #keys: Map<string, Idempotency>;

  constructor(
    rpc: RpcClient,
    { monitors = 100_000, fastestIntervalSeconds = 30 }: OrganizationOptions = {},
    id: string = newId('org'),
    keys = new Map<string, Idempotency>(),
  ) {
    this.id = id;
    this.#keys = keys;
    this.#rpc = rpc;
    this.#plan = { monitors, fastestIntervalSeconds };
  }

  /** The same organization, after its plan was changed. */
  on(plan: OrganizationOptions): Organization {
    return new Organization(this.#rpc, plan, this.id, this.#keys);
  }

  /** An HTTP monitor that is seldom due, unless the fields say otherwise. */
  create(fields: Record<string, unknown> = {}): Promise<Monitor> {
    const body = { name: 'Site', type: 'HTTP', url: 'http://target.test/', intervalSeconds: 3_600, ...fields };
    return this.call('createMonitor', { body });
  }

  list(query: Record<string, string> = {}): Promise<ResponseOf<'listMonitors'>> {
    return this.call('listMonitors', { query });
  }

  get(monitorId: string): Promise<Monitor> {
    return this.call('getMonitor', { params: { monitorId } });
  }

  update(monitorId: string, body: object): Promise<Monitor> {
    return this.call('updateMonitor', { params: { monitorId }, body });
  }

  pause(monitorId: string): Promise<Monitor> {
    return this.call('pauseMonitor', { params: { monitorId }, body: {} });
  }

  resume(monitorId: string): Promise<Monitor> {
    return this.call('resumeMonitor', { params: { monitorId }, body: {} });
  }

  check(monitorId: string): Promise<Monitor> {
    return this.call('checkMonitor', { params: { monitorId }, body: {} });
  }

  delete(monitorId: string): Promise<{ data: { id: string } }> {
    return this.call('deleteMonitor', { params: { monitorId } });
  }

  async call<Id extends OperationId>(id: Id, input: Input = {}): Promise<ResponseOf<Id>> {
    const { body, rest } = await this.forward(id, input);
    const bytes = (await rest?.gather(body, Infinity)) ?? Buffer.from(body);
    const answer: unknown = JSON.parse(bytes.toString('utf8'));
    const faults = answerValidators.get(id)?.(answer) ?? [];
    if (faults.length > 0) throw new Error(`The answer of ${id} breaks the contract: ${JSON.stringify(faults)}`);
    return answer as ResponseOf<Id>;
  }

  async forward(id: OperationId, { params = {}, query = {}, body, idempotencyKey }: Input): Promise<RpcAnswer> {
    const request = { params, query: new URLSearchParams(query), body: body && structuredClone(body) };
    const validation = validators.get(id)?.(request);
    if (validation?.ok !== true) throw new Error(`The request is not valid: ${JSON.stringify(validation)}`);
    const { subject, deadlineMs } = operations[id];
    return this.#rpc.forward(subject, JSON.stringify(validation.value), this.context(deadlineMs, idempotencyKey));
  }

  context(deadlineMs = 5_000, key?: string): RequestContext {
    const plan = { ...this.#plan, statusPages: 1, webhookEndpoints: 1 };
    return {
      requestId: newId('req'),
      deadlineAt: Date.now() + deadlineMs,
      caller: {
        organizationId: this.id,
        keyId: 'key_test',
        access: 'FULL',
        plan: { name: 'TEST', ...plan },
        subscription: 'ACTIVE',
      },
      ...(key !== undefined && { idempotency: this.#idempotency(key) }),
    };
  }

  #idempotency(key: string): Idempotency {
    const known = this.#keys.get(key) ?? { key, fingerprint: 'f', createdAt: new Date().toISOString() };
    this.#keys.set(key, known);
    return known;
  }
}
