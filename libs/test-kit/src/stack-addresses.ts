import type { ServiceName } from '@vedette/local-stores';

/** Variables of a process; one that is undefined is left out. */
export type ServiceEnvironment = Readonly<Record<string, string | undefined>>;

/** The addresses of a stack, for suites that only use it. */
export interface StackAddresses {
  readonly apiUrl: string;
  readonly consoleUrl: string;
  readonly statusUrl: string;
  readonly heartbeatUrl: string;
  /** Of the ports for health and metrics, by service. */
  readonly internalUrls: Readonly<Partial<Record<ServiceName, string>>>;
  readonly databaseUrl: string;
  /** Of a user who may do everything, for a test that plays a service. */
  readonly natsUrl: string;
  readonly redisUrl: string;
  /** Of the operator's command line. */
  readonly operatorEnvironment: ServiceEnvironment;
}
