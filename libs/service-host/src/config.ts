import { address, integer, ipAddress, port, type Config } from '@vedette/configuration';
import { messagingVariables } from '@vedette/messaging';
import { telemetryVariables } from '@vedette/telemetry';

/** The variables of every service; each spreads them into its own declaration. */
export const hostVariables = {
  ...messagingVariables,
  ...telemetryVariables,
  internalHost: ipAddress('INTERNAL_HOST', {
    default: null,
    about: 'address that the internal port is bound to; none: all interfaces',
  }),
  internalPort: port('INTERNAL_PORT', { default: 9090, about: 'port of /live, /ready and /metrics' }),
};

/** The variables of every service with a public listener. */
export const listenerVariables = {
  listenHost: ipAddress('LISTEN_HOST', {
    default: null,
    about: 'address that the public port is bound to; none: all interfaces',
  }),
};

/** The variables of every service that keeps a schema in PostgreSQL. */
export const databaseVariables = {
  databaseUrl: address('DATABASE_URL', {
    protocols: ['postgresql', 'postgres'],
    secret: true,
    about: 'PostgreSQL that holds the schema of this service',
  }),
  databaseMaxConnections: integer('DATABASE_MAX_CONNECTIONS', {
    default: 20,
    min: 2,
    max: 500,
    about: 'connections that one replica opens at most',
  }),
};

export type DatabaseConfig = Config<typeof databaseVariables>;
