import { parentPort, workerData } from 'node:worker_threads';
import recheck from 'recheck/lib/browser.js';
import type { JudgedPattern } from './source-patterns.ts';

/** Ends an endless judgement; on a busy machine the longest that is known takes a quarter of it. */
const PATIENCE_MS = 60_000;

/** Beside the tests: in their sandbox the same takes ten times as long. */
const patterns = workerData as readonly JudgedPattern[];
const costs = patterns.map(({ source, flags }) => {
  // By automata, which prove what they say; trying inputs would only prove that none was found.
  const verdict = recheck.checkSync(source, flags, { checker: 'automaton', timeout: PATIENCE_MS });
  return verdict.status === 'unknown' ? `unknown: ${verdict.error.kind}` : verdict.complexity.type;
});
if (parentPort !== null) {
  const port = parentPort;
  port.postMessage(costs);
}
