import { writeFile, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, waitFor } from '@vedette/test-kit';
import { generate } from 'selfsigned';
import { checksReport, rateOf } from './checks-report.ts';
import { runScript } from './processes.ts';
import { WorkerRun } from './worker-run.ts';

const rounds = 3;
const concurrency = 50;
const heldChecks = 1_000;

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
  const { child } = await runScript('check-target.ts', [keyFile, certFile, `${httpPort}`, `${httpsPort}`], 1);
  return {
    httpUrl: `http://127.0.0.1:${httpPort}/`,
    httpsUrl: `https://127.0.0.1:${httpsPort}/`,
    certFile,
    stop: () => child.kill(),
  };
}

/** Worker checks a second alone, beside bare loops against the same target; each in turn, several times. */
export async function benchWorkerAlone(target: BenchTarget): Promise<string> {
  const protocols = [
    { title: 'HTTP', url: target.httpUrl, checks: 10_000 },
    { title: 'HTTPS', url: target.httpsUrl, checks: 2_500 },
  ];
  let report = '';
  for (const { title, url, checks } of protocols) {
    const runs: Record<string, { checks: number; ms: number; cpuMs: number }[]> = {
      node: [],
      worker: [],
      undici: [],
      got: [],
    };
    for (let round = 0; round < rounds; round++) {
      for (const engine of Object.keys(runs)) {
        const measured =
          engine === 'worker'
            ? await workerRate(url, checks, target.certFile)
            : await loopRate(engine, url, target.certFile);
        runs[engine]?.push(measured);
      }
    }
    const names = {
      node: 'bare node loop with phases',
      worker: 'worker alone',
      undici: 'bare undici loop',
      got: 'bare got loop',
    };
    report += checksReport(
      title,
      Object.entries(names).map(([engine, name]) => rateOf(name, runs[engine] ?? [])),
    );
  }
  return report;
}

async function loopRate(
  engine: string,
  url: string,
  certFile: string,
): Promise<{ checks: number; ms: number; cpuMs: number }> {
  const { firstLine } = await runScript('check-loop.ts', [engine, url, certFile, `${concurrency}`, '4'], 0);
  return JSON.parse(firstLine) as { checks: number; ms: number; cpuMs: number };
}

async function workerRate(
  url: string,
  checks: number,
  certFile: string,
): Promise<{ checks: number; ms: number; cpuMs: number }> {
  const run = await WorkerRun.start(certFile);
  try {
    return await run.measure(url, checks);
  } finally {
    await run.stop();
  }
}

/** What a thousand HTTPS checks that wait for their answer add to a worker's memory. */
export async function benchWorkerMemory(target: BenchTarget): Promise<string> {
  const run = await WorkerRun.start(target.certFile);
  try {
    await run.measure(target.httpsUrl, 500);
    const before = run.rssMb;
    await run.schedule(`${target.httpsUrl}hold`, heldChecks);
    const held = async (): Promise<number> => Number(await (await fetch(`${target.httpUrl}held`)).text());
    await waitFor('every check to be in flight', async () => (await held()) >= heldChecks, { timeoutMs: 25_000 });
    const added = run.rssMb - before;
    return `worker: ${Math.round(before)} MB, and ${Math.round(added)} MB more with ${heldChecks} HTTPS checks in flight\n`;
  } finally {
    target.stop();
    await run.stop();
  }
}
