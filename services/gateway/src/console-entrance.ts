import { ApiError, hashApiKey } from '@vedette/contract';
import type { Logger } from '@vedette/telemetry';
import type { Counted, Entrance } from './entrance.ts';
import type { Arrival, Client } from './credentials/client.ts';
import type { CredentialDirectory } from './credentials/credential-directory.ts';
import { refused, type KeyClients } from './credentials/key-clients.ts';
import { isJsonIfAny, isOwnHost, isOwnWrite } from './credentials/origin-check.ts';
import type { RatePolicy } from './limits/rate-limit.ts';
import {
  presentedToken,
  sessionCookieOf,
  type PresentedToken,
  type SessionCookie,
} from './credentials/session-cookie.ts';
import type { Exchange, HeaderFields } from './http/exchange.ts';

export interface ConsoleEntranceParts {
  /** The address of the console as browsers see it. */
  readonly publicUrl: string;
  readonly credentials: CredentialDirectory;
  readonly keys: KeyClients;
  readonly keyPolicy: RatePolicy;
  readonly sessionPolicy: RatePolicy;
  readonly logger: Logger;
}

const NOT_SIGNED_IN = 'Sign in first: the request presents no session that can be used, and no API key.';

/** The way into the console contract: with the cookie of a session, or with an API key where an operation takes one. */
export class ConsoleEntrance implements Entrance {
  readonly headers: HeaderFields = { 'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'" };
  readonly documentPath = '/api/console/openapi.json';
  readonly cookie: SessionCookie | undefined;
  readonly #origin: string;
  readonly #parts: ConsoleEntranceParts;

  constructor(parts: ConsoleEntranceParts) {
    this.#parts = parts;
    this.#origin = new URL(parts.publicUrl).origin;
    this.cookie = sessionCookieOf(parts.publicUrl);
  }

  refusalOf({ request }: Exchange): ApiError | undefined {
    const { host } = request.headers;
    return isOwnHost(host, this.#origin) ? undefined : ApiError.forbidden(`The console is at ${this.#origin}.`);
  }

  writeRefusalOf({ request }: Exchange): ApiError | undefined {
    if (!isOwnWrite(request.headers, this.#origin)) {
      return ApiError.forbidden('Writes must come from the pages of the console itself, or from no browser.');
    }
    return isJsonIfAny(request.headers)
      ? undefined
      : ApiError.forbidden('The body of a write must be application/json.');
  }

  identify(arrival: Arrival): Client | Promise<Client> {
    const { exchange } = arrival;
    const key = this.#parts.keys.presented(exchange);
    const token = this.#presentedToken(exchange);
    if (key.kind === 'none') return this.#findSession(token, arrival);
    if (token.kind !== 'none') return refused('Send an API key or the cookie of a session, not both.');
    return this.#parts.keys.find(key, arrival);
  }

  presentedHash(exchange: Exchange): string | undefined {
    const token = this.#presentedToken(exchange);
    return token.kind === 'token' ? hashApiKey(token.token) : this.#parts.keys.presentedHash(exchange);
  }

  countedByAddress(network: string): Counted {
    return { bucket: `console-address:${network}`, policy: this.#parts.sessionPolicy };
  }

  countedByClient(client: Client): Counted | undefined {
    switch (client.kind) {
      case 'key':
        return { bucket: `key:${client.caller.keyId}`, policy: this.#parts.keyPolicy };
      case 'session':
        return { bucket: `session:${client.credential.sessionId}`, policy: this.#parts.sessionPolicy };
      case 'nobody':
      case 'refused':
        return undefined;
    }
  }

  #presentedToken({ request }: Exchange): PresentedToken {
    return this.cookie === undefined ? { kind: 'none' } : presentedToken(request.headers.cookie, this.cookie);
  }

  async #findSession(presented: PresentedToken, { exchange, now }: Arrival): Promise<Client> {
    if (presented.kind !== 'token') return nobody();
    try {
      const credential = await this.#parts.credentials.findSession(presented.token, now);
      return credential === undefined ? nobody() : { kind: 'session', credential };
    } catch (error) {
      this.#parts.logger.error({ error, requestId: exchange.requestId }, 'a session could not be looked up');
      return { kind: 'refused', refusal: ApiError.internal() };
    }
  }
}

function nobody(): Client {
  return { kind: 'nobody', refusal: ApiError.unauthorized(NOT_SIGNED_IN) };
}
