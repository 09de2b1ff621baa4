export { createDatabase, type DatabaseOptions, type TestDatabase } from './database.ts';
export { inRepository } from './repository.ts';
export {
  spawnProcess,
  spawnService,
  type ServiceEnvironment,
  type ServiceProcess,
  type SpawnOptions,
} from './service-process.ts';
export { startNatsForSuite, startPostgresForSuite, startRedisForSuite, type SuiteStore } from './suite-stores.ts';
export { waitFor, type Found, type WaitOptions } from './wait-for.ts';
export { reservePort as freePort } from '@vedette/local-stores';
