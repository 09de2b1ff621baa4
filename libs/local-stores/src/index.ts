export { ensureTools, tryTools } from './tools/ensure-tools.ts';
export { findTool, type ToolName } from './tools/find-tool.ts';
export { keptSecret } from './kept-secret.ts';
export { dyingWithUs, killGroup, launch, type Exit, type Launched, type LaunchOptions } from './stores/launch.ts';
export { LocalError } from './local-error.ts';
export { startNats, type NatsStore } from './stores/nats.ts';
export { pauseAfterMs, poll, type PollOptions } from './poll.ts';
export { startPostgres, type PostgresOptions } from './stores/postgres.ts';
export { identityOf, isAlive, type ProcessIdentity } from './process-identity.ts';
export { startRedis } from './stores/redis.ts';
export { isPortFree, reservePort } from './reserve-port.ts';
export { refuseOptions, scriptOptions } from './script-options.ts';
export { isServiceReady } from './service-readiness.ts';
export type { Store, StoreOptions } from './stores/store.ts';
export {
  LOOPBACK,
  reachableHost,
  serviceEnvironment,
  SERVICES,
  stackUrls,
  type ServiceName,
  type Stack,
  type StackUrls,
} from './services.ts';
export { whileTelling, type Report } from './while-telling.ts';
