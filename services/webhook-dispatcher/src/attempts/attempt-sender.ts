import { Injectable } from '@nestjs/common';
import {
  ConnectionPool,
  Deadline,
  Outbound,
  storableLine,
  type NotReplied,
  type Replied,
  type StorableText,
} from '@vedette/outbound';
import { Host } from '@vedette/service-host';
import { liveSecrets, type DatedSecret } from '../signing/endpoint-secrets.ts';
import { KEPT_RESPONSE_BYTES, responseText } from './response-text.ts';
import { retryAfterMs } from './retry-schedule.ts';
import { signatureHeaders } from '@vedette/outbound/webhook-signature';
import { SigningKeys } from '../signing/signing-keys.ts';

const ATTEMPT_LIMIT_MS = 15_000;
/** How long an attempt counts as in flight: its time limit, and the time to record its outcome. */
export const IN_FLIGHT_MS = ATTEMPT_LIMIT_MS + 5_000;
/** Shorter than the usual idle timeouts of receivers. */
const IDLE_CONNECTION_MS = 4_000;
const IDLE_CONNECTIONS_PER_ENDPOINT = 10;

export interface SendingEndpoint {
  readonly id: string;
  readonly url: string;
  /** Newest first. */
  readonly secrets: readonly (DatedSecret & { readonly sealed: Buffer })[];
}

export interface SentEvent {
  readonly id: string;
  readonly body: Buffer;
}

/** The result of one attempt. `delivery-outcome.ts` decides whether it is a success. */
export interface AttemptResult {
  readonly startedAt: Date;
  readonly endedAt: Date;
  readonly durationMs: number;
  readonly responseStatus: number | null;
  readonly responseBody: StorableText | null;
  readonly error: StorableText | null;
  readonly isComplete: boolean;
  readonly retryAfterMs: number | null;
}

/** Makes one attempt: signs the event's bytes and posts them through the outbound lib. */
@Injectable()
export class AttemptSender {
  readonly #connections = new ConnectionPool({
    maxIdlePerTarget: IDLE_CONNECTIONS_PER_ENDPOINT,
    idleMs: IDLE_CONNECTION_MS,
  });

  constructor(
    private readonly outbound: Outbound,
    private readonly keys: SigningKeys,
    { lifecycle }: Host,
  ) {
    lifecycle.add('clients', { stop: () => this.#close() });
  }

  /** Throws when a secret cannot be decrypted: that is our fault and does not count as an attempt. */
  async send(endpoint: SendingEndpoint, event: SentEvent): Promise<AttemptResult> {
    const startedAt = new Date();
    const keys = liveSecrets(endpoint.secrets, startedAt).map(({ sealed }) => this.keys.open(sealed, endpoint.id));
    const signed = signatureHeaders({ id: event.id, body: event.body, sentAt: startedAt }, keys);
    const deadline = Deadline.after(ATTEMPT_LIMIT_MS);
    try {
      const outcome = await this.outbound.request(
        {
          url: new URL(endpoint.url),
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'user-agent': 'Vedette-Webhooks/1.0',
            'accept-encoding': 'identity',
            ...signed,
          },
          body: event.body,
          maxResponseBytes: KEPT_RESPONSE_BYTES,
          pool: this.#connections,
        },
        deadline,
      );
      return resultOf(outcome, startedAt, Math.round(deadline.elapsedMs));
    } finally {
      deadline.clear();
    }
  }

  #close(): void {
    this.#connections.close();
    this.outbound.close();
  }
}

function resultOf(outcome: Replied | NotReplied, startedAt: Date, durationMs: number): AttemptResult {
  const endedAt = new Date(startedAt.getTime() + durationMs);
  const ended = { startedAt, endedAt, durationMs };
  const reply = outcome.ok ? outcome : outcome.reply;
  if (reply === null) {
    const error = outcome.ok ? null : storableLine(outcome.message);
    return { ...ended, responseStatus: null, responseBody: null, error, isComplete: false, retryAfterMs: null };
  }
  // The content of the answer does not matter, so an encoding that we cannot decode is not a failure.
  const isComplete = outcome.ok || outcome.reason === 'undecodable_body';
  return {
    ...ended,
    responseStatus: reply.status,
    responseBody: responseText(reply.body),
    error: isComplete ? errorOf(reply.status) : storableLine(outcome.message),
    isComplete,
    retryAfterMs: retryAfterMs(reply.status, reply.headers['retry-after'], endedAt),
  };
}

function errorOf(status: number): StorableText | null {
  if (status >= 200 && status <= 299) return null;
  const isRedirect = status >= 300 && status <= 399;
  return storableLine(`The receiver answered ${status}${isRedirect ? '; redirects are not followed' : ''}`);
}
