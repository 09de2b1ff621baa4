// Decides in which order the suites of a run start.

/** How long a suite takes, and how many of the machine's places it needs meanwhile: none if it mostly waits. */
export interface SuiteLoad {
  readonly seconds: number;
  readonly places: number;
}

/** Two processors have so many places. Services are held to their time limits, so suites leave some of both to others. */
export const PLACES = 6;

/**
 * The longest suites start first, so that no worker has to wait for a long suite at the end. While all places are taken,
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
  // Those that need most places come first, while all are free.
  const busy = longestFirst.filter(({ places }) => places > 0).toSorted((one, other) => other.places - one.places);
  const waiting = longestFirst.filter(({ places }) => places === 0);
  const order: Suite[] = [];
  let running: { readonly endsAt: number; readonly places: number }[] = [];
  let now = 0;
  while (order.length < suites.length) {
    if (running.length === workers) {
      now = Math.min(...running.map(({ endsAt }) => endsAt));
      running = running.filter(({ endsAt }) => endsAt > now);
    }
    const free = PLACES - running.reduce((sum, each) => sum + each.places, 0);
    const hasPlace = (busy[0]?.places ?? 0) <= free;
    const next = (hasPlace ? busy.shift() : waiting.shift()) ?? waiting.shift() ?? busy.shift();
    if (next === undefined) break;
    order.push(next.suite);
    running.push({ endsAt: now + next.seconds, places: next.places });
  }
  return order;
}
