// Decides the environment of the services when they all run on one machine, by `pnpm start` or in a test.

import { SERVICE_USERS } from '@vedette/contract/subject';

/** Each service has its own NATS user. */
export const SERVICES = SERVICE_USERS;

export const LOOPBACK = '127.0.0.1';

export type ServiceName = (typeof SERVICES)[number];

export interface Stack {
  /** The address that the three public ports are bound to; the internal ports are on loopback whatever it is. */
  readonly listenHost: string;
  readonly databaseUrl: string;
  /** The address of NATS with the user of each service. */
  readonly natsUrlOf: (service: ServiceName) => string;
  readonly redisUrl: string;
  readonly gatewayPort: number;
  readonly statusPagePort: number;
  readonly heartbeatPort: number;
  /** Bound to loopback whatever `listenHost` is: sessions are not safe over plain http from elsewhere. */
  readonly consolePort: number;
  /** 32 bytes in base64 each. */
  readonly webhookSecretKey: string;
  readonly monitorSecretKey: string;
  readonly incidentSecretKey: string;
  readonly accountSecretKey: string;
  /** The directory for copies of pages that survive a restart. */
  readonly snapshotDirectory: string;
}

export interface StackUrls {
  readonly api: string;
  readonly statusPages: string;
  readonly heartbeats: string;
  readonly console: string;
}

export function stackUrls(stack: Stack): StackUrls {
  const host = reachableHost(stack.listenHost);
  return {
    api: `http://${host}:${stack.gatewayPort}`,
    statusPages: `http://${host}:${stack.statusPagePort}`,
    heartbeats: `http://${host}:${stack.heartbeatPort}`,
    console: `http://localhost:${stack.consolePort}`,
  };
}

/** A port bound to all interfaces is reached over loopback; an IPv6 address is put in brackets. */
export function reachableHost(listenHost: string): string {
  if (listenHost === '0.0.0.0' || listenHost === '::') return LOOPBACK;
  return listenHost.includes(':') ? `[${listenHost}]` : listenHost;
}

/** The same for all services, apart from the internal port and the NATS user of each. */
export function serviceEnvironment(stack: Stack, service: ServiceName, internalPort: number): Record<string, string> {
  const urls = stackUrls(stack);
  return {
    NODE_ENV: 'production',
    DATABASE_URL: stack.databaseUrl,
    NATS_URL: stack.natsUrlOf(service),
    REDIS_URL: stack.redisUrl,
    LISTEN_HOST: stack.listenHost,
    INTERNAL_HOST: LOOPBACK,
    INTERNAL_PORT: String(internalPort),
    GATEWAY_PORT: String(stack.gatewayPort),
    STATUS_PAGE_PORT: String(stack.statusPagePort),
    STATUS_PAGE_PUBLIC_URL: urls.statusPages,
    API_PUBLIC_URL: urls.api,
    HEARTBEAT_PORT: String(stack.heartbeatPort),
    HEARTBEAT_PUBLIC_URL: urls.heartbeats,
    CONSOLE_HOST: LOOPBACK,
    CONSOLE_PORT: String(stack.consolePort),
    CONSOLE_PUBLIC_URL: urls.console,
    WEBHOOK_SECRET_KEY: stack.webhookSecretKey,
    MONITOR_SECRET_KEY: stack.monitorSecretKey,
    INCIDENT_SECRET_KEY: stack.incidentSecretKey,
    ACCOUNT_SECRET_KEY: stack.accountSecretKey,
    STATUS_PAGE_SNAPSHOT_DIR: stack.snapshotDirectory,
    // Users try checks on local services, so those are allowed; webhooks to private addresses would help an attacker.
    CHECK_ALLOW_PRIVATE_TARGETS: 'true',
    WEBHOOK_ALLOW_PRIVATE_TARGETS: 'false',
  };
}
