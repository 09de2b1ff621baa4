import { connect, type Msg, type NatsConnection } from '@nats-io/transport-node';
import { ApiError, servedOperations, type OperationId, type RequestContext, type ResponseOf } from '@vedette/contract';
import { natsAddress } from '@vedette/messaging/nats-address';
import { errorReply, readContext } from '@vedette/messaging/wire';

export interface ReceivedRequest {
  readonly operationId: OperationId;
  readonly input: { params: Record<string, string>; query: Record<string, unknown>; body?: Record<string, unknown> };
  readonly context: RequestContext;
  /** The message as it came over NATS, with its headers, for a search for what must not be in it. */
  readonly text: string;
}

export type Answerer<Id extends OperationId> = (request: ReceivedRequest) => ResponseOf<Id> | ApiError;

/** A stand-in for the services behind the gateway: answers operations over NATS, and keeps what it was asked. */
export class OperationPeer {
  readonly requests: ReceivedRequest[] = [];
  readonly #connection: NatsConnection;

  private constructor(connection: NatsConnection) {
    this.#connection = connection;
  }

  static async start(natsUrl: string): Promise<OperationPeer> {
    return new OperationPeer(await connect({ ...natsAddress(natsUrl), maxReconnectAttempts: -1 }));
  }

  async stop(): Promise<void> {
    await this.#connection.close();
  }

  /** Answers an operation until the peer stops. When this returns, NATS has the subscription. */
  async answer<Id extends OperationId>(operationId: Id, answerer: Answerer<Id>): Promise<void> {
    this.#connection.subscribe(servedOperations[operationId].subject, {
      callback: (_, message) => {
        const request = received(operationId, message);
        this.requests.push(request);
        const answer = answerer(request);
        if (answer instanceof ApiError) {
          const { body, headers } = errorReply(answer);
          message.respond(body, { headers });
        } else message.respond(JSON.stringify(answer));
      },
    });
    await this.#connection.flush();
  }

  /** Sends a message as one of the services would. When this returns, NATS has it. */
  async publish(subject: string, message: object): Promise<void> {
    this.#connection.publish(subject, JSON.stringify(message));
    await this.#connection.flush();
  }

  /** The last request of this operation. */
  last(operationId: OperationId): ReceivedRequest {
    const found = this.requests.findLast((request) => request.operationId === operationId);
    if (found === undefined) throw new Error(`Nobody has asked for ${operationId}`);
    return found;
  }

  count(operationId: OperationId): number {
    return this.requests.filter((request) => request.operationId === operationId).length;
  }
}

function received(operationId: OperationId, message: Msg): ReceivedRequest {
  const context = readContext(message.headers);
  if (context === undefined) throw new Error(`A request for ${operationId} carries no context`);
  const text = message.string();
  return {
    operationId,
    input: JSON.parse(text) as ReceivedRequest['input'],
    context,
    text: `${JSON.stringify(context)}\n${text}`,
  };
}
