import { Redis } from 'ioredis';
import type { Logger } from '@vedette/telemetry';

/** A Redis that hangs costs one request this long; the next ones do without it for a while. */
const COMMAND_TIMEOUT_MS = 250;
/** Braces keep all keys in one hash slot: they are counted together, and some Redis are clusters behind one address. */
const KEY_PREFIX = 'vedette:{rate}:';

/** What counts here has another way to count while Redis is away: nothing waits for it. */
export function openRedis(url: string, logger: Logger): Redis {
  const redis = new Redis(url, {
    connectionName: 'vedette-gateway',
    keyPrefix: KEY_PREFIX,
    enableOfflineQueue: false,
    commandTimeout: COMMAND_TIMEOUT_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(attempt * 100, 1_000),
  });
  redis.on('error', (error) => logger.debug({ error }, 'Redis reports an error'));
  return redis;
}
