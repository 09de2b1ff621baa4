import type { JsMsg } from '@nats-io/jetstream';

/** A message of jobs that this worker holds until the results of all its jobs are stored. */
export class HeldBatch {
  readonly #message: JsMsg;
  #left: number;
  #isStarted = false;
  #isOver = false;

  constructor(message: JsMsg, jobs: number) {
    this.#message = message;
    this.#left = jobs;
  }

  /** True when the message is finished or given back. */
  get isOver(): boolean {
    return this.#isOver;
  }

  get isStarted(): boolean {
    return this.#isStarted;
  }

  noteStart(): void {
    this.#isStarted = true;
  }

  /** Notes that the result of one job is stored; returns true for the last one. */
  noteStored(): boolean {
    this.#left -= 1;
    if (this.#left > 0 || this.#isOver) return false;
    this.#isOver = true;
    this.#message.ack();
    return true;
  }

  /** Another worker repeats the whole message. Results are unique by slot, so repeated checks do no harm. */
  giveBack(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#message.nak();
  }

  /** Tells the server that the message is being worked on, which postpones its redelivery. */
  keep(): void {
    if (!this.#isOver) this.#message.working();
  }
}
