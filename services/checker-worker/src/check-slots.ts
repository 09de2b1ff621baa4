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
  #startedInTurn = 0;
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
      this.#startNext();
    });
  }

  #startNext(): void {
    while (this.waiting > 0 && this.#running < this.limit && this.#mayStart()) {
      this.#startedInTurn += 1;
      (this.#urgent.shift() ?? this.#ordinary.shift())?.();
    }
    const isHeldBack = this.waiting > 0 && this.#running < this.limit;
    if (isHeldBack || this.#startedInTurn > 0) this.#inNextTurn();
    if (this.waiting === 0) this.#tell();
  }

  #mayStart(): boolean {
    return this.#startedInTurn < startsInOneTurn && mayStart({ running: this.#running, turnMs: this.#turnMs });
  }

  /** Sockets are served between two turns, so a late one shows how far behind we are. */
  #inNextTurn(): void {
    if (this.#isNextTurnAsked) return;
    this.#isNextTurnAsked = true;
    const askedAt = performance.now();
    setImmediate(() => {
      this.#isNextTurnAsked = false;
      this.#startedInTurn = 0;
      this.#turnMs = performance.now() - askedAt;
      this.#startNext();
    });
  }

  readonly #end = (): void => {
    this.#running -= 1;
    this.#startNext();
  };

  #tell(): void {
    for (const listener of this.#onRoom) listener();
  }
}
