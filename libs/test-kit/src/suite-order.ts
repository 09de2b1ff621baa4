// Decides in which order the suites of a run start.

/** How long a suite takes, and whether it keeps a processor busy meanwhile or mostly waits. */
export interface SuiteLoad {
  readonly seconds: number;
  readonly isBusy: boolean;
}

/** Services are held to their time limits, so busy suites leave some of two processors to the others. */
export const BUSY_AT_A_TIME = 2;

/**
 * The longest suites start first, so that no worker has to wait for a long suite at the end. Beside two busy suites,
 * suites that mostly wait use the rest of the processors: the order is the one in which workers would take the suites
 * if each suite took its expected time.
 */
export function startOrder<Suite>(
  suites: readonly Suite[],
  loadOf: (suite: Suite) => SuiteLoad,
  workers: number,
): Suite[] {
  const longestFirst = suites
    .map((suite) => ({ suite, ...loadOf(suite) }))
    .toSorted((one, other) => other.seconds - one.seconds);
  const busy = longestFirst.filter(({ isBusy }) => isBusy);
  const waiting = longestFirst.filter(({ isBusy }) => !isBusy);
  const order: Suite[] = [];
  let running: { readonly endsAt: number; readonly isBusy: boolean }[] = [];
  let now = 0;
  while (order.length < suites.length) {
    if (running.length === workers) {
      now = Math.min(...running.map(({ endsAt }) => endsAt));
      running = running.filter(({ endsAt }) => endsAt > now);
    }
    const hasPlace = running.filter(({ isBusy }) => isBusy).length < BUSY_AT_A_TIME;
    const next = (hasPlace ? busy.shift() : waiting.shift()) ?? waiting.shift() ?? busy.shift();
    if (next === undefined) break;
    order.push(next.suite);
    running.push({ endsAt: now + next.seconds, isBusy: next.isBusy });
  }
  return order;
}
