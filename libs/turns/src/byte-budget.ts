interface Waiting {
  readonly bytes: number;
  readonly turn: (hasRoom: boolean) => void;
}

/** The bytes that the large messages of a process share. If too few are free, callers wait in order of arrival. */
export class ByteBudget {
  readonly capacity: number;
  readonly #waiting: Waiting[] = [];
  #used = 0;

  constructor(capacity: number) {
    this.capacity = capacity;
  }

  get used(): number {
    return this.#used;
  }

  /** Returns false if the bytes are not free by the deadline or exceed the capacity. If true, give them back later. */
  take(bytes: number, deadlineAt: number): Promise<boolean> {
    if (bytes > this.capacity) return Promise.resolve(false);
    if (this.#waiting.length === 0 && this.#used + bytes <= this.capacity) {
      this.#used += bytes;
      return Promise.resolve(true);
    }
    return new Promise((resolve) => {
      const waiting: Waiting = {
        bytes,
        turn: (hasRoom) => {
          clearTimeout(timer);
          resolve(hasRoom);
        },
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        resolve(false);
        // The next waiting caller may need fewer bytes than the one that gave up.
        this.#admit();
      }, deadlineAt - Date.now());
      this.#waiting.push(waiting);
    });
  }

  giveBack(bytes: number): void {
    this.#used -= bytes;
    this.#admit();
  }

  #admit(): void {
    for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
      if (this.#used + next.bytes > this.capacity) return;
      this.#used += next.bytes;
      this.#waiting.shift();
      next.turn(true);
    }
  }
}
