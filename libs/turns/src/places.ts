import { TurnQueue } from './turn-queue.ts';

export interface PlacesOptions {
  readonly places: number;
  /** Beyond it the organization with the most waiting is refused its newest. */
  readonly maxWaiting: number;
  /** How long one waits at most; none: for ever. */
  readonly patienceMs?: number;
}

/** Exactly one of the two is called, once. Whoever was started releases the place. */
export interface Turn {
  start(): void;
  refuse(): void;
}

interface WaitingTurn {
  readonly turn: Turn;
  patience: NodeJS.Timeout | undefined;
}

/** A number of places that organizations share: when all are taken, they take turns for the next one that is free. */
export class Places {
  readonly #options: PlacesOptions;
  readonly #queue = new TurnQueue<WaitingTurn>();
  #taken = 0;

  constructor(options: PlacesOptions) {
    this.#options = options;
  }

  get taken(): number {
    return this.#taken;
  }

  get waiting(): number {
    return this.#queue.length;
  }

  take(organizationId: string, turn: Turn): void {
    if (this.#taken < this.#options.places) {
      this.#taken += 1;
      turn.start();
      return;
    }
    this.#wait(organizationId, turn);
  }

  release(): void {
    const next = this.#queue.shift();
    if (next === undefined) {
      this.#taken -= 1;
      return;
    }
    clearTimeout(next.patience);
    next.turn.start();
  }

  #wait(organizationId: string, turn: Turn): void {
    const { maxWaiting, patienceMs } = this.#options;
    const waiting: WaitingTurn = { turn, patience: undefined };
    this.#queue.push(organizationId, waiting);
    if (patienceMs !== undefined) {
      waiting.patience = setTimeout(() => {
        this.#queue.remove(organizationId, waiting);
        turn.refuse();
      }, patienceMs);
    }
    if (this.#queue.length <= maxWaiting) return;
    const dropped = this.#queue.dropOfLargest();
    clearTimeout(dropped?.patience);
    dropped?.turn.refuse();
  }
}
