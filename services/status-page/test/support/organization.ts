import {
  compileRequestValidator,
  compileResponseValidator,
  newId,
  operations,
  type Idempotency,
  type OperationId,
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

/** One organization's use of the API, as the gateway passes it on: validated, with defaults, with its caller. */
export class Organization {
  readonly id = newId('org');
  readonly #rpc: RpcClient;
  readonly #statusPages: number;
  readonly #keys = new Map<string, Idempotency>();

  constructor(rpc: RpcClient, { statusPages = 1_000 }: { statusPages?: number } = {}) {
    this.#rpc = rpc;
    this.#statusPages = statusPages;
  }

  async call<Id extends OperationId>(id: Id, input: Input = {}): Promise<ResponseOf<Id>> {
    const { body, rest } = await this.forward(id, input);
    const bytes = (await rest?.gather(body, Infinity)) ?? Buffer.from(body);
    const answer: unknown = JSON.parse(bytes.toString('utf8'));
    const faults = compileResponseValidator(operations[id])(answer);
    if (faults.length > 0) throw new Error(`The answer of ${id} breaks the contract: ${JSON.stringify(faults)}`);
    return answer as ResponseOf<Id>;
  }

  async forward(id: OperationId, { params = {}, query = {}, body, idempotencyKey }: Input): Promise<RpcAnswer> {
    const request = { params, query: new URLSearchParams(query), body: body && structuredClone(body) };
    const validation = compileRequestValidator(operations[id])(request);
    if (!validation.ok) throw new Error(`The request is not valid: ${JSON.stringify(validation.details)}`);
    return this.#rpc.forward(operations[id].subject, JSON.stringify(validation.value), this.#context(idempotencyKey));
  }

  #context(key: string | undefined): RequestContext {
    return {
      requestId: newId('req'),
      deadlineAt: Date.now() + 5_000,
      caller: {
        organizationId: this.id,
        keyId: 'key_test',
        access: 'FULL',
        plan: {
          name: 'TEST',
          monitors: 1,
          fastestIntervalSeconds: 30,
          statusPages: this.#statusPages,
          webhookEndpoints: 1,
        },
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
