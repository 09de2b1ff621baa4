import { MAX_LONG_REQUESTS } from '@vedette/contract';
import type { LeasedPlaces } from './leased-places.ts';

export const RETRY_AFTER_SECONDS = 5;

/** Limits the long requests in flight of an organization. */
export class LongRequests {
  readonly #places: LeasedPlaces;

  constructor(places: LeasedPlaces) {
    this.#places = places;
  }

  /** False when the organization has too many requests in flight. A request that has entered must leave. */
  async enter(organizationId: string, requestId: string): Promise<boolean> {
    const set = { name: `long-requests:${organizationId}`, limit: MAX_LONG_REQUESTS };
    return (await this.#places.enter(requestId, [set])) === undefined;
  }

  leave(requestId: string): void {
    this.#places.leave(requestId);
  }
}
