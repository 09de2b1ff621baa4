import type { Config } from '@vedette/configuration';
import type { NatsLink, RpcClient } from '@vedette/messaging';
import type { Logger, Metrics } from '@vedette/telemetry';
import type { hostVariables } from './config.ts';
import type { InternalServer } from './internal-server.ts';
import type { Lifecycle } from './lifecycle.ts';

export type HostConfig = Config<typeof hostVariables>;

/** The parts that every service gets from its host; services inject this class. */
export class Host {
  readonly name: string;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly internalServer: InternalServer;
  readonly link: NatsLink;
  readonly rpc: RpcClient;
  readonly lifecycle: Lifecycle;
  /** Fires when the service begins to stop, at the same time as the entrances stop: take on no more work. */
  readonly stopping: AbortSignal;

  constructor(parts: Omit<Host, never>) {
    this.name = parts.name;
    this.logger = parts.logger;
    this.metrics = parts.metrics;
    this.internalServer = parts.internalServer;
    this.link = parts.link;
    this.rpc = parts.rpc;
    this.lifecycle = parts.lifecycle;
    this.stopping = parts.stopping;
  }
}

/** The token under which a service's own configuration is injected. */
export const CONFIG = Symbol('configuration');
