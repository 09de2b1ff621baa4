import { benchEndToEnd, benchLateness } from './support/end-to-end.ts';
import { benchRequests } from './support/fair-requests.ts';
import { benchFairness } from './support/fairness.ts';
import { runParts } from './support/run-parts.ts';

await runParts([
  { cores: null, parts: { requests: benchRequests } },
  {
    // The services choose their cores; everything that serves them, stores included, shares one.
    cores: '1',
    parts: {
      one: (target) => benchFairness(target, 1),
      two: (target) => benchFairness(target, 2),
      'end-to-end': benchEndToEnd,
      lateness: benchLateness,
    },
  },
]);
