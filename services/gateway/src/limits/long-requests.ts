import { MAX_LONG_REQUESTS } from '@vedette/contract';
import type { Redis } from 'ioredis';
import type { Logger } from '@vedette/telemetry';
import { LeasedPlaces } from './leased-places.ts';

export const RETRY_AFTER_SECONDS = 5;
/** Added to the operation's deadline: after that, the request has been answered or its gateway has died. */
const LEASE_MARGIN_MS = 2_000;

export interface LongRequest {
  readonly organizationId: string;
  readonly requestId: string;
  readonly deadlineMs: number;
}

/**
 * Limits the long requests in flight of an organization over all gateways, or over this one while Redis is unreachable.
 */
export class LongRequests {
  readonly #places: LeasedPlaces;

  constructor(redis: Redis, logger: Logger) {
    this.#places = new LeasedPlaces(redis, logger, { name: 'long requests', limit: MAX_LONG_REQUESTS });
  }

  /** False when the organization has too many requests in flight. A request that has entered must leave. */
  enter({ organizationId, requestId, deadlineMs }: LongRequest): Promise<boolean> {
    return this.#places.enter(organizationId, requestId, deadlineMs + LEASE_MARGIN_MS);
  }

  leave({ organizationId, requestId }: LongRequest): void {
    this.#places.leave(organizationId, requestId);
  }
}
