import { Agent, type ClientRequestArgs } from 'node:http';
import type { Socket } from 'node:net';

/** The target of a request, fixed before Node's agent sees the request. */
export interface Pin {
  readonly url: URL;
  /** The policy has checked this address for this request. */
  readonly address: string;
  /** A new connection to that address; null: use an idle one. */
  readonly socket: Socket | null;
}

export interface PinnedRequestArgs extends ClientRequestArgs {
  readonly pin?: Pin;
}

export interface PoolLimits {
  readonly maxIdlePerTarget: number;
  readonly idleMs: number;
}

/**
 * Keeps connections of ended requests for later requests to the same host, port and checked address. DNS is still
 * queried and checked for every request: an idle connection is used only if its address is in the current answer.
 */
export class ConnectionPool {
  readonly #http: PinnedAgent;
  readonly #https: PinnedAgent;

  constructor(limits: PoolLimits) {
    this.#http = new PinnedAgent('http:', limits);
    this.#https = new PinnedAgent('https:', limits);
  }

  agentFor(url: URL): PinnedAgent {
    return url.protocol === 'https:' ? this.#https : this.#http;
  }

  /** Closes every connection, including those in use. */
  close(): void {
    this.#http.destroy();
    this.#https.destroy();
  }
}

export class PinnedAgent extends Agent {
  // Node reads both properties from the agent, but its types do not declare them.
  readonly protocol: string;
  readonly defaultPort: number;

  constructor(protocol: 'http:' | 'https:', { maxIdlePerTarget, idleMs }: PoolLimits) {
    super({ keepAlive: maxIdlePerTarget > 0, maxFreeSockets: maxIdlePerTarget, timeout: idleMs });
    this.protocol = protocol;
    this.defaultPort = protocol === 'https:' ? 443 : 80;
  }

  hasIdle(pin: Pin): boolean {
    return this.freeSockets[nameOf(pin)]?.some((socket) => !socket.destroyed) ?? false;
  }

  override getName(args: PinnedRequestArgs = {}): string {
    return nameOf(pinOf(args));
  }

  /** All sockets of this agent were opened through the guard. */
  override createConnection(args: PinnedRequestArgs): Socket {
    const { socket } = pinOf(args);
    if (socket === null) throw new Error('The idle connection is gone');
    return socket;
  }
}

function pinOf({ pin }: PinnedRequestArgs): Pin {
  if (pin === undefined) throw new Error('A request through this agent needs a pin');
  return pin;
}

function nameOf({ url, address }: Pin): string {
  return `${url.host} ${address}`;
}
