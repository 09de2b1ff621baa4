import { connect, type NatsConnection } from '@nats-io/transport-node';
import type { CredentialChange, Detail, InternalRequest } from '@vedette/contract';
import { newId } from '@vedette/contract/ids';
import { subjects } from '@vedette/contract/streams';
import { inboxPrefix } from '@vedette/contract/subject';
import { natsAddress } from '@vedette/messaging/nats-address';
import { Parcels } from '@vedette/messaging/parcels';
import { contextHeaders, errorCodeOf, type WireError } from '@vedette/messaging/wire';

const CONNECT_LIMIT_MS = 2_000;

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
        whileConnected: (answer) => answer,
      },
      'account',
    );
  }

  async ask<Input, Answer>(request: InternalRequest<Input, Answer>, input: Input): Promise<Asked<Answer>> {
    const { subject, deadlineMs } = request;
    try {
      await this.#connect();
      const context = { requestId: newId('req'), deadlineAt: Date.now() + deadlineMs };
      const payload = JSON.stringify(input);
      const message = await this.#parcels.request(subject, payload, contextHeaders(context), context.deadlineAt);
      const code = errorCodeOf(message.headers);
      if (code === 'internal_error') return { ok: false, sentence: `${ownerOf(request)} failed; its log says why.` };
      if (code === undefined)
        return { ok: true, answer: await this.#parcels.json<Answer>(message, context.deadlineAt) };
      return { ok: false, sentence: refusalOf(await this.#parcels.json<WireError>(message, context.deadlineAt)) };
    } catch {
      return { ok: false, sentence: `${ownerOf(request)} does not answer: is the stack running?` };
    }
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

function refusalOf({ message, details }: WireError): string {
  const faults = details?.map(faultOf).join(', and ');
  return faults === undefined ? message : `${faults}.`;
}

/** A message that begins with the name of its field refers to the option of that name. */
function faultOf({ path, message }: Detail): string {
  return message.startsWith(`${path} `) ? `--${message}` : message;
}

/** `vedette.rpc.incident.addContact` belongs to the incident service. */
function ownerOf({ subject }: { readonly subject: string }): string {
  return `The ${subject.split('.')[2] ?? ''} service`;
}
