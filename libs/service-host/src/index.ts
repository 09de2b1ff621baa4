export { databaseVariables, hostVariables, listenerVariables, type DatabaseConfig } from './config.ts';
export { CONFIG, Host, type HostConfig } from './host.ts';
export { InternalServer, type ReadinessCheck } from './internal-server.ts';
export { Lifecycle, type LifecyclePart, type Stage } from './lifecycle.ts';
export { parkedController } from './parked-controller.ts';
export { runService, type MainOptions } from './run-service.ts';
export { loaded, ServiceDatabase } from './service-database.ts';
export { openPool } from './service-pool.ts';
export { startService, type RunningService, type ServiceOptions } from './start-service.ts';
