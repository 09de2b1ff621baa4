import {
  compileRequestValidator,
  compileResponseValidator,
  eventSubject,
  newId,
  seesMasks,
  servedOperations,
  type EventMessage,
  type Idempotency,
  type InternalRequest,
  type OperationId,
  type PlanLimits,
  type RequestContext,
  type ResponseOf,
  type Role,
} from '@vedette/contract';
import { jetstreamOf, type NatsLink, type RpcAnswer, type RpcClient } from '@vedette/messaging';

export interface OperationInput {
  /** Of the resource that the path names. */
  readonly id?: string | undefined;
  readonly query?: Readonly<Record<string, string | number | boolean>> | undefined;
  readonly body?: object | undefined;
  /** Requests with the same text use the same idempotency key. */
  readonly idempotencyKey?: string | undefined;
}

/** How an organization reaches the services: through the test's own connection, or through that of one replica. */
export interface Line {
  readonly rpc: RpcClient;
  readonly link: NatsLink;
}

export type Limits = Partial<Omit<PlanLimits, 'name'>>;

const AMPLE = {
  monitors: 100_000,
  fastestIntervalSeconds: 30,
  statusPages: 1_000,
  webhookEndpoints: 1_000,
  maintenanceWindows: 5_000,
};

const requestValidators = new Map<OperationId, ReturnType<typeof compileRequestValidator>>();
const answerValidators = new Map<OperationId, ReturnType<typeof compileResponseValidator>>();

/** One organization's use of the API, as the gateway passes it on: validated, with defaults, with its caller. */
export class Organization {
  readonly id: string;
  protected readonly line: Line;
  readonly #limits: Limits;
  readonly #keys: Map<string, Idempotency>;

  constructor(line: Line, limits: Limits = {}, same?: Organization) {
    this.id = same?.id ?? newId('org');
    this.line = line;
    this.#limits = limits;
    this.#keys = same === undefined ? new Map<string, Idempotency>() : same.#keys;
  }

  /** Every answer is checked against the contract. */
  async call<Id extends OperationId>(operationId: Id, input: OperationInput = {}): Promise<ResponseOf<Id>> {
    const { body, rest } = await this.forward(operationId, input);
    const bytes = (await rest?.gather(body, Infinity)) ?? Buffer.from(body);
    const answer: unknown = JSON.parse(bytes.toString('utf8'));
    const validate = answerValidators.get(operationId) ?? compileResponseValidator(servedOperations[operationId]);
    answerValidators.set(operationId, validate);
    const faults = validate(answer);
    if (faults.length > 0) {
      throw new Error(`The answer of ${operationId} breaks the contract: ${JSON.stringify(faults)}`);
    }
    return answer as ResponseOf<Id>;
  }

  /** The answer in its form on the wire. */
  async forward(operationId: OperationId, input: OperationInput = {}): Promise<RpcAnswer> {
    const operation = servedOperations[operationId];
    const [, parameter = ''] = /\{(\w+)\}/.exec(operation.path) ?? [];
    const params = input.id === undefined ? {} : { [parameter]: input.id };
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(input.query ?? {})) query.set(name, String(value));
    const validate = requestValidators.get(operationId) ?? compileRequestValidator(operation);
    requestValidators.set(operationId, validate);
    const validation = validate({ params, query, body: structuredClone(input.body ?? {}) });
    if (!validation.ok) throw new Error(`The request is not valid: ${JSON.stringify(validation)}`);
    const context = this.context(operation.deadlineMs, input.idempotencyKey);
    return this.line.rpc.forward(
      operation.subject,
      JSON.stringify(validation.value),
      context,
      operation.maxAnswerBytes,
    );
  }

  /** A request of another service, about this organization. */
  ask<Input extends { organizationId: string }, Answer>(
    request: InternalRequest<Input, Answer>,
    input: Omit<Input, 'organizationId'>,
  ): Promise<Answer> {
    return this.line.rpc.ask(request, { ...input, organizationId: this.id } as Input);
  }

  /** Puts an event into the stream, as the service that it comes from does; returns when JetStream has it. */
  async publishMessage(message: EventMessage, msgID: string = message.event.id): Promise<void> {
    const { connection } = this.line.link;
    if (connection === undefined) throw new Error('NATS is away');
    await jetstreamOf(connection).publish(eventSubject(message.event.type), JSON.stringify(message), { msgID });
  }

  context(deadlineMs = 5_000, idempotencyKey?: string): RequestContext {
    return {
      requestId: newId('req'),
      deadlineAt: Date.now() + deadlineMs,
      caller: {
        organizationId: this.id,
        keyId: 'key_test',
        access: 'FULL',
        plan: { name: 'TEST', ...AMPLE, ...this.#limits },
        subscription: 'ACTIVE',
      },
      ...(idempotencyKey !== undefined && { idempotency: this.#idempotency(idempotencyKey) }),
    };
  }

  /** The same organization, through the session of a person with this role. */
  as(role: Role): Member {
    return new Member(this.line, this.#limits, this, role);
  }

  #idempotency(key: string): Idempotency {
    const known = this.#keys.get(key) ?? { key, fingerprint: 'f', createdAt: new Date().toISOString() };
    this.#keys.set(key, known);
    return known;
  }
}

class Member extends Organization {
  readonly #role: Role;

  constructor(line: Line, limits: Limits, same: Organization, role: Role) {
    super(line, limits, same);
    this.#role = role;
  }

  override context(deadlineMs?: number, idempotencyKey?: string): RequestContext {
    const context = super.context(deadlineMs, idempotencyKey);
    if (context.caller === undefined) throw new Error('The organization is the caller');
    const { organizationId, plan, subscription } = context.caller;
    const caller = { organizationId, plan, subscription, role: this.#role };
    // People use no other contract than that of the console.
    return { ...context, caller, ...(seesMasks({ path: '/api/console/v1/' }, caller) && { seesMasks: true }) };
  }
}
