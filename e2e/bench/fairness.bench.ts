import { inBenchRun } from '@vedette/test-kit';
import { benchEndToEnd, benchLateness } from './support/end-to-end.ts';
import { benchRequests } from './support/fair-requests.ts';
import { benchFairness } from './support/fairness.ts';
import { pin } from './support/processes.ts';
import { startBenchTarget, type BenchTarget } from './support/worker-alone.ts';

type Parts = Readonly<Record<string, (target: BenchTarget) => Promise<string>>>;

/** By the names that the command line takes (`pnpm bench fairness one`). */
const onAllCores: Parts = { requests: benchRequests };
/** The services choose their cores; everything that serves them, stores included, shares one. */
const besideTheServed: Parts = {
  one: (target) => benchFairness(target, 1),
  two: (target) => benchFairness(target, 2),
  'end-to-end': benchEndToEnd,
  lateness: benchLateness,
};

const asked = process.argv.slice(2);
const names = Object.keys({ ...onAllCores, ...besideTheServed });
const unknown = asked.filter((name) => !names.includes(name));
if (unknown.length > 0) throw new Error(`There is no part ${unknown.join()}: ${names.join(', ')}`);

async function run(parts: Parts): Promise<void> {
  const chosen = Object.keys(parts).filter((name) => asked.length === 0 || asked.includes(name));
  if (chosen.length === 0) return;
  await inBenchRun(async () => {
    const target = await startBenchTarget();
    try {
      for (const name of chosen) process.stdout.write((await parts[name]?.(target)) ?? '');
    } finally {
      target.stop();
    }
  });
}

await run(onAllCores);
pin(process.pid, '1');
await run(besideTheServed);
