import {
  NoRespondersError,
  nuid,
  TimeoutError,
  type Msg,
  type MsgHdrs,
  type NatsConnection,
} from '@nats-io/transport-node';
import { answerSubject } from '@vedette/contract/subject';

export interface RequestOptions {
  readonly timeoutMs: number;
  readonly headers?: MsgHdrs;
}

interface Waiting {
  readonly subject: string;
  readonly answer: PromiseWithResolvers<Msg>;
  readonly timer: NodeJS.Timeout;
}

/** What the server itself answers if nobody subscribes to the subject of a request. */
const NO_RESPONDERS = 503;

/**
 * The requests of a connection that wait for their answers, with one subscription for all of them. The client's own
 * requests are not used because each makes an error with its stack in advance, which costs more than sending it.
 */
export class Requests {
  readonly #connection: NatsConnection;
  readonly #inbox: string;
  readonly #id = nuid.next();
  readonly #waiting = new Map<string, Waiting>();
  #sent = 0;

  constructor(connection: NatsConnection, inboxPrefix: string) {
    this.#connection = connection;
    this.#inbox = inboxPrefix;
    connection.subscribe(`${inboxPrefix}.*.${this.#id}.*`, {
      callback: (error, message) => {
        if (error === null) this.#receive(message);
      },
    });
  }

  send(subject: string, payload: string | Uint8Array, { timeoutMs, headers }: RequestOptions): Promise<Msg> {
    const number = (this.#sent += 1).toString(36);
    const reply = answerSubject(this.#inbox, subject, `${this.#id}.${number}`);
    const answer = Promise.withResolvers<Msg>();
    const timer = setTimeout(() => this.#take(reply)?.answer.reject(new TimeoutError()), timeoutMs);
    this.#waiting.set(reply, { subject, answer, timer });
    try {
      this.#connection.publish(subject, payload, { reply, ...(headers !== undefined && { headers }) });
    } catch (error) {
      this.#take(reply)?.answer.reject(error);
    }
    return answer.promise;
  }

  /** Fails every request that waits: after a lost connection, no answer arrives. */
  giveUp(reason: Error): void {
    for (const reply of this.#waiting.keys()) this.#take(reply)?.answer.reject(reason);
  }

  #receive(message: Msg): void {
    const waiting = this.#take(message.subject);
    if (waiting === undefined) return;
    const isUnheard = message.data.length === 0 && message.headers?.code === NO_RESPONDERS;
    if (isUnheard) waiting.answer.reject(new NoRespondersError(waiting.subject));
    else waiting.answer.resolve(message);
  }

  #take(reply: string): Waiting | undefined {
    const waiting = this.#waiting.get(reply);
    if (waiting === undefined) return undefined;
    this.#waiting.delete(reply);
    clearTimeout(waiting.timer);
    return waiting;
  }
}
