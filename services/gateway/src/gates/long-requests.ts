import { MAX_LONG_REQUESTS } from '@vedette/contract';
import type { Callback, Redis, Result } from 'ioredis';
import type { Logger } from '@vedette/telemetry';

export const RETRY_AFTER_SECONDS = 5;
/** Added to the operation's deadline: after that, the request has been answered or its gateway has died. */
const LEASE_MARGIN_MS = 2_000;

/** Enters a request unless too many are in flight; requests of dead gateways are removed when their lease ends. */
const ENTER_SCRIPT = `
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
  if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[2]) then return 0 end
  redis.call('ZADD', KEYS[1], now + ARGV[3], ARGV[1])
  redis.call('PEXPIRE', KEYS[1], math.max(redis.call('PTTL', KEYS[1]), tonumber(ARGV[3])))
  return 1`;

declare module 'ioredis' {
  interface RedisCommander<Context> {
    /** The set, the request, the limit, the lease; returns 1 when the request has entered, 0 when there is no room. */
    enterLongRequest(
      set: string,
      requestId: string,
      limit: number,
      leaseMs: number,
      callback?: Callback<number>,
    ): Result<number, Context>;
  }
}

export interface LongRequest {
  readonly organizationId: string;
  readonly requestId: string;
  readonly deadlineMs: number;
}

/**
 * Limits the long requests in flight of an organization over all gateways, or over this one while Redis is unreachable.
 */
export class LongRequests {
  readonly #redis: Redis;
  readonly #logger: Logger;
  /** Requests of this gateway, by organization. */
  readonly #inFlight = new Map<string, number>();

  constructor(redis: Redis, logger: Logger) {
    this.#redis = redis;
    this.#logger = logger;
    redis.defineCommand('enterLongRequest', { numberOfKeys: 1, lua: ENTER_SCRIPT });
  }

  /** False when the organization has too many requests in flight. A request that has entered must leave. */
  async enter(request: LongRequest): Promise<boolean> {
    const { organizationId } = request;
    const own = this.#inFlight.get(organizationId) ?? 0;
    if (own >= MAX_LONG_REQUESTS) return false;
    this.#inFlight.set(organizationId, own + 1);
    const isIn = await this.#enterShared(request);
    if (!isIn) this.#forget(organizationId);
    return isIn;
  }

  leave({ organizationId, requestId }: LongRequest): void {
    this.#forget(organizationId);
    // If Redis is unreachable, the entry stays until its lease ends.
    this.#redis.zrem(setOf(organizationId), requestId).catch(() => undefined);
  }

  async #enterShared({ organizationId, requestId, deadlineMs }: LongRequest): Promise<boolean> {
    try {
      const leaseMs = deadlineMs + LEASE_MARGIN_MS;
      const entered = await this.#redis.enterLongRequest(setOf(organizationId), requestId, MAX_LONG_REQUESTS, leaseMs);
      return entered === 1;
    } catch (error) {
      this.#logger.warn({ error }, 'Redis does not count; long requests are counted locally');
      return true;
    }
  }

  #forget(organizationId: string): void {
    const left = (this.#inFlight.get(organizationId) ?? 1) - 1;
    if (left === 0) this.#inFlight.delete(organizationId);
    else this.#inFlight.set(organizationId, left);
  }
}

function setOf(organizationId: string): string {
  return `long:${organizationId}`;
}
