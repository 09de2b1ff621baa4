export { databaseVariables, hostVariables, listenerVariables } from './config.ts';
export { databaseCheck } from './database-check.ts';
export { CONFIG, Host, type HostConfig } from './host.ts';
export { InternalServer, type ReadinessCheck } from './internal-server.ts';
export { parkedController } from './parked-controller.ts';
export { runService, type MainOptions } from './run-service.ts';
export { loaded, ServiceDatabase, type DatabaseConfig } from './service-database.ts';
export { startService, type RunningService, type ServiceOptions } from './start-service.ts';
export { tracePool } from './trace-pool.ts';
