export { inBenchRun } from './bench-run.ts';
export { createDatabase, type DatabaseOptions, type TestDatabase } from './stores/database.ts';
export { LostMessages, type ConsumersThen } from './stores/lost-messages.ts';
export { operatorOf, type KeyOptions, type Operator, type OrganizationOptions } from './stack/operator.ts';
export { inRepository } from './repository.ts';
export { oncePerRun } from './runner/once-per-run.ts';
export { spawnProcess, spawnService, type ServiceProcess, type SpawnOptions } from './stack/service-process.ts';
export { sharedAuthority, sharedStack, type SharedStack } from './stack/shared-stack.ts';
export type { ServiceEnvironment, StackAddresses } from './stack-addresses.ts';
export { startStack, type StackOptions, type TestStack } from './stack/stack.ts';
export { stackOn, type StoreName } from './stack/stack-stores.ts';
export {
  startNatsForSuite,
  startPostgresForSuite,
  startRedisForSuite,
  type SuiteNats,
  type SuiteStore,
} from './stores/suite-stores.ts';
export { tablesWith } from './stores/tables-with.ts';
export { waitFor, type Found, type WaitOptions } from './wait-for.ts';
export { reservePort as freePort } from '@vedette/local-stores';
