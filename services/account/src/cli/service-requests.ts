import { setTimeout as sleep } from 'node:timers/promises';
import { connect, createInbox, type NatsConnection } from '@nats-io/transport-node';
import type { Actor, CredentialChange, InternalRequest, RollCallAnswer } from '@vedette/contract';
import { newId } from '@vedette/contract/ids';
import { subjects } from '@vedette/contract/streams';
import { inboxPrefix, jetstreamApi } from '@vedette/contract/subject';
import { natsAddress } from '@vedette/messaging/nats-address';
import { Parcels } from '@vedette/messaging/parcels';
import { contextHeaders, errorCodeOf, type WireError } from '@vedette/messaging/wire';
import type { HeardAnswer } from '../diagnosis/doctor-findings.ts';
import { refusalSentence } from './failure.ts';

const CONNECT_LIMIT_MS = 2_000;
/** A process that waits for a store answers after 2 s at the latest. */
const ROLL_CALL_LIMIT_MS = 3_000;
/** Replicas of a service answer at about the same time. */
const QUIET_MS = 60;

export type Asked<Answer> =
  { readonly ok: true; readonly answer: Answer } | { readonly ok: false; readonly sentence: string };

/**
 * Sends requests to other services. The services' own client is not used: it takes longer to load than a command runs.
 */
export class ServiceRequests {
  readonly #url: string;
  readonly #caFile: string | null;
  #connection: NatsConnection | undefined;
  #connecting: Promise<void> | undefined;
  readonly #parcels: Parcels;

  constructor(url: string, caFile: string | null) {
    this.#url = url;
    this.#caFile = caFile;
    const connection = (): NatsConnection | undefined => this.#connection;
    this.#parcels = new Parcels(
      {
        get connection() {
          return connection();
        },
        request: (subject, payload, { timeoutMs, headers }) => {
          const sent = connection()?.request(subject, payload, {
            timeout: timeoutMs,
            ...(headers !== undefined && { headers }),
          });
          return sent ?? Promise.reject(new Error('NATS is away'));
        },
      },
      'account',
    );
  }

  /** `actor`: whoever makes a change, for the audit log. */
  async ask<Input, Answer>(
    request: InternalRequest<Input, Answer>,
    input: Input,
    actor?: Actor,
  ): Promise<Asked<Answer>> {
    const { subject, deadlineMs } = request;
    try {
      await this.#connect();
      const deadlineAt = Date.now() + deadlineMs;
      const context = { requestId: newId('req'), deadlineAt, ...(actor !== undefined && { actor }) };
      const payload = JSON.stringify(input);
      const message = await this.#parcels.request(subject, payload, contextHeaders(context), deadlineAt);
      const code = errorCodeOf(message.headers);
      if (code === 'internal_error') return { ok: false, sentence: `${ownerOf(request)} failed; its log says why.` };
      if (code === undefined) return { ok: true, answer: await this.#parcels.json<Answer>(message, deadlineAt) };
      return { ok: false, sentence: refusalSentence(await this.#parcels.json<WireError>(message, deadlineAt)) };
    } catch {
      return { ok: false, sentence: `${ownerOf(request)} does not answer: is the stack running?` };
    }
  }

  /** Waits until each of these services has answered and no further answer comes, or for a limited time. */
  async rollCall(services: readonly string[]): Promise<Asked<HeardAnswer[]>> {
    try {
      await this.#connect();
    } catch (error) {
      return { ok: false, sentence: `NATS cannot be reached (${reasonOf(error)}): is the stack running?` };
    }
    const askedAt = Date.now();
    const answers: HeardAnswer[] = [];
    const inbox = createInbox(inboxPrefix('account'));
    const subscription = this.#connection?.subscribe(inbox, {
      callback: (_, message) => {
        // Without any subscriber the server itself answers, with an empty message.
        if (message.data.length > 0) {
          answers.push({ ...message.json<RollCallAnswer>(), askedAt, answeredAt: Date.now() });
        }
      },
    });
    this.#connection?.publish(subjects.rollCall, undefined, { reply: inbox });
    let heard = -1;
    while (Date.now() - askedAt < ROLL_CALL_LIMIT_MS) {
      await sleep(QUIET_MS);
      const isComplete = services.every((service) => answers.some((each) => each.service === service));
      if (isComplete && answers.length === heard) break;
      heard = answers.length;
    }
    subscription?.unsubscribe();
    return { ok: true, answer: answers };
  }

  async streamExists(name: string): Promise<boolean> {
    await this.#connect();
    const answer = await this.#connection?.request(`${jetstreamApi('account')}.STREAM.INFO.${name}`, undefined, {
      timeout: CONNECT_LIMIT_MS,
    });
    return answer?.json<{ error?: unknown }>().error === undefined;
  }

  /** Returns when the server has the message. */
  async announce(change: CredentialChange): Promise<void> {
    await this.#connect();
    this.#connection?.publish(subjects.credentialChanged, JSON.stringify(change));
    await this.#connection?.flush();
  }

  async close(): Promise<void> {
    await this.#connection?.close();
  }

  /** Connects once, also for concurrent requests: a second connection, never closed, would keep the process alive. */
  #connect(): Promise<void> {
    return (this.#connecting ??= this.#open());
  }

  async #open(): Promise<void> {
    this.#connection = await connect({
      ...natsAddress(this.#url, this.#caFile),
      name: 'vedette-cli',
      inboxPrefix: inboxPrefix('account'),
      timeout: CONNECT_LIMIT_MS,
      reconnect: false,
    });
    this.#parcels.listen(this.#connection);
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message.split('\n', 1)[0] || error.name : String(error);
}

/** `vedette.rpc.incident.addContact` belongs to the incident service. */
function ownerOf({ subject }: { readonly subject: string }): string {
  return `The ${subject.split('.')[2] ?? ''} service`;
}
