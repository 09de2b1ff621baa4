import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CheckTarget } from '@vedette/contract';
import type { ServiceProcess } from '@vedette/test-kit';
import { createCertificate } from '@vedette/test-kit/certificates';
import { FloodServer, httpFloods, type Flood } from '@vedette/test-kit/flood-server';
import { Fleet } from './support/fleet.ts';
import { TargetServer } from '@vedette/test-kit/target-server';
import { httpTarget, keywordTarget } from './support/targets.ts';

const HOSTILE = 200;
const ASK_EVERY_MS = 100;
/** In Kubernetes a worker has 768 MB; an idle one uses about 150 MB. */
const MAX_MEMORY_MB = 300;
/** On a busy machine some checks are later than LATE_MS. If they were starved, all would take over ten seconds. */
const LATE_MS = 500;
const LONGEST_MS = 5_000;

let fleet: Fleet;
let worker: ServiceProcess;
let neighbour: TargetServer;
const floods: FloodServer[] = [];
beforeEach(async () => {
  fleet = await Fleet.start();
  worker = await fleet.addWorker();
  neighbour = await TargetServer.start((_request, response) => response.end('welcome'));
});
afterEach(async () => {
  await Promise.all(floods.splice(0).map((flood) => flood.stop()));
  await neighbour.stop();
  await fleet.stop();
});

const flooding = async (flood: Flood): Promise<string> => {
  const server = await FloodServer.start(flood);
  floods.push(server);
  return `http://127.0.0.1:${server.port}/`;
};

/** Returns the outcomes of the targets, and how long another tenant's checks take while they run. */
async function besides(targets: readonly CheckTarget[]) {
  const jobs = await fleet.schedule(targets);
  const results = fleet.resultsOf(jobs, 60_000);
  const over = new AbortController();
  void results.finally(() => over.abort()).catch(() => {});
  const checks: Promise<number>[] = [];
  while (!over.signal.aborted) {
    checks.push(timed(keywordTarget(neighbour.url(), 'welcome')));
    await sleep(ASK_EVERY_MS);
  }
  const tookMs = (await Promise.all(checks)).toSorted((a, b) => a - b);
  return { outcomes: (await results).map(({ outcome }) => outcome), tookMs };
}

async function timed(target: CheckTarget): Promise<number> {
  const startedAt = performance.now();
  const { verdict } = await fleet.runCheck(target, 'org_neighbour');
  expect(verdict).toBe('SUCCEEDED');
  return performance.now() - startedAt;
}

/** The peak memory of the process. */
function peakMemoryMb({ pid }: ServiceProcess): number {
  const [, kib] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kib) / 1024;
}

function expectHealth(tookMs: readonly number[]): void {
  expect(tookMs[Math.floor(tookMs.length / 2)]).toBeLessThan(LATE_MS);
  expect(tookMs.at(-1)).toBeLessThan(LONGEST_MS);
  expect(peakMemoryMb(worker)).toBeLessThan(MAX_MEMORY_MB);
}

describe(`${HOSTILE} targets that never stop`, () => {
  it('starve nobody with chunks of one byte', async () => {
    const url = await flooding(httpFloods['chunks of one byte']);
    const { outcomes, tookMs } = await besides(Array.from({ length: HOSTILE }, () => keywordTarget(url, 'welcome')));
    expectHealth(tookMs);
    expect(new Set(outcomes.map(({ verdict }) => verdict))).toEqual(new Set(['FAILED']));
  });

  it('are up for HTTP checks, which have their answer before the end', async () => {
    const url = await flooding(httpFloods['chunks of one byte']);
    const { outcomes, tookMs } = await besides(Array.from({ length: HOSTILE }, () => httpTarget(url)));
    expectHealth(tookMs);
    expect(new Set(outcomes.map(({ verdict }) => verdict))).toEqual(new Set(['SUCCEEDED']));
  });

  it('starve nobody with a flood of each kind at once', async () => {
    const urls = await Promise.all(Object.values(httpFloods).map((flood) => flooding(flood)));
    const targets = Array.from({ length: HOSTILE }, (_, i) => keywordTarget(urls[i % urls.length] ?? '', 'welcome'));
    const { tookMs } = await besides(targets);
    expectHealth(tookMs);
  });

  it('starve nobody over TLS', async () => {
    const pair = await createCertificate(['localhost']);
    const server = await FloodServer.start(httpFloods['chunks of one byte'], pair);
    floods.push(server);
    const url = `https://127.0.0.1:${server.port}/`;
    const target = keywordTarget(url, 'welcome', { verifySsl: false });
    const { tookMs } = await besides(Array.from({ length: HOSTILE }, () => target));
    expectHealth(tookMs);
  });
});
