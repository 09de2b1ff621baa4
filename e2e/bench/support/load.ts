import autocannon from 'autocannon';
import { cpuMsOf } from './processes.ts';

export interface Load {
  readonly name: string;
  readonly url: string;
  /** In turn, instead of the one of the address; every connection begins with another. */
  readonly paths?: readonly string[];
  readonly method?: 'GET' | 'POST';
  readonly headers?: Record<string, string>;
  readonly body?: string;
  readonly expectedStatus: number;
  /** 50 when left out. */
  readonly connections?: number;
  /** Processes whose time the answers cost. */
  readonly servers?: readonly number[];
}

export interface Measured {
  readonly name: string;
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Processor time of all servers together for one request; other processes disturb it less than the rate. */
  readonly cpuMicroseconds: number;
}

const CONNECTIONS = 50;
const WARM_UP_SECONDS = 2;
const SECONDS = 6;

/** Loads one address from this process for a few seconds, after a warm-up, and fails on any answer but the expected. */
export async function measure(load: Load): Promise<Measured> {
  const options = {
    url: load.url,
    method: load.method ?? 'GET',
    connections: load.connections ?? CONNECTIONS,
    ...(load.paths !== undefined && { setupClient: walkThrough(load.paths) }),
    ...(load.headers !== undefined && { headers: load.headers }),
    ...(load.body !== undefined && { body: load.body }),
  };
  await autocannon({ ...options, duration: WARM_UP_SECONDS });
  const { servers = [] } = load;
  const spentMs = (): number => servers.reduce((sum, pid) => sum + cpuMsOf(pid), 0);
  const before = spentMs();
  const result = await autocannon({ ...options, duration: SECONDS });
  const cpuMs = spentMs() - before;
  const statuses = Object.keys(result.statusCodeStats ?? {});
  if (statuses.length !== 1 || statuses[0] !== String(load.expectedStatus)) {
    throw new Error(`${load.name} answered ${statuses.join(', ') || 'nothing'}, not ${load.expectedStatus}`);
  }
  return {
    name: load.name,
    requestsPerSecond: result.requests.average,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    cpuMicroseconds: servers.length === 0 ? NaN : (cpuMs / result.requests.total) * 1_000,
  };
}

function walkThrough(paths: readonly string[]): (client: autocannon.Client) => void {
  let clients = 0;
  return (client) => {
    const first = (clients += 1) % paths.length;
    client.setRequests([...paths.slice(first), ...paths.slice(0, first)].map((path) => ({ method: 'GET', path })));
  };
}
