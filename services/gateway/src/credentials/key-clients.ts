import { ApiError, hashApiKey, type KeyCredential } from '@vedette/contract';
import { headerValues } from '@vedette/service-host/express-listener';
import type { Logger } from '@vedette/telemetry';
import type { Exchange } from '../http/exchange.ts';
import type { Arrival, Client } from './client.ts';
import type { CredentialDirectory } from './credential-directory.ts';
import { presentedKey, REFUSALS, type PresentedKey } from './credentials.ts';
import type { KeyUses } from './key-uses.ts';

/** Finds the client behind an API key, and notes that the key was used. */
export class KeyClients {
  readonly #credentials: CredentialDirectory;
  readonly #keyUses: KeyUses;
  readonly #logger: Logger;

  constructor(credentials: CredentialDirectory, keyUses: KeyUses, logger: Logger) {
    this.#credentials = credentials;
    this.#keyUses = keyUses;
    this.#logger = logger;
  }

  presented(exchange: Exchange): PresentedKey {
    const { rawHeaders } = exchange.request;
    return presentedKey({
      'x-api-key': headerValues(rawHeaders, 'x-api-key'),
      authorization: headerValues(rawHeaders, 'authorization'),
    });
  }

  presentedHash(exchange: Exchange): string | undefined {
    const presented = this.presented(exchange);
    return presented.kind === 'key' ? hashApiKey(presented.key) : undefined;
  }

  /** A promise only if the account service must be asked first. */
  find(presented: PresentedKey, arrival: Arrival): Client | Promise<Client> {
    if (presented.kind !== 'key') return refused(REFUSALS[presented.kind]);
    const credential = this.#credentials.find(presented.key, arrival.now);
    return credential instanceof Promise ? this.#learn(credential, arrival) : this.#clientOf(credential, arrival);
  }

  async #learn(asked: Promise<KeyCredential | undefined>, arrival: Arrival): Promise<Client> {
    try {
      return this.#clientOf(await asked, arrival);
    } catch (error) {
      const { requestId } = arrival.exchange;
      this.#logger.error({ error, requestId }, 'an API key could not be looked up');
      return { kind: 'refused', refusal: ApiError.internal() };
    }
  }

  #clientOf(credential: KeyCredential | undefined, { now, addressOf }: Arrival): Client {
    if (credential === undefined) return refused(REFUSALS.invalid);
    const { caller, name } = credential;
    this.#keyUses.add(caller.keyId, now, addressOf);
    return { kind: 'key', caller, name };
  }
}

export function refused(message: string): Client {
  return { kind: 'refused', refusal: ApiError.unauthorized(message) };
}
