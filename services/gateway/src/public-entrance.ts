import type { Counted, Entrance } from './entrance.ts';
import type { Arrival, Client } from './credentials/client.ts';
import type { KeyClients } from './credentials/key-clients.ts';
import type { RatePolicy } from './limits/rate-limit.ts';
import type { Exchange } from './http/exchange.ts';

/** The way into the public contract: with an API key, and nothing but an API key. */
export class PublicEntrance implements Entrance {
  readonly headers = {};
  readonly documentPath = '/openapi.json';
  readonly cookie = undefined;
  readonly #keys: KeyClients;
  readonly #policy: RatePolicy;

  constructor(keys: KeyClients, policy: RatePolicy) {
    this.#keys = keys;
    this.#policy = policy;
  }

  refusalOf(): undefined {
    return undefined;
  }

  writeRefusalOf(): undefined {
    return undefined;
  }

  identify(arrival: Arrival): Client | Promise<Client> {
    return this.#keys.find(this.#keys.presented(arrival.exchange), arrival);
  }

  presentedHash(exchange: Exchange): string | undefined {
    return this.#keys.presentedHash(exchange);
  }

  countedByAddress(network: string): Counted {
    return { bucket: `address:${network}`, policy: this.#policy };
  }

  countedByClient(client: Client): Counted | undefined {
    return client.kind === 'key' ? { bucket: `key:${client.caller.keyId}`, policy: this.#policy } : undefined;
  }
}
