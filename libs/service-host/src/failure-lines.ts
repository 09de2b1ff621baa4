// Decides which failures of receivers that customers chose get a line of the log, and which are only counted.

/** Failures of one organization that get lines of their own between two sums. */
const MOST_LINES = 50;
/** Receivers and organizations that are remembered. One that was forgotten counts as new. */
const MOST_KNOWN = 10_000;
const MOST_NAMED = 3;

/** What was only counted since the last sum. */
export interface FailureSum {
  readonly failures: number;
  readonly organizations: number;
  /** Those with the most failures. */
  readonly most: readonly { readonly organizationId: string; readonly failures: number }[];
}

/** What has been noted of one organization since the last sum. */
interface Noted {
  lines: number;
  counted: number;
}

export class FailureLines {
  /** Why each failing receiver failed last; the one that failed last of all is the last one. */
  readonly #reasons = new Map<string, string>();
  readonly #noted = new Map<string, Noted>();

  /** True if the failure gets a line: it is the receiver's first, or another one than before. */
  fail(organizationId: string, receiver: string, reason: string): boolean {
    const isKnown = this.#reasons.get(receiver) === reason;
    this.#reasons.delete(receiver);
    makeRoom(this.#reasons);
    this.#reasons.set(receiver, reason);
    const noted = this.#noted.get(organizationId) ?? { lines: 0, counted: 0 };
    if (!this.#noted.has(organizationId)) makeRoom(this.#noted);
    this.#noted.set(organizationId, noted);
    const isLine = !isKnown && noted.lines < MOST_LINES;
    noted[isLine ? 'lines' : 'counted'] += 1;
    return isLine;
  }

  succeed(receiver: string): void {
    this.#reasons.delete(receiver);
  }

  /** Begins to count anew. Null if nothing was only counted. */
  takeSum(): FailureSum | null {
    const counted = [...this.#noted].filter(([, each]) => each.counted > 0);
    this.#noted.clear();
    if (counted.length === 0) return null;
    const all = counted
      .map(([organizationId, each]) => ({ organizationId, failures: each.counted }))
      .toSorted((one, other) => other.failures - one.failures);
    const failures = all.reduce((sum, each) => sum + each.failures, 0);
    return { failures, organizations: all.length, most: all.slice(0, MOST_NAMED) };
  }
}

function makeRoom(map: Map<string, unknown>): void {
  const [oldest] = map.keys();
  if (map.size >= MOST_KNOWN && oldest !== undefined) map.delete(oldest);
}
