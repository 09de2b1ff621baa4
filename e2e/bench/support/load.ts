import autocannon from 'autocannon';
import { percentile } from './latencies.ts';
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
  /** Requests a second in each round. */
  readonly rates: readonly number[];
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Processor time of all servers together for one request; other processes disturb it less than the rate. */
  readonly cpuMicroseconds: number;
}

const CONNECTIONS = 50;
const WARM_UP_SECONDS = 2;
const ROUNDS = 5;
const ROUND_SECONDS = 2;

/**
 * Loads these addresses from this process, in turn and after a warm-up, and fails on any answer but the expected. A
 * machine is rarely as fast after seconds as it was, so only what was measured in the same round can be compared.
 */
export async function measureInTurn(loads: readonly Load[]): Promise<Measured[]> {
  const measurements = loads.map((load) => new Measurement(load));
  for (const measurement of measurements) await measurement.warmUp();
  for (let round = 0; round < ROUNDS; round += 1) {
    const inOrder = round % 2 === 0 ? measurements : measurements.toReversed();
    for (const measurement of inOrder) await measurement.run();
  }
  return measurements.map(({ result }) => result);
}

class Measurement {
  readonly #load: Load;
  readonly #rates: number[] = [];
  readonly #latencies: number[] = [];
  #cpuMs = 0;
  #seconds = 0;

  constructor(load: Load) {
    this.#load = load;
  }

  async warmUp(): Promise<void> {
    await autocannon({ ...this.#options(), duration: WARM_UP_SECONDS });
    this.#latencies.length = 0;
  }

  async run(): Promise<void> {
    const { name, expectedStatus } = this.#load;
    const before = this.#spentMs();
    const { statusCodeStats, requests, duration } = await autocannon({ ...this.#options(), duration: ROUND_SECONDS });
    this.#cpuMs += this.#spentMs() - before;
    const statuses = Object.keys(statusCodeStats ?? {});
    if (statuses.length !== 1 || statuses[0] !== String(expectedStatus)) {
      throw new Error(`${name} answered ${statuses.join(', ') || 'nothing'}, not ${expectedStatus}`);
    }
    this.#seconds += duration;
    this.#rates.push(requests.total / duration);
  }

  get result(): Measured {
    const { name, servers = [] } = this.#load;
    const requests = this.#latencies.length;
    return {
      name,
      requestsPerSecond: requests / this.#seconds,
      rates: this.#rates,
      p50Ms: percentile(this.#latencies, 50),
      p99Ms: percentile(this.#latencies, 99),
      cpuMicroseconds: servers.length === 0 ? NaN : (this.#cpuMs / requests) * 1_000,
    };
  }

  #options(): autocannon.Options {
    const { url, method = 'GET', connections = CONNECTIONS, paths, headers, body } = this.#load;
    const walk = paths === undefined ? undefined : walkThrough(paths);
    return {
      url,
      method,
      connections,
      setupClient: (client) => {
        client.on('response', (_status, _bytes, responseMs: number) => this.#latencies.push(responseMs));
        walk?.(client);
      },
      ...(headers !== undefined && { headers }),
      ...(body !== undefined && { body }),
    };
  }

  #spentMs(): number {
    return (this.#load.servers ?? []).reduce((sum, pid) => sum + cpuMsOf(pid), 0);
  }
}

function walkThrough(paths: readonly string[]): (client: autocannon.Client) => void {
  let clients = 0;
  return (client) => {
    const first = (clients += 1) % paths.length;
    client.setRequests([...paths.slice(first), ...paths.slice(0, first)].map((path) => ({ method: 'GET', path })));
  };
}
