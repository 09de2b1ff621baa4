import type { Lasting } from './alert-history.ts';
import { shownAt } from './alert-history-words.ts';

/** More than any history needs. */
const MOST_STEPS = 20_000;

/** What happens when, while the service is there or down. Times are seconds from the start. */
export class AlertAgenda {
  readonly story: string[] = [];
  readonly #planned: { at: number; act: () => void }[] = [];
  readonly #crashes: readonly Lasting[];
  #now = 0;

  constructor(crashes: readonly Lasting[]) {
    this.#crashes = crashes;
  }

  get now(): number {
    return this.#now;
  }

  get isAlive(): boolean {
    return !this.#crashes.some(({ from, until }) => from <= this.#now && this.#now < until);
  }

  /** Things of the same time happen in the order in which they were planned. */
  at(at: number, act: () => void): void {
    const before = this.#planned.findLastIndex((planned) => planned.at <= at);
    this.#planned.splice(before + 1, 0, { at, act });
  }

  /** An event that arrives while the service is down is delivered when it is back. */
  atOrAfterCrash(at: number, act: () => void): void {
    const crash = this.#crashes.find(({ from, until }) => from <= at && at < until);
    if (crash === undefined) this.at(at, act);
    else this.atOrAfterCrash(crash.until, act);
  }

  hasDiedSince(at: number): boolean {
    return this.#crashes.some(({ from }) => from > at && from <= this.#now);
  }

  note(text: string): void {
    this.story.push(`${shownAt(this.#now)} ${text}`);
  }

  /** True if everything comes to rest. */
  run(): boolean {
    for (let steps = 0; steps < MOST_STEPS; steps += 1) {
      const next = this.#planned.shift();
      if (next === undefined) return true;
      this.#now = Math.max(this.#now, next.at);
      next.act();
    }
    return false;
  }
}
