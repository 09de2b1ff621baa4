import { dyingWithUs } from '@vedette/local-stores';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, waitFor } from '@vedette/test-kit';
import { Pool } from 'undici';
import type { LoopRun } from './checks-report.ts';
import { cpuMsOf } from './processes.ts';

const PROGRAM = 'prometheus-blackbox-exporter';
const WARM_UP_MS = 1_000;

/** The prober that others run, on one core, asked over its own HTTP interface as Prometheus asks it. */
export class Blackbox {
  readonly #child: ChildProcess;
  readonly #clients: Pool;
  readonly #pid: number;
  readonly #concurrency: number;

  private constructor(child: ChildProcess, pid: number, port: number, concurrency: number) {
    this.#child = child;
    this.#pid = pid;
    this.#concurrency = concurrency;
    this.#clients = new Pool(`http://127.0.0.1:${port}`, { connections: concurrency, pipelining: 1 });
  }

  /** Undefined where it is not installed (Debian: prometheus-blackbox-exporter). */
  static async start(certFile: string, concurrency: number): Promise<Blackbox | undefined> {
    if (!isInstalled()) return undefined;
    const directory = await mkdtemp(join(tmpdir(), 'vedette-bench-'));
    const configFile = join(directory, 'blackbox.yml');
    const tls = `tls_config: { ca_file: ${certFile} }`;
    await writeFile(
      configFile,
      `modules: { web: { prober: http, timeout: 10s, http: { preferred_ip_protocol: ip4, ${tls} } } }\n`,
    );
    const port = await freePort();
    const onOneCore = ['-c', '0', 'env', 'GOMAXPROCS=1'];
    const settings = [`--config.file=${configFile}`, `--web.listen-address=127.0.0.1:${port}`, '--log.level=error'];
    const [command, ...words] = dyingWithUs(['taskset', ...onOneCore, PROGRAM, ...settings], 'SIGTERM');
    const child = spawn(command, words, { stdio: 'ignore' });
    if (child.pid === undefined) throw new Error(`${PROGRAM} could not be started`);
    const blackbox = new Blackbox(child, child.pid, port, concurrency);
    await waitFor(PROGRAM, async () => (await fetch(`http://127.0.0.1:${port}/-/healthy`)).ok);
    await rm(directory, { recursive: true });
    return blackbox;
  }

  /** Probes a target for so long, always as many at once. */
  async measure(url: string, ms: number): Promise<LoopRun> {
    await this.#probeFor(url, WARM_UP_MS);
    const [startedAt, cpuBefore] = [performance.now(), cpuMsOf(this.#pid)];
    const checks = await this.#probeFor(url, ms);
    return { checks, ms: performance.now() - startedAt, cpuMs: cpuMsOf(this.#pid) - cpuBefore };
  }

  async stop(): Promise<void> {
    await this.#clients.close();
    this.#child.kill();
    await once(this.#child, 'exit');
  }

  async #probeFor(url: string, ms: number): Promise<number> {
    const path = `/probe?module=web&target=${encodeURIComponent(url)}`;
    const end = performance.now() + ms;
    let checks = 0;
    const loop = async (): Promise<void> => {
      while (performance.now() < end) {
        const { body } = await this.#clients.request({ method: 'GET', path });
        if (!(await body.text()).includes('probe_success 1')) throw new Error(`${PROGRAM} could not probe ${url}`);
        checks += 1;
      }
    };
    await Promise.all(Array.from({ length: this.#concurrency }, loop));
    return checks;
  }
}

function isInstalled(): boolean {
  try {
    execFileSync(PROGRAM, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
