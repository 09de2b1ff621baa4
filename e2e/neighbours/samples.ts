/** What the quiet organization is promised, and the longest that all but one in a hundred may take, in milliseconds. */
export const BOUNDS = {
  /** From `monitor.down` to the hand-over of its alert to the receiver. */
  alert: 2_000,
  /** From there to the public page that shows it, to the first attempt of its webhook, and to the open stream of events. */
  page: 2_000,
  webhook: 2_000,
  stream: 2_000,
  /** From the answer of a write to its line in the audit log. */
  audit: 2_000,
  read: 1_000,
  write: 1_000,
  /** A check by hand of a target that answers at once. */
  check: 3_000,
  /** A preview of a message. */
  render: 1_000,
  /** A public page, by its readers. */
  visit: 1_000,
  /** From the time at which a check is due to its first attempt. */
  slot: 2_000,
} as const;

export type Measure = keyof typeof BOUNDS;

export const MEASURES = Object.keys(BOUNDS) as Measure[];

/** How long each of them took, in milliseconds. */
export class Samples {
  readonly #taken = new Map<Measure, number[]>(MEASURES.map((measure) => [measure, []]));

  readonly #refusals = new Set<string>();

  add(measure: Measure, ms: number): void {
    this.#taken.get(measure)?.push(ms);
  }

  /** Something was refused although the organization had asked for little. */
  refuse(what: string): void {
    this.#refusals.add(what);
  }

  count(measure: Measure): number {
    return this.#taken.get(measure)?.length ?? 0;
  }

  /** Undefined without samples. */
  percentile(measure: Measure, percent: number): number | undefined {
    const sorted = (this.#taken.get(measure) ?? []).toSorted((a, b) => a - b);
    return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))];
  }

  /** What was refused, and the measures that were over their bound, with their values. */
  get broken(): string[] {
    const late = MEASURES.flatMap((measure) => {
      const p99 = this.percentile(measure, 99) ?? 0;
      return p99 > BOUNDS[measure] ? [`${measure} took ${Math.round(p99)} ms`] : [];
    });
    return [...this.#refusals, ...late];
  }
}
