import { Injectable } from '@nestjs/common';
import { Host } from '@vedette/service-host';

/** What still runs this long after the worker was told to stop is given back: another worker does it anew. */
const finishMs = 10_000;

/** The two steps of an end: take on nothing more, then give back what is not finished. */
@Injectable()
export class Draining {
  readonly stopping: AbortSignal;
  readonly #givingUp = new AbortController();

  constructor({ stopping }: Host) {
    this.stopping = stopping;
    stopping.addEventListener('abort', () => {
      setTimeout(() => this.#givingUp.abort(), finishMs).unref();
    });
  }

  /** Fires when what is unfinished has to end. */
  get givingUp(): AbortSignal {
    return this.#givingUp.signal;
  }
}
