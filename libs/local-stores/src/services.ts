// Decides what the six services are told when they all run on one machine, by `pnpm start` or by a test.

export const SERVICES = [
  'gateway',
  'monitor',
  'checker-worker',
  'incident',
  'status-page',
  'webhook-dispatcher',
] as const;

export const LOOPBACK = '127.0.0.1';

export type ServiceName = (typeof SERVICES)[number];

export interface Stack {
  /** The address that the three public ports are bound to; the internal ports are on loopback whatever it is. */
  readonly listenHost: string;
  readonly databaseUrl: string;
  /** With the user of each service. */
  readonly natsUrlOf: (service: ServiceName) => string;
  readonly redisUrl: string;
  readonly gatewayPort: number;
  readonly statusPagePort: number;
  readonly heartbeatPort: number;
  /** 32 bytes in base64 each. */
  readonly webhookSecretKey: string;
  readonly monitorSecretKey: string;
  readonly incidentSecretKey: string;
  /** Where pages are kept for a restart. */
  readonly snapshotDirectory: string;
}

export interface StackUrls {
  readonly api: string;
  readonly statusPages: string;
  readonly heartbeats: string;
}

export function stackUrls(stack: Stack): StackUrls {
  const host = reachableHost(stack.listenHost);
  return {
    api: `http://${host}:${stack.gatewayPort}`,
    statusPages: `http://${host}:${stack.statusPagePort}`,
    heartbeats: `http://${host}:${stack.heartbeatPort}`,
  };
}

/** What is bound to all interfaces is reached from this machine by loopback; an IPv6 address stands in brackets. */
export function reachableHost(listenHost: string): string {
  if (listenHost === '0.0.0.0' || listenHost === '::') return LOOPBACK;
  return listenHost.includes(':') ? `[${listenHost}]` : listenHost;
}

/** The same for all six, apart from the internal port and the user of NATS that each has to itself. */
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
    WEBHOOK_SECRET_KEY: stack.webhookSecretKey,
    MONITOR_SECRET_KEY: stack.monitorSecretKey,
    INCIDENT_SECRET_KEY: stack.incidentSecretKey,
    STATUS_PAGE_SNAPSHOT_DIR: stack.snapshotDirectory,
    // People try it on what runs beside it; a webhook to a private address is what an attacker would ask for.
    CHECK_ALLOW_PRIVATE_TARGETS: 'true',
    WEBHOOK_ALLOW_PRIVATE_TARGETS: 'false',
  };
}
