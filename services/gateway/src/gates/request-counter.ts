import { Redis, type Callback, type Result } from 'ioredis';
import type { Gauge, Logger, Metrics } from '@vedette/telemetry';
import { LocalWindows } from './local-windows.ts';
import { type CountedWindow, WINDOW_SECONDS } from './rate-limit.ts';

const WINDOW_MS = WINDOW_SECONDS * 1_000;
/** A Redis that hangs costs one request this long; the next ones do without it for a while. */
const COMMAND_TIMEOUT_MS = 250;
const AWAY_MS = 1_000;

/** Counts and reads the window in one atomic step. A window without an end would lock its key out for ever. */
const COUNT_SCRIPT = `
  local count = redis.call('INCR', KEYS[1])
  local left = redis.call('PTTL', KEYS[1])
  if left < 0 then
    redis.call('PEXPIRE', KEYS[1], ARGV[1])
    left = tonumber(ARGV[1])
  end
  return { count, left }`;

declare module 'ioredis' {
  interface RedisCommander<Context> {
    countRequest(
      key: string,
      windowMs: number,
      callback?: Callback<[number, number]>,
    ): Result<[number, number], Context>;
  }
}

/** Counts requests in fixed windows that all gateways share through Redis; alone, in memory, while Redis is away. */
export class RequestCounter {
  readonly #redis: Redis;
  readonly #logger: Logger;
  readonly #local = new LocalWindows(WINDOW_MS);
  readonly #fallback: Gauge;
  #awayUntil = 0;

  constructor(url: string, logger: Logger, metrics: Metrics) {
    this.#logger = logger;
    this.#fallback = metrics.gauge('rate_limit_fallback', '1 while requests are counted without Redis');
    this.#redis = new Redis(url, {
      connectionName: 'vedette-gateway',
      keyPrefix: 'vedette:rate:',
      enableOfflineQueue: false,
      enableAutoPipelining: true,
      commandTimeout: COMMAND_TIMEOUT_MS,
      maxRetriesPerRequest: 0,
      retryStrategy: (attempt) => Math.min(attempt * 100, 1_000),
    });
    this.#redis.defineCommand('countRequest', { numberOfKeys: 1, lua: COUNT_SCRIPT });
    this.#redis.on('error', (error) => this.#logger.debug({ error }, 'Redis reports an error'));
  }

  async count(bucket: string, now: number): Promise<CountedWindow> {
    if (now >= this.#awayUntil && this.#redis.status === 'ready') {
      try {
        const [count, resetMs] = await this.#redis.countRequest(bucket, WINDOW_MS);
        this.#noteFallback(false);
        this.#local.mirror(bucket, count, now + resetMs, now);
        return { count, resetMs };
      } catch (error) {
        this.#awayUntil = now + AWAY_MS;
        this.#logger.warn({ error }, 'Redis does not count; requests are counted locally');
      }
    }
    this.#noteFallback(true);
    return this.#local.count(bucket, now);
  }

  close(): void {
    this.#redis.disconnect();
  }

  #noteFallback(isFallback: boolean): void {
    this.#fallback.set(isFallback ? 1 : 0);
  }
}
