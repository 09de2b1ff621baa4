import type { Callback, Redis, Result } from 'ioredis';
import type { Logger } from '@vedette/telemetry';

/** Enters a member, or renews its lease, unless too many are in; members of dead gateways leave when their lease ends. */
const ENTER_SCRIPT = `
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
  if not redis.call('ZSCORE', KEYS[1], ARGV[1]) and redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[2]) then return 0 end
  redis.call('ZADD', KEYS[1], now + ARGV[3], ARGV[1])
  redis.call('PEXPIRE', KEYS[1], math.max(redis.call('PTTL', KEYS[1]), tonumber(ARGV[3])))
  return 1`;

declare module 'ioredis' {
  interface RedisCommander<Context> {
    /** The set, the member, the limit, the lease; returns 1 when the member is in, 0 when there is no room. */
    enterPlace(
      set: string,
      member: string,
      limit: number,
      leaseMs: number,
      callback?: Callback<number>,
    ): Result<number, Context>;
  }
}

export interface PlaceRules {
  /** What takes a place, for the log and the names of the sets in Redis. */
  readonly name: string;
  readonly limit: number;
}

/** Limits what an owner has in progress over all gateways, or over this one while Redis is unreachable. */
export class LeasedPlaces {
  readonly #redis: Redis;
  readonly #logger: Logger;
  readonly #rules: PlaceRules;
  /** Taken by this gateway, by owner. */
  readonly #taken = new Map<string, number>();

  constructor(redis: Redis, logger: Logger, rules: PlaceRules) {
    this.#redis = redis;
    this.#logger = logger;
    this.#rules = rules;
    redis.defineCommand('enterPlace', { numberOfKeys: 1, lua: ENTER_SCRIPT });
  }

  /** False when the owner has taken all places. A member that has entered must leave. */
  async enter(owner: string, member: string, leaseMs: number): Promise<boolean> {
    const own = this.#taken.get(owner) ?? 0;
    if (own >= this.#rules.limit) return false;
    this.#taken.set(owner, own + 1);
    const isIn = await this.#enterShared(owner, member, leaseMs).catch((error: unknown) => {
      this.#logger.warn({ error }, `Redis does not count; ${this.#rules.name} are counted locally`);
      return true;
    });
    if (!isIn) this.#forget(owner);
    return isIn;
  }

  /** Keeps the place of a member for another lease. If Redis is unreachable, the place is counted locally. */
  renew(owner: string, member: string, leaseMs: number): void {
    this.#enterShared(owner, member, leaseMs).catch(() => undefined);
  }

  leave(owner: string, member: string): void {
    this.#forget(owner);
    // If Redis is unreachable, the entry stays until its lease ends.
    this.#redis.zrem(this.#setOf(owner), member).catch(() => undefined);
  }

  async #enterShared(owner: string, member: string, leaseMs: number): Promise<boolean> {
    return (await this.#redis.enterPlace(this.#setOf(owner), member, this.#rules.limit, leaseMs)) === 1;
  }

  #forget(owner: string): void {
    const left = (this.#taken.get(owner) ?? 1) - 1;
    if (left === 0) this.#taken.delete(owner);
    else this.#taken.set(owner, left);
  }

  #setOf(owner: string): string {
    return `${this.#rules.name.replaceAll(' ', '-')}:${owner}`;
  }
}
