import { fileURLToPath } from 'node:url';
import type { Contract } from '@vedette/contract';
import { createPool } from '@vedette/database';
import { BackgroundLoop } from '@vedette/messaging';
import { databaseCheck, tracePool, type Host } from '@vedette/service-host';
import { currentOrganizationId } from '@vedette/telemetry';
import type { GatewayConfig } from './config.ts';
import { GatewayMetrics } from './gateway-metrics.ts';
import { IdempotencyGate } from './gates/idempotency.ts';
import { KeyDirectory } from './gates/key-directory.ts';
import { LongRequests } from './gates/long-requests.ts';
import { openRedis } from './gates/redis.ts';
import { RequestCounter } from './gates/request-counter.ts';
import { ApiServer } from './http/api-server.ts';
import { ContractDocument } from './http/contract-document.ts';
import { IdempotencyRepository } from './idempotency.repository.ts';
import { KeyRepository } from './key.repository.ts';
import { Pipeline } from './pipeline.ts';

const SERVICE_DIRECTORY = fileURLToPath(new URL('..', import.meta.url));
const WRITE_LAST_USED_MS = 5_000;
const PRUNE_MS = 600_000;

export interface Gateway {
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Wires the gates together for one contract; nothing listens before `start`. */
export function createGateway(config: GatewayConfig, host: Host, contract: Contract): Gateway {
  const { logger, metrics, rpc, internalServer } = host;
  const pool = createPool({
    url: config.databaseUrl,
    service: host.name,
    maxConnections: config.databaseMaxConnections,
    onError: (error) => logger.warn({ error }, 'an idle PostgreSQL connection broke'),
    organizationId: currentOrganizationId,
  });
  tracePool(pool);
  internalServer.addCheck(databaseCheck(pool, SERVICE_DIRECTORY));
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
  const server = new ApiServer(config, pipeline, counter);
  const loops = [
    new BackgroundLoop('last-used times', WRITE_LAST_USED_MS, logger, () => keys.writeLastUsed()),
    new BackgroundLoop('idempotency pruning', PRUNE_MS, logger, () => idempotencyKeys.prune()),
  ];
  return {
    start: async () => {
      const port = await server.listen();
      for (const loop of loops) loop.start();
      logger.info({ port }, 'the API is served');
    },
    stop: async () => {
      await server.close();
      await Promise.all(loops.map((loop) => loop.stop()));
      await keys.writeLastUsed().catch(() => undefined);
      redis.disconnect();
      await pool.end();
    },
  };
}
