// Decides which instants maintenance windows cover.

/** Includes `startsAt`, excludes `endsAt`. */
export interface Span {
  readonly startsAt: Date;
  readonly endsAt: Date;
}

export function isCovered(at: Date, spans: readonly Span[]): boolean {
  return spans.some(({ startsAt, endsAt }) => startsAt <= at && at < endsAt);
}

/** The first instant at or after `from` that no span covers. */
export function firstUncovered(from: Date, spans: readonly Span[]): Date {
  let at = from;
  for (const { startsAt, endsAt } of spans.toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime())) {
    if (startsAt > at) break;
    if (endsAt > at) at = endsAt;
  }
  return at;
}
