import type { Callback, Redis, Result } from 'ioredis';
import type { Logger } from '@vedette/telemetry';

/** How often to call `renew`. */
export const RENEW_MS = 1_000;
/** Two renewals may fail. After that, the places of a gateway that was killed are free again. */
const LEASE_MS = 3_000;
/** A script blocks all other Redis clients while it runs. */
const MAX_RENEWED_AT_ONCE = 500;

const NOW = `
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)`;

/** Enters a member into all sets, or into none and returns the number of the first one that is full. */
const ENTER_SCRIPT = `${NOW}
  for i, set in ipairs(KEYS) do
    redis.call('ZREMRANGEBYSCORE', set, '-inf', now)
    if redis.call('ZCARD', set) >= tonumber(ARGV[i + 2]) then return i end
  end
  for _, set in ipairs(KEYS) do
    redis.call('ZADD', set, now + ARGV[1], ARGV[2])
    redis.call('PEXPIRE', set, ARGV[1])
  end
  return 0`;

/** Members enter again if their leases have ended, because the gateway was paused or Redis has lost its data. */
const RENEW_SCRIPT = `${NOW}
  for i, set in ipairs(KEYS) do
    redis.call('ZADD', set, now + ARGV[1], ARGV[i + 1])
    redis.call('PEXPIRE', set, ARGV[1])
  end`;

declare module 'ioredis' {
  interface RedisCommander<Context> {
    /** The number of sets, the sets, the lease, the member, then the limit of each set. */
    enterPlaces(...args: [number, ...(string | number)[], Callback<number>]): Result<number, Context>;
    enterPlaces(...args: [number, ...(string | number)[]]): Result<number, Context>;
    /** The number of sets, the sets, the lease, then the member of each set. */
    renewPlaces(...args: [number, ...(string | number)[], Callback<null>]): Result<null, Context>;
    renewPlaces(...args: [number, ...(string | number)[]]): Result<null, Context>;
  }
}

/** The places of one kind that one owner has. */
export interface PlaceSet {
  /** In Redis too. */
  readonly name: string;
  readonly limit: number;
}

/**
 * Limits what owners have in progress over all gateways, or over this one while Redis is unreachable. A gateway renews
 * the short leases of all its members together, so that nothing of a gateway that was killed is counted for long.
 */
export class LeasedPlaces {
  readonly #redis: Redis;
  readonly #logger: Logger;
  /** How many places of each set this gateway takes, members that are entering included. */
  readonly #taken = new Map<string, number>();
  /** The members that are in, with their sets. */
  readonly #members = new Map<string, readonly PlaceSet[]>();

  constructor(redis: Redis, logger: Logger) {
    this.#redis = redis;
    this.#logger = logger;
    redis.defineCommand('enterPlaces', { lua: ENTER_SCRIPT });
    redis.defineCommand('renewPlaces', { lua: RENEW_SCRIPT });
  }

  /** Takes a place in each set; undefined: they are taken. Else nothing is taken, because the returned set is full. */
  async enter(member: string, sets: readonly PlaceSet[]): Promise<PlaceSet | undefined> {
    const full =
      sets.find(({ name, limit }) => (this.#taken.get(name) ?? 0) >= limit) ?? (await this.#take(member, sets));
    if (full === undefined) this.#members.set(member, sets);
    return full;
  }

  /** If Redis is unreachable, the places stay taken until their lease ends. */
  leave(member: string): void {
    const sets = this.#members.get(member) ?? [];
    this.#members.delete(member);
    this.#forget(sets);
    for (const { name } of sets) this.#redis.zrem(name, member).catch(() => undefined);
  }

  /** While Redis is away, its leases end, and they begin again afterwards. */
  async renew(): Promise<void> {
    const places = [...this.#members].flatMap(([member, sets]) => sets.map(({ name }) => ({ name, member })));
    for (let from = 0; from < places.length; from += MAX_RENEWED_AT_ONCE) {
      const renewed = places.slice(from, from + MAX_RENEWED_AT_ONCE);
      const [names, members] = [renewed.map(({ name }) => name), renewed.map(({ member }) => member)];
      await this.#redis.renewPlaces(names.length, ...names, LEASE_MS, ...members).catch(() => undefined);
    }
  }

  async #take(member: string, sets: readonly PlaceSet[]): Promise<PlaceSet | undefined> {
    for (const { name } of sets) this.#taken.set(name, (this.#taken.get(name) ?? 0) + 1);
    const names = sets.map(({ name }) => name);
    const limits = sets.map(({ limit }) => limit);
    try {
      const full = sets[(await this.#redis.enterPlaces(sets.length, ...names, LEASE_MS, member, ...limits)) - 1];
      if (full !== undefined) this.#forget(sets);
      return full;
    } catch (error) {
      this.#logger.warn({ error }, 'Redis does not count; this gateway counts its own streams and long requests');
      return undefined;
    }
  }

  #forget(sets: readonly PlaceSet[]): void {
    for (const { name } of sets) {
      const left = (this.#taken.get(name) ?? 1) - 1;
      if (left === 0) this.#taken.delete(name);
      else this.#taken.set(name, left);
    }
  }
}
