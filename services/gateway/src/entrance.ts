import type { ApiError } from '@vedette/contract';
import type { Arrival, Client } from './credentials/client.ts';
import type { RatePolicy } from './limits/rate-limit.ts';
import type { SessionCookie } from './credentials/session-cookie.ts';
import type { Exchange, HeaderFields } from './http/exchange.ts';

/** The bucket in which a request is counted, and the policy that counts. */
export interface Counted {
  readonly bucket: string;
  readonly policy: RatePolicy;
}

/** How requests get into one contract; the pipeline behind it is the same for all. */
export interface Entrance {
  /** Headers of every answer, besides those that all entrances have. */
  readonly headers: HeaderFields;
  /** The path of the contract's document, which is served without credentials. */
  readonly documentPath: string;
  /** The cookie of sessions; undefined if there are none here, or none that would be safe. */
  readonly cookie: SessionCookie | undefined;
  /** Why a request is refused whoever sends it; undefined if it is not. */
  refusalOf(exchange: Exchange): ApiError | undefined;
  /** Why a write without an API key is refused; undefined if it is not. */
  writeRefusalOf(exchange: Exchange): ApiError | undefined;
  /** A promise only if somebody must be asked first: most requests do not wait here. */
  identify(arrival: Arrival): Client | Promise<Client>;
  /** The hash of the key or token that a request presents, by which the account service knows it. */
  presentedHash(exchange: Exchange): string | undefined;
  countedByAddress(network: string): Counted;
  /** Undefined if the client is counted by its address. */
  countedByClient(client: Client): Counted | undefined;
}
