import { Agent, type ClientRequestArgs } from 'node:http';
import type { Socket } from 'node:net';

/** Where a request goes, decided before Node's agent sees it. */
export interface Pin {
  readonly url: URL;
  /** Checked by the policy for this very request. */
  readonly address: string;
  /** A fresh connection to that address; null takes an idle one. */
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
 * Keeps connections of ended requests for the next request to the same host, port and checked address. DNS is still
 * asked and judged for every request: an idle connection to an address that is not in today's answer is not used.
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

  /** Closes every connection, also those in use. */
  close(): void {
    this.#http.destroy();
    this.#https.destroy();
  }
}

export class PinnedAgent extends Agent {
  // Node reads both off the agent, which its types don't tell.
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

  /** There are no sockets here but those that were dialed through the guard. */
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
