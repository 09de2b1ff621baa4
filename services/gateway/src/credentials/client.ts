import type { Exchange } from '../http/exchange.ts';
import type { ApiError, KeyCaller, SessionCredential } from '@vedette/contract';

/** Who sends a request, as its credentials say. */
export type Client =
  | { readonly kind: 'key'; readonly caller: KeyCaller; readonly name: string }
  | { readonly kind: 'session'; readonly credential: SessionCredential }
  /** It presents nothing that anybody may use. The refusal is for operations that need credentials. */
  | { readonly kind: 'nobody'; readonly refusal: ApiError }
  /** It presents credentials that are refused, whatever it asks for. */
  | { readonly kind: 'refused'; readonly refusal: ApiError };

/** A request at the moment of its arrival. */
export interface Arrival {
  readonly exchange: Exchange;
  readonly now: Date;
  /** The address of the client; finding it costs something. */
  readonly addressOf: () => string;
}
