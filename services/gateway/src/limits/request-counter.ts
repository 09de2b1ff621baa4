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
    local count = redis.call('INCRBY', key, ARGV[2 * i - 1])
    local left = redis.call('PTTL', key)
    if left < 0 then
      redis.call('PEXPIRE', key, ARGV[2 * i])
      left = tonumber(ARGV[2 * i])
    end
    answer[2 * i - 1] = count
    answer[2 * i] = left
  end
  return answer`;

declare module 'ioredis' {
  interface RedisCommander<Context> {
    /**
     * The number of keys, the keys, then the requests and the length of the window of each key; returns the count after
     * the last of its requests and the remaining time of each.
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

/** The requests of one bucket in a batch: Redis counts them by one command. */
interface Tally {
  readonly bucket: string;
  readonly windowMs: number;
  requests: number;
  /** When the last of them arrived. */
  at: number;
}

/**
 * Counts requests in fixed windows that all gateways share through Redis, or in memory while Redis is unreachable.
 * Requests that arrive together, or while a count is on its way, share one round trip; each gets the count of its place
 * among them.
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
    const tallies = talliesOf(requests);
    const answer = await this.#countShared(tallies);
    this.#fallback.set(answer === undefined ? 1 : 0);
    if (answer === undefined) {
      return requests.map(({ bucket, windowMs, at }) => this.#local.count(bucket, windowMs, at));
    }
    const windows = new Map<string, { count: number; resetMs: number }>();
    for (const [index, { bucket, requests: counted, at }] of tallies.entries()) {
      const [count = 0, resetMs = 0] = [answer[2 * index], answer[2 * index + 1]];
      this.#local.mirror(bucket, count, at + resetMs, at);
      windows.set(bucket, { count: count - counted, resetMs });
    }
    return requests.map(({ bucket }) => {
      const window = windows.get(bucket) ?? { count: 0, resetMs: 0 };
      window.count += 1;
      return { count: window.count, resetMs: window.resetMs };
    });
  }

  async #countShared(tallies: readonly Tally[]): Promise<readonly number[] | undefined> {
    if (Date.now() < this.#awayUntil || this.#redis.status !== 'ready') return undefined;
    try {
      const buckets = tallies.map(({ bucket }) => bucket);
      const counted = tallies.flatMap(({ requests, windowMs }) => [requests, windowMs]);
      return await this.#redis.countRequests(tallies.length, ...buckets, ...counted);
    } catch (error) {
      this.#awayUntil = Date.now() + AWAY_MS;
      this.#logger.warn({ error }, 'Redis does not count; requests are counted locally');
      return undefined;
    }
  }
}

/** In the order of the first request of each bucket. */
function talliesOf(requests: readonly Uncounted[]): Tally[] {
  const tallies = new Map<string, Tally>();
  for (const { bucket, windowMs, at } of requests) {
    const known = tallies.get(bucket);
    if (known === undefined) tallies.set(bucket, { bucket, windowMs, requests: 1, at });
    else {
      known.requests += 1;
      known.at = at;
    }
  }
  return [...tallies.values()];
}
