import { address, integer } from '@vedette/configuration';
import { messagingVariables } from '@vedette/messaging';
import { telemetryVariables } from '@vedette/telemetry';

/** The variables of every service; each spreads them into its own declaration. */
export const hostVariables = { ...messagingVariables, ...telemetryVariables };

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
