import { rmSync } from 'node:fs';
import { writeFile, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, waitFor } from '@vedette/test-kit';
import { generate } from 'selfsigned';
import { Blackbox } from './blackbox.ts';
import { checksReport, rateOf, type LoopRun } from './checks-report.ts';
import { runScript } from './processes.ts';
import { WorkerRun } from './worker-run.ts';

const ROUNDS = 3;
const CONCURRENCY = 50;
const LOOP_MS = 3_000;
const HELD_CHECKS = 1_000;

export interface BenchTarget {
  readonly httpUrl: string;
  readonly httpsUrl: string;
  readonly certFile: string;
  stop(): void;
}

/** The target that everything is measured against, on the other core. */
export async function startBenchTarget(): Promise<BenchTarget> {
  const directory = await mkdtemp(join(tmpdir(), 'vedette-bench-'));
  const made = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] },
    ],
  });
  const [keyFile, certFile] = [join(directory, 'key.pem'), join(directory, 'cert.pem')];
  await Promise.all([writeFile(keyFile, made.private), writeFile(certFile, made.cert)]);
  const [httpPort, httpsPort] = [await freePort(), await freePort()];
  const { child } = await runScript('check-target.ts', [keyFile, certFile, `${httpPort}`, `${httpsPort}`], '1');
  return {
    httpUrl: `http://127.0.0.1:${httpPort}/`,
    httpsUrl: `https://127.0.0.1:${httpsPort}/`,
    certFile,
    stop: () => {
      child.kill();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Worker checks a second alone, beside others against the same target; each in turn, several times. */
export async function benchWorkerAlone(target: BenchTarget): Promise<string> {
  const blackbox = await Blackbox.start(target.certFile, CONCURRENCY);
  try {
    const http = await compared('HTTP', target.httpUrl, 10_000, target, blackbox);
    const https = await compared('HTTPS', target.httpsUrl, 2_000, target, blackbox);
    const missing = blackbox === undefined ? 'prometheus-blackbox-exporter is not installed: left out\n\n' : '';
    return http + https + missing;
  } finally {
    await blackbox?.stop();
  }
}

async function compared(
  title: string,
  url: string,
  checks: number,
  { certFile }: BenchTarget,
  blackbox: Blackbox | undefined,
): Promise<string> {
  const runs = { node: [] as LoopRun[], worker: [] as LoopRun[], blackbox: [] as LoopRun[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    runs.node.push(await loopRun('node', url, certFile));
    runs.worker.push(await workerRun(url, checks, certFile));
    if (blackbox !== undefined) runs.blackbox.push(await blackbox.measure(url, LOOP_MS));
  }
  const worker = rateOf('worker alone', runs.worker);
  const exporter = rateOf('blackbox_exporter', runs.blackbox);
  const rates = [
    rateOf('bare node loop with phases', runs.node),
    worker,
    // These two only show where the others stand.
    rateOf('bare undici loop', [await loopRun('undici', url, certFile)]),
    rateOf('bare got loop', [await loopRun('got', url, certFile)]),
  ];
  if (blackbox === undefined) return `${checksReport(title, rates)}\n`;
  const times = (worker.checksPerSecond / exporter.checksPerSecond).toFixed(2);
  const byCpu = (exporter.cpuMicroseconds / worker.cpuMicroseconds).toFixed(2);
  const verdict = `worker alone: ${times} × blackbox_exporter (${byCpu} × by CPU)`;
  return `${checksReport(title, [...rates, exporter])}${verdict}\n\n`;
}

async function loopRun(engine: string, url: string, certFile: string): Promise<LoopRun> {
  const args = [engine, url, certFile, `${CONCURRENCY}`, `${LOOP_MS / 1_000}`];
  const { firstLine } = await runScript('check-loop.ts', args, '0');
  return JSON.parse(firstLine) as LoopRun;
}

async function workerRun(url: string, checks: number, certFile: string): Promise<LoopRun> {
  const run = await WorkerRun.start(certFile);
  try {
    return await run.measure([url], checks);
  } finally {
    await run.stop();
  }
}

/** What a thousand HTTPS checks that wait for their answer add to a worker's memory. */
export async function benchWorkerMemory(target: BenchTarget): Promise<string> {
  const run = await WorkerRun.start(target.certFile);
  try {
    await run.measure([target.httpsUrl], 500);
    const before = run.rssMb;
    await run.schedule([`${target.httpsUrl}hold`], HELD_CHECKS);
    const held = async (): Promise<number> => Number(await (await fetch(`${target.httpUrl}held`)).text());
    await waitFor('every check to be in flight', async () => (await held()) >= HELD_CHECKS, { timeoutMs: 25_000 });
    const added = run.rssMb - before;
    return `worker: ${Math.round(before)} MB, and ${Math.round(added)} MB more with ${HELD_CHECKS} HTTPS checks in flight\n`;
  } finally {
    target.stop();
    await run.stop();
  }
}
