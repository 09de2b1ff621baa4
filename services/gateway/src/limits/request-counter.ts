import type { Callback, Redis, Result } from 'ioredis';
import { Gatherer } from '@vedette/messaging';
import type { Gauge, Logger, Metrics } from '@vedette/telemetry';
import { LocalWindows } from './local-windows.ts';
import { type CountedWindow, WINDOW_SECONDS } from './rate-limit.ts';

/** After Redis has hung, requests are counted without it for this long. */
const AWAY_MS = 1_000;
/** A script blocks all other Redis clients while it runs. */
const MAX_COUNTED_AT_ONCE = 500;

/**
 * Counts requests and reads their windows in one atomic step. A window without expiry would lock its key out for ever.
 */
const COUNT_SCRIPT = `
  local answer = {}
  for i, key in ipairs(KEYS) do
    local count = redis.call('INCR', key)
    local left = redis.call('PTTL', key)
    if left < 0 then
      redis.call('PEXPIRE', key, ARGV[i])
      left = tonumber(ARGV[i])
    end
    answer[2 * i - 1] = count
    answer[2 * i] = left
  end
  return answer`;

declare module 'ioredis' {
  interface RedisCommander<Context> {
    /**
     * The number of keys, the keys, the length of each key's window; returns the count and the remaining time of each.
     */
    countRequests(...args: [number, ...(string | number)[], Callback<number[]>]): Result<number[], Context>;
    countRequests(...args: [number, ...(string | number)[]]): Result<number[], Context>;
  }
}

interface Uncounted {
  readonly bucket: string;
  readonly windowMs: number;
  readonly at: number;
}

/**
 * Counts requests in fixed windows that all gateways share through Redis, or in memory while Redis is unreachable.
 * Requests that arrive together, or while a count is on its way, share one round trip; each is counted separately, in
 * order.
 */
export class RequestCounter {
  readonly #redis: Redis;
  readonly #logger: Logger;
  readonly #local = new LocalWindows();
  readonly #fallback: Gauge;
  readonly #gatherer = new Gatherer<Uncounted, CountedWindow>({
    size: MAX_COUNTED_AT_ONCE,
    run: (requests) => this.#countAll(requests),
  });
  #awayUntil = 0;

  constructor(redis: Redis, logger: Logger, metrics: Metrics) {
    this.#redis = redis;
    this.#logger = logger;
    this.#fallback = metrics.gauge('rate_limit_fallback', '1 while requests are counted without Redis');
    this.#redis.defineCommand('countRequests', { lua: COUNT_SCRIPT });
  }

  count(bucket: string, at: number, windowSeconds: number = WINDOW_SECONDS): Promise<CountedWindow> {
    return this.#gatherer.add({ bucket, windowMs: windowSeconds * 1_000, at });
  }

  async #countAll(requests: readonly Uncounted[]): Promise<CountedWindow[]> {
    const answer = await this.#countShared(requests);
    this.#fallback.set(answer === undefined ? 1 : 0);
    return requests.map(({ bucket, windowMs, at }, index) => {
      if (answer === undefined) return this.#local.count(bucket, windowMs, at);
      const [count = 0, resetMs = 0] = [answer[2 * index], answer[2 * index + 1]];
      this.#local.mirror(bucket, count, at + resetMs, at);
      return { count, resetMs };
    });
  }

  async #countShared(requests: readonly Uncounted[]): Promise<readonly number[] | undefined> {
    if (Date.now() < this.#awayUntil || this.#redis.status !== 'ready') return undefined;
    try {
      const [buckets, windows] = [requests.map(({ bucket }) => bucket), requests.map(({ windowMs }) => windowMs)];
      return await this.#redis.countRequests(requests.length, ...buckets, ...windows);
    } catch (error) {
      this.#awayUntil = Date.now() + AWAY_MS;
      this.#logger.warn({ error }, 'Redis does not count; requests are counted locally');
      return undefined;
    }
  }
}
