import { mayStart } from './capacity.ts';

const startsInOneTurn = 16;

/** Runs checks, so many at once and no more; the others wait in order, behind those that somebody waits for. */
export class CheckSlots {
  readonly limit: number;
  readonly #urgent: (() => void)[] = [];
  readonly #ordinary: (() => void)[] = [];
  readonly #onRoom: (() => void)[] = [];
  #running = 0;
  #turnMs = 0;
  #isNextTurnAsked = false;

  constructor(limit: number) {
    this.limit = limit;
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#urgent.length + this.#ordinary.length;
  }

  /** Calls back when a place has become free or the queue shorter. */
  onRoom(listener: () => void): void {
    this.#onRoom.push(listener);
  }

  run<T>(work: () => Promise<T>, urgency: 'URGENT' | 'ORDINARY' = 'ORDINARY'): Promise<T> {
    return new Promise((resolve, reject) => {
      const start = (): void => {
        this.#running += 1;
        void work().then(resolve, reject).finally(this.#end);
      };
      (urgency === 'URGENT' ? this.#urgent : this.#ordinary).push(start);
      if (!this.#isNextTurnAsked) this.#startNext();
    });
  }

  #startNext(): void {
    for (let started = 0; this.waiting > 0 && this.#running < this.limit; started++) {
      if (started === startsInOneTurn || !mayStart({ running: this.#running, turnMs: this.#turnMs })) {
        this.#inNextTurn();
        return;
      }
      (this.#urgent.shift() ?? this.#ordinary.shift())?.();
    }
    this.#tell();
  }

  /** Sockets are served between two turns, so a late one shows how far behind we are. */
  #inNextTurn(): void {
    if (this.#isNextTurnAsked) return;
    this.#isNextTurnAsked = true;
    const askedAt = performance.now();
    setImmediate(() => {
      this.#isNextTurnAsked = false;
      this.#turnMs = performance.now() - askedAt;
      this.#startNext();
    });
  }

  readonly #end = (): void => {
    this.#running -= 1;
    if (this.waiting > 0 && !this.#isNextTurnAsked) this.#startNext();
    else this.#tell();
  };

  #tell(): void {
    for (const listener of this.#onRoom) listener();
  }
}
