import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  consoleContract,
  consoleEdition,
  internal,
  publicEdition,
  subjects,
  type Contract,
  type CredentialChange,
  type Edition,
} from '@vedette/contract';
import type { Host } from '@vedette/service-host';
import { ApiServer, type ApiServerOptions } from './api-server.ts';
import type { GatewayConfig } from './config.ts';
import { ConsoleEntrance } from './console-entrance.ts';
import { ConsoleSite } from './console-site.ts';
import { GatewayMetrics } from './gateway-metrics.ts';
import { CredentialDirectory, type AskCredentials } from './credentials/credential-directory.ts';
import { IdempotencyGate } from './idempotency/idempotency.ts';
import { KeyClients } from './credentials/key-clients.ts';
import { KeyUses } from './credentials/key-uses.ts';
import { HeldBytes } from './limits/held-bytes.ts';
import { LeasedPlaces, RENEW_MS } from './limits/leased-places.ts';
import { LongRequests } from './limits/long-requests.ts';
import { openRedis } from './limits/redis.ts';
import { RequestCounter } from './limits/request-counter.ts';
import { ContractDocument } from './http/contract-document.ts';
import type { IdempotencyRepository } from './idempotency/idempotency.repository.ts';
import { Pipeline } from './pipeline.ts';
import { EventStreams } from './streams/event-streams.ts';
import { PublicEntrance } from './public-entrance.ts';

/** The built web app lies beside the service, in the image too. */
const CONSOLE_FILES = join(fileURLToPath(new URL('..', import.meta.url)), '..', 'console', 'bundle', 'site');
const SEND_KEY_USES_MS = 5_000;
const PRUNE_MS = 600_000;
/** A stream ends within two seconds of its credential, even if one question goes unanswered. */
const CHECK_STREAMS_MS = 1_000;
const POLL_STREAMS_MS = 15_000;

/** One contract with its way in, its document and its port. */
interface Served extends Pick<ApiServerOptions, 'name' | 'listenHost' | 'port' | 'entrance' | 'site'> {
  readonly contract: Contract;
  readonly edition: Edition;
  readonly publicUrl: string | null;
}

/** Wires the gates together for both contracts, which are served as long as the host runs. */
export function createGateway(
  config: GatewayConfig,
  { logger, metrics, rpc, link, lifecycle }: Host,
  idempotencyKeys: IdempotencyRepository,
  contract: Contract,
): void {
  const redis = openRedis(config.redisUrl, logger);
  const counter = new RequestCounter(redis, logger, metrics);
  const ask: AskCredentials = async (hashes) => (await rpc.ask(internal.findCredentials, { hashes })).credentials;
  // A stream that is only open does not keep its session from expiring.
  const watch: AskCredentials = async (hashes) =>
    (await rpc.ask(internal.findCredentials, { hashes, isWatching: true })).credentials;
  const credentials = new CredentialDirectory(ask, metrics);
  const places = new LeasedPlaces(redis, logger);
  const streams = new EventStreams({ rpc, link, watch, places, logger, metrics });
  const streamRights = lifecycle.loop('the rights of streams', CHECK_STREAMS_MS, () => streams.check());
  lifecycle.loop('the polling of streams', POLL_STREAMS_MS, () => streams.poll());
  lifecycle.loop('leases of streams and long requests', RENEW_MS, () => places.renew());
  link.subscribe(subjects.credentialChanged, (message) => {
    credentials.forget(message.json<CredentialChange>());
    streamRights.wake();
  });
  const keyUses = new KeyUses((uses) => rpc.ask(internal.noteKeyUses, { uses }));
  const keys = new KeyClients(credentials, keyUses, logger);
  const keyPolicy = { name: 'public-api', limit: config.rateLimit } as const;
  const held = new HeldBytes();
  metrics.observedGauge('request_held_bytes', 'Bytes of bodies and answers that are not taken', () => held.total);
  const behind = {
    counter,
    idempotency: new IdempotencyGate(idempotencyKeys, logger),
    longRequests: new LongRequests(places),
    held,
    streams,
    rpc,
    logger,
    metrics: new GatewayMetrics(metrics),
  };
  const serve = ({ contract: served, edition, publicUrl, ...listener }: Served): void => {
    const document = new ContractDocument(served, edition, publicUrl);
    const pipeline = new Pipeline({ ...behind, contract: served, entrance: listener.entrance, document });
    const { trustedProxies } = config;
    lifecycle.add('entrances', new ApiServer({ ...listener, trustedProxies, pipeline, counter, logger }));
  };
  serve({
    name: 'API',
    listenHost: config.listenHost,
    port: config.port,
    entrance: new PublicEntrance(keys, keyPolicy),
    site: undefined,
    contract,
    edition: publicEdition,
    publicUrl: config.publicUrl,
  });
  const { consolePublicUrl: publicUrl } = config;
  if (publicUrl !== null) {
    const sessionPolicy = { name: 'console', limit: config.consoleRateLimit } as const;
    const entrance = new ConsoleEntrance({ publicUrl, credentials, keys, keyPolicy, sessionPolicy, logger });
    serve({
      name: 'console',
      listenHost: config.consoleHost ?? config.listenHost,
      port: config.consolePort,
      entrance,
      site: new ConsoleSite(CONSOLE_FILES, {
        publicUrl,
        statusPageUrl: config.statusPageUrl,
      }),
      contract: consoleContract,
      edition: consoleEdition,
      publicUrl,
    });
  }
  lifecycle.add('entrances', streams);
  lifecycle.loop('uses of keys', SEND_KEY_USES_MS, () => keyUses.send());
  lifecycle.loop('idempotency pruning', PRUNE_MS, () => idempotencyKeys.prune());
  lifecycle.add('clients', { stop: () => redis.disconnect() });
  // Sends the uses of keys since the loop's last run.
  lifecycle.add('outbox', { stop: () => keyUses.send().catch(() => undefined) });
}
