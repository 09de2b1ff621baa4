import 'reflect-metadata';
import { setTimeout as sleep } from 'node:timers/promises';
import { Catch, Global, Module, type DynamicModule, type RpcExceptionFilter, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { streamsKeptBy } from '@vedette/contract';
import { ensureStreams, NatsLink, observeBacklog, RpcClient, RpcServer } from '@vedette/messaging';
import { createLogger, Metrics, nestLogger, startTracing, type Logger } from '@vedette/telemetry';
import { throwError, type Observable } from 'rxjs';
import { CONFIG, Host, type HostConfig } from './host.ts';
import { InternalServer } from './internal-server.ts';
import { Lifecycle } from './lifecycle.ts';
import { answerRollCalls } from './roll-call.ts';

/** A stream that is lost while the service runs is recreated within this time. */
const KEEP_STREAMS_MS = 30_000;
/** NATS may not answer, or JetStream may have no leader; after this time the service starts without its streams. */
const FIRST_STREAMS_MS = 5_000;

export interface ServiceOptions<C extends HostConfig> {
  readonly name: string;
  readonly config: C;
  readonly module: Type<unknown>;
  readonly logger?: Logger;
  /** Dependencies, named by their checks (`nats`, `database`), without which the service can still serve the public. */
  readonly servesWithout?: readonly string[];
}

export interface RunningService {
  readonly host: Host;
  /** The port of /live, /ready and /metrics. */
  readonly internalPort: number;
  get<T>(token: Type<T>): T;
  stop(): Promise<void>;
}

/** Boots a service: telemetry, the internal port, NATS, then the service's own module with its handlers. */
export async function startService<C extends HostConfig>(options: ServiceOptions<C>): Promise<RunningService> {
  const { name, config } = options;
  const logger = options.logger ?? createLogger(name, config.logLevel);
  const tracing = await startTracing(name, config.otlpEndpoint);
  const metrics = new Metrics(name);
  const internalServer = new InternalServer(metrics, logger, options.servesWithout);
  const internalPort = await internalServer.listen({ host: config.internalHost, port: config.internalPort });
  const link = new NatsLink({ url: config.natsUrl, caFile: config.natsCaFile, service: name, logger });
  observeBacklog(link, metrics);
  const firstStreams = Promise.withResolvers<void>();
  const kept = streamsKeptBy(name);
  const lifecycle = new Lifecycle(logger);
  const streamKeeping = lifecycle.loop('keeping the streams', KEEP_STREAMS_MS, async () => {
    if (link.connection === undefined) return;
    await ensureStreams(link.connection, config.natsReplicas, kept);
    firstStreams.resolve();
  });
  link.onConnect(() => streamKeeping.wake());
  streamKeeping.start();
  const server = new RpcServer({ link, service: name, logger, metrics });
  internalServer.addCheck({ name: 'nats', check: async () => natsFault(link, server) });
  answerRollCalls({ name, link, logger, metrics, internalServer });
  const stopping = new AbortController();
  const rpc = new RpcClient(link, logger);
  const host = new Host({ name, logger, metrics, internalServer, link, rpc, lifecycle, stopping: stopping.signal });

  const app = await NestFactory.createMicroservice(hosted(options.module, host, config), {
    strategy: server,
    logger: nestLogger(logger),
    abortOnError: false,
  });
  app.useGlobalFilters(new PassErrorsOn());
  // When a system starts for the first time, consumers would otherwise find no streams and log warnings.
  const streamsIfReachable = link.firstTry.then(() => (link.isConnected ? firstStreams.promise : undefined));
  await Promise.race([streamsIfReachable, sleep(FIRST_STREAMS_MS, undefined, { ref: false })]);
  lifecycle.add('entrances', { start: () => app.listen(), stop: () => app.close() });
  await lifecycle.start();
  internalServer.markReady();
  logger.info({ internalPort }, `${name} is up`);

  const stop = async (): Promise<void> => {
    internalServer.markDraining();
    stopping.abort();
    await lifecycle.stop();
    await link.close();
    await tracing.stop();
    await internalServer.close();
  };
  let stopped: Promise<void> | undefined;
  return { host, internalPort, get: (token) => app.get(token, { strict: false }), stop: () => (stopped ??= stop()) };
}

function natsFault(link: NatsLink, server: RpcServer): string | null {
  if (!link.isConnected) return 'not connected';
  return server.isSubscribed ? null : 'requests are not subscribed to yet';
}

/** Passes our errors on unchanged, since the transport writes their code; Nest's own filter would drop the code. */
@Catch()
class PassErrorsOn implements RpcExceptionFilter {
  catch(error: unknown): Observable<never> {
    return throwError(() => error);
  }
}

@Global()
@Module({})
class HostModule {}

function hosted(module: Type<unknown>, host: Host, config: unknown): DynamicModule {
  return {
    module: HostModule,
    global: true,
    imports: [module],
    providers: [
      { provide: Host, useValue: host },
      { provide: CONFIG, useValue: config },
    ],
    exports: [Host, CONFIG],
  };
}
