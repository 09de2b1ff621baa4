// Decides in which order the suites of a run start.

/** How long a suite takes, and how many processors it keeps busy meanwhile: none if it mostly waits. */
export interface SuiteLoad {
  readonly seconds: number;
  readonly busy: 0 | 1 | 2;
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
  // Those that need both places come first, while both are free.
  const busy = longestFirst.filter((suite) => suite.busy > 0).toSorted((one, other) => other.busy - one.busy);
  const waiting = longestFirst.filter((suite) => suite.busy === 0);
  const order: Suite[] = [];
  let running: { readonly endsAt: number; readonly busy: number }[] = [];
  let now = 0;
  while (order.length < suites.length) {
    if (running.length === workers) {
      now = Math.min(...running.map(({ endsAt }) => endsAt));
      running = running.filter(({ endsAt }) => endsAt > now);
    }
    const places = BUSY_AT_A_TIME - running.reduce((sum, each) => sum + each.busy, 0);
    const hasPlace = (busy[0]?.busy ?? 0) <= places;
    const next = (hasPlace ? busy.shift() : waiting.shift()) ?? waiting.shift() ?? busy.shift();
    if (next === undefined) break;
    order.push(next.suite);
    running.push({ endsAt: now + next.seconds, busy: next.busy });
  }
  return order;
}
