import { address, addressRanges, integer, ipAddress, port, readConfig, type Config } from '@vedette/configuration';
import { databaseVariables, hostVariables, listenerVariables } from '@vedette/service-host';

export const declaration = {
  ...hostVariables,
  ...databaseVariables,
  ...listenerVariables,
  port: port('GATEWAY_PORT', { default: 8080, about: 'port of the public API' }),
  redisUrl: address('REDIS_URL', {
    protocols: ['redis', 'rediss'],
    secret: true,
    about: 'Redis that counts requests for the rate limit',
  }),
  rateLimit: integer('RATE_LIMIT_REQUESTS', {
    default: 120,
    min: 1,
    max: 1_000_000,
    about: 'requests that a key may make in 60 seconds',
  }),
  consolePort: port('CONSOLE_PORT', { default: 8083, about: 'port of the console: the web app and its contract' }),
  consoleHost: ipAddress('CONSOLE_HOST', {
    default: null,
    about: 'address that the console port is bound to; none: as LISTEN_HOST',
  }),
  consolePublicUrl: address('CONSOLE_PUBLIC_URL', {
    default: null,
    protocols: ['http', 'https'],
    isBase: true,
    about: 'address of the console as browsers see it; none: no console is served',
  }),
  statusPageUrl: address('STATUS_PAGE_PUBLIC_URL', {
    default: null,
    protocols: ['http', 'https'],
    isBase: true,
    about: 'address of the status pages: the console shows their previews in a frame; none: it shows no frame',
  }),
  consoleRateLimit: integer('CONSOLE_RATE_LIMIT_REQUESTS', {
    default: 600,
    min: 1,
    max: 1_000_000,
    about: 'requests that a session may make in 60 seconds',
  }),
  trustedProxies: addressRanges('TRUSTED_PROXIES', {
    default: [],
    about: 'addresses or ranges of the proxies whose X-Forwarded-For is believed, comma-separated',
  }),
  publicUrl: address('API_PUBLIC_URL', {
    default: null,
    protocols: ['http', 'https'],
    about: 'address of the API as its clients see it, named in openapi.json',
  }),
};

export type GatewayConfig = Config<typeof declaration>;

export const readGatewayConfig = (): GatewayConfig => readConfig(declaration, process.env);
