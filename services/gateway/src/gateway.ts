import { fileURLToPath } from 'node:url';
import { internal, subjects, type Contract, type CredentialChange } from '@vedette/contract';
import { openPool, type Host } from '@vedette/service-host';
import type { GatewayConfig } from './config.ts';
import { GatewayMetrics } from './gateway-metrics.ts';
import { CredentialDirectory } from './gates/credential-directory.ts';
import { IdempotencyGate } from './gates/idempotency.ts';
import { KeyUses } from './gates/key-uses.ts';
import { LongRequests } from './gates/long-requests.ts';
import { openRedis } from './gates/redis.ts';
import { RequestCounter } from './gates/request-counter.ts';
import { ApiServer } from './api-server.ts';
import { ContractDocument } from './http/contract-document.ts';
import { IdempotencyRepository } from './idempotency.repository.ts';
import { Pipeline } from './pipeline.ts';

const SERVICE_DIRECTORY = fileURLToPath(new URL('..', import.meta.url));
const SEND_KEY_USES_MS = 5_000;
const PRUNE_MS = 600_000;

/** Wires the gates together for one contract; the API is served as long as the host runs. */
export function createGateway(config: GatewayConfig, host: Host, contract: Contract): void {
  const { logger, metrics, rpc, link, lifecycle } = host;
  const pool = openPool(host, config, SERVICE_DIRECTORY);
  const redis = openRedis(config.redisUrl, logger);
  const counter = new RequestCounter(redis, logger, metrics);
  const credentials = new CredentialDirectory(
    async (hashes) => (await rpc.ask(internal.findCredentials, { hashes })).credentials,
    metrics,
  );
  link.subscribe(subjects.credentialChanged, (message) => credentials.forget(message.json<CredentialChange>()));
  const keyUses = new KeyUses((uses) => rpc.ask(internal.noteKeyUses, { uses }));
  const idempotencyKeys = new IdempotencyRepository(pool);
  const pipeline = new Pipeline({
    contract,
    document: new ContractDocument(contract, config.publicUrl),
    credentials,
    keyUses,
    counter,
    rateLimit: config.rateLimit,
    idempotency: new IdempotencyGate(idempotencyKeys, logger),
    longRequests: new LongRequests(redis, logger),
    rpc,
    logger,
    metrics: new GatewayMetrics(metrics),
  });
  lifecycle.add('entrances', new ApiServer(config, logger, pipeline, counter));
  lifecycle.loop('uses of keys', SEND_KEY_USES_MS, () => keyUses.send());
  lifecycle.loop('idempotency pruning', PRUNE_MS, () => idempotencyKeys.prune());
  lifecycle.add('clients', { stop: () => redis.disconnect() });
  // Sends the uses of keys since the loop's last run.
  lifecycle.add('outbox', { stop: () => keyUses.send().catch(() => undefined) });
}
