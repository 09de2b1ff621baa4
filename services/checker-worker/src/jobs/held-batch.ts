import type { JsMsg } from '@nats-io/jetstream';

/** A message of jobs that this worker holds until the results of all of them are safe. */
export class HeldBatch {
  readonly #message: JsMsg;
  #left: number;
  #isStarted = false;
  #isOver = false;

  constructor(message: JsMsg, jobs: number) {
    this.#message = message;
    this.#left = jobs;
  }

  /** Finished, or given back. */
  get isOver(): boolean {
    return this.#isOver;
  }

  get isStarted(): boolean {
    return this.#isStarted;
  }

  noteStart(): void {
    this.#isStarted = true;
  }

  /** The result of one of its jobs is stored; true when it was the last. */
  noteStored(): boolean {
    this.#left -= 1;
    if (this.#left > 0 || this.#isOver) return false;
    this.#isOver = true;
    this.#message.ack();
    return true;
  }

  /** Somebody else does all of it anew: results are unique by their slot, so what is done already does no harm. */
  giveBack(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#message.nak();
  }

  /** Tells the server that it is being worked on, which puts its redelivery off. */
  keep(): void {
    if (!this.#isOver) this.#message.working();
  }
}
