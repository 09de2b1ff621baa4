/** All histories begin at this instant. */
export const START = Date.parse('2026-01-01T00:00:00Z');

interface Entry {
  readonly at: number;
  readonly number: number;
  readonly act: () => void;
}

/** Work that waits: each yielded number is a time to wait in milliseconds. */
export type Task<T> = Generator<number, T, void>;

/** The simulated time, and everything that is yet to happen in it. Equal times keep the order in which they were set. */
export class Clock {
  now = START;
  /** A binary heap; the earliest entry comes first. */
  readonly #heap: Entry[] = [];
  #count = 0;
  #date = new Date(START);

  /** Nobody changes it, so all who ask at the same time get the same one. */
  get date(): Date {
    if (this.#date.getTime() !== this.now) this.#date = new Date(this.now);
    return this.#date;
  }

  get isEmpty(): boolean {
    return this.#heap.length === 0;
  }

  /** How many entries have been added. */
  get count(): number {
    return this.#count;
  }

  after(ms: number, act: () => void): void {
    this.at(this.now + ms, act);
  }

  at(time: number, act: () => void): void {
    this.#count += 1;
    const entry = { at: Math.max(time, this.now), number: this.#count, act };
    const heap = this.#heap;
    let i = heap.push(entry) - 1;
    while (i > 0) {
      const above = (i - 1) >> 1;
      const parent = heap[above];
      if (parent === undefined || isBefore(parent, entry)) break;
      heap[i] = parent;
      i = above;
    }
    heap[i] = entry;
  }

  /** Advances a task, and again after each time that it waits. A task whose process has died is forgotten. */
  start(task: Task<void>, isAlive: () => boolean): void {
    if (!isAlive()) return;
    const step = task.next();
    if (step.done !== true) this.after(step.value, () => this.start(task, isAlive));
  }

  /** Lets everything happen until that time. Returns false if more than `limit` entries were needed. */
  run(until: number, limit: number): boolean {
    for (let steps = 0; steps < limit; steps += 1) {
      const first = this.#heap[0];
      if (first === undefined || first.at > until) {
        if (until < Infinity) this.now = Math.max(this.now, until);
        return true;
      }
      this.#removeFirst();
      this.now = first.at;
      first.act();
    }
    return false;
  }

  #removeFirst(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    let i = 0;
    for (;;) {
      const left = 2 * i + 1;
      const one = heap[left];
      if (one === undefined) break;
      const other = heap[left + 1];
      const isOther = other !== undefined && isBefore(other, one);
      const least = isOther ? other : one;
      if (isBefore(last, least)) break;
      heap[i] = least;
      i = isOther ? left + 1 : left;
    }
    heap[i] = last;
  }
}

function isBefore(one: Entry, other: Entry): boolean {
  return one.at < other.at || (one.at === other.at && one.number < other.number);
}
