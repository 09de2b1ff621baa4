import { inBenchRun } from '@vedette/test-kit';
import { benchEndToEnd, benchLateness } from './support/end-to-end.ts';
import { benchRequests } from './support/fair-requests.ts';
import { benchFairness } from './support/fairness.ts';
import { pin } from './support/processes.ts';
import { startBenchTarget, type BenchTarget } from './support/worker-alone.ts';

/** By the names that the command line takes (`pnpm bench fairness one`). */
const parts: Readonly<Record<string, (target: BenchTarget) => Promise<string>>> = {
  one: (target) => benchFairness(target, 1),
  two: (target) => benchFairness(target, 2),
  requests: benchRequests,
  'end-to-end': benchEndToEnd,
  lateness: benchLateness,
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0) throw new Error(`There is no part ${unknown.join()}: ${Object.keys(parts).join(', ')}`);

pin(process.pid, '1');
await inBenchRun(async () => {
  const target = await startBenchTarget();
  try {
    for (const [name, bench] of Object.entries(parts)) {
      if (asked.length === 0 || asked.includes(name)) process.stdout.write(await bench(target));
    }
  } finally {
    target.stop();
  }
});
