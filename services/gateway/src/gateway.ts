import { fileURLToPath } from 'node:url';
import type { Contract } from '@vedette/contract';
import { openPool, type Host } from '@vedette/service-host';
import type { GatewayConfig } from './config.ts';
import { GatewayMetrics } from './gateway-metrics.ts';
import { IdempotencyGate } from './gates/idempotency.ts';
import { KeyDirectory } from './gates/key-directory.ts';
import { LongRequests } from './gates/long-requests.ts';
import { openRedis } from './gates/redis.ts';
import { RequestCounter } from './gates/request-counter.ts';
import { ApiServer } from './api-server.ts';
import { ContractDocument } from './http/contract-document.ts';
import { IdempotencyRepository } from './idempotency.repository.ts';
import { KeyRepository } from './key.repository.ts';
import { Pipeline } from './pipeline.ts';

const SERVICE_DIRECTORY = fileURLToPath(new URL('..', import.meta.url));
const WRITE_LAST_USED_MS = 5_000;
const PRUNE_MS = 600_000;

/** Wires the gates together for one contract; the API is served as long as the host runs. */
export function createGateway(config: GatewayConfig, host: Host, contract: Contract): void {
  const { logger, metrics, rpc, lifecycle } = host;
  const pool = openPool(host, config, SERVICE_DIRECTORY);
  const redis = openRedis(config.redisUrl, logger);
  const counter = new RequestCounter(redis, logger, metrics);
  const keys = new KeyDirectory(new KeyRepository(pool));
  const idempotencyKeys = new IdempotencyRepository(pool);
  const pipeline = new Pipeline({
    contract,
    document: new ContractDocument(contract, config.publicUrl),
    keys,
    counter,
    rateLimit: config.rateLimit,
    idempotency: new IdempotencyGate(idempotencyKeys, logger),
    longRequests: new LongRequests(redis, logger),
    rpc,
    logger,
    metrics: new GatewayMetrics(metrics),
  });
  lifecycle.add('entrances', new ApiServer(config, logger, pipeline, counter));
  lifecycle.loop('last-used times', WRITE_LAST_USED_MS, () => keys.writeLastUsed());
  lifecycle.loop('idempotency pruning', PRUNE_MS, () => idempotencyKeys.prune());
  lifecycle.add('clients', { stop: () => redis.disconnect() });
  // Writes the last-used times of requests since the loop's last run.
  lifecycle.add('outbox', { stop: () => keys.writeLastUsed().catch(() => undefined) });
}
