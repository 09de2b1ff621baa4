import { connect, type Msg, type NatsConnection } from '@nats-io/transport-node';
import type { Detail, InternalRequest } from '@vedette/contract';
import { newId } from '@vedette/contract/ids';
import { natsAddress } from '@vedette/messaging/nats-address';
import { contextHeaders, readError } from '@vedette/messaging/wire';

const CONNECT_LIMIT_MS = 2_000;

export type Asked<Answer> =
  { readonly ok: true; readonly answer: Answer } | { readonly ok: false; readonly sentence: string };

/** Requests to other services. Not the services' own client: what that needs takes longer to load than a command runs. */
export class ServiceRequests {
  readonly #url: string;
  #connection: NatsConnection | undefined;

  constructor(url: string) {
    this.#url = url;
  }

  async ask<Input, Answer>(request: InternalRequest<Input, Answer>, input: Input): Promise<Asked<Answer>> {
    const message = await this.#request(request, input);
    if (message === undefined)
      return { ok: false, sentence: `${ownerOf(request)} does not answer: is the stack running?` };
    const error = readError(message.headers, () => message.json());
    if (error === undefined) return { ok: true, answer: message.json<Answer>() };
    if (error.code === 'internal_error')
      return { ok: false, sentence: `${ownerOf(request)} failed; its log says why.` };
    const faults = error.details?.map(faultOf).join(', and ');
    return { ok: false, sentence: faults === undefined ? error.message : `${faults}.` };
  }

  async close(): Promise<void> {
    await this.#connection?.close();
  }

  /** Undefined when nobody answers. */
  async #request<Input>(request: InternalRequest<Input, unknown>, input: Input): Promise<Msg | undefined> {
    const { subject, deadlineMs } = request;
    try {
      this.#connection ??= await connect({
        ...natsAddress(this.#url),
        name: 'vedette-cli',
        timeout: CONNECT_LIMIT_MS,
        reconnect: false,
      });
      const context = { requestId: newId('req'), deadlineAt: Date.now() + deadlineMs };
      return await this.#connection.request(subject, JSON.stringify(input), {
        timeout: deadlineMs,
        headers: contextHeaders(context),
      });
    } catch {
      return undefined;
    }
  }
}

/** A fault that begins with the name of its field is one of the option of that name. */
function faultOf({ path, message }: Detail): string {
  return message.startsWith(`${path} `) ? `--${message}` : message;
}

/** `vedette.rpc.incident.addContact` is the incident service's. */
function ownerOf({ subject }: { readonly subject: string }): string {
  return `The ${subject.split('.')[2] ?? ''} service`;
}
