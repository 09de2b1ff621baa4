// Decides in which order the suites of a run start.

/** How long a suite takes, and how many of the machine's places it needs meanwhile: none if it mostly waits. */
export interface SuiteLoad {
  readonly seconds: number;
  readonly places: number;
}

/** Two processors have so many places. Services are held to their time limits, so suites leave some of both to others. */
export const PLACES = 12;

/** Workers that hold the next busy suites until there are places for them; suites take their expected time only about. */
const HOLDING = 2;

/** How many suites run at a time. */
export function suitesAtOnce(workers: number): number {
  return workers > HOLDING + 1 ? workers - HOLDING : workers;
}

/** How many suites that mostly wait run at a time, so that a busy one runs beside them. */
export function waitingAtOnce(workers: number): number {
  return workers > HOLDING + 1 ? workers - HOLDING - 1 : workers;
}

/**
 * The longest suites start first, so that nobody has to wait for a long suite at the end. Beside busy suites, there is
 * always one that mostly waits, as long as there are any; it uses the rest of the processors. The order is the one in
 * which suites would start if each took its expected time.
 */
export function startOrder<Suite>(
  suites: readonly Suite[],
  loadOf: (suite: Suite) => SuiteLoad,
  atOnce: number,
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
    if (running.length === atOnce) {
      now = Math.min(...running.map(({ endsAt }) => endsAt));
      running = running.filter(({ endsAt }) => endsAt > now);
    }
    const free = PLACES - running.reduce((sum, each) => sum + each.places, 0);
    const isLast = running.length > 0 && running.length === atOnce - 1;
    const waits = running.some(({ places }) => places === 0);
    const hasPlace = (busy[0]?.places ?? 0) <= free && (waits || !isLast);
    const next = (hasPlace ? busy.shift() : waiting.shift()) ?? waiting.shift() ?? busy.shift();
    if (next === undefined) break;
    order.push(next.suite);
    running.push({ endsAt: now + next.seconds, places: next.places });
  }
  return order;
}
