import { Redis } from 'ioredis';
import type { Logger } from '@vedette/telemetry';

/** When Redis hangs, one request waits this long; the next requests do not use Redis for a while. */
const COMMAND_TIMEOUT_MS = 250;
/** The braces put all keys into one hash slot: a script counts several keys at once, and Redis may be a cluster. */
const KEY_PREFIX = 'vedette:{rate}:';

/** Everything that uses this client can count without Redis, so commands fail at once while Redis is unreachable. */
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
