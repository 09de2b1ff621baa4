import { address, ipAddress, port, readConfig, type Config } from '@vedette/configuration';
import { LOOPBACK } from '@vedette/local-stores';

export const declaration = {
  listenHost: ipAddress('LISTEN_HOST', {
    default: LOOPBACK,
    about: 'address that the three public ports are bound to; 0.0.0.0: all interfaces',
  }),
  gatewayPort: port('GATEWAY_PORT', { default: 8080, about: 'port of the API' }),
  statusPagePort: port('STATUS_PAGE_PORT', { default: 8081, about: 'port of the public status pages' }),
  heartbeatPort: port('HEARTBEAT_PORT', { default: 8082, about: 'port of heartbeat pings' }),
  consolePort: port('CONSOLE_PORT', { default: 8083, about: 'port of the console, on loopback' }),
  consolePublicUrl: address('CONSOLE_PUBLIC_URL', {
    default: null,
    protocols: ['http', 'https'],
    about: 'address of the console, as links to it are written; its port on localhost, if left out',
  }),
  databaseUrl: address('DATABASE_URL', {
    default: null,
    protocols: ['postgresql', 'postgres'],
    secret: true,
    about: 'PostgreSQL to use instead of a private one',
  }),
  natsUrl: address('NATS_URL', {
    default: null,
    protocols: ['nats', 'tls'],
    about: 'NATS to use instead of a private one',
  }),
  redisUrl: address('REDIS_URL', {
    default: null,
    protocols: ['redis', 'rediss'],
    secret: true,
    about: 'Redis to use instead of a private one',
  }),
};

export type LocalConfig = Config<typeof declaration>;

export function readLocalConfig(): LocalConfig {
  return readConfig(declaration, process.env);
}
