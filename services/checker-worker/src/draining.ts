import { Injectable } from '@nestjs/common';
import { Host } from '@vedette/service-host';

/** A scheduled check that still runs this long after the worker was told to stop is given back: another does it anew. */
const FINISH_MS = 10_000;

/** The two steps of an end: take on nothing more, then give back what is not finished. */
@Injectable()
export class Draining {
  readonly stopping: AbortSignal;
  readonly #givingUp = new AbortController();

  constructor({ stopping }: Host) {
    this.stopping = stopping;
    stopping.addEventListener('abort', () => {
      setTimeout(() => this.#givingUp.abort(), FINISH_MS).unref();
    });
  }

  /** Fires when what is unfinished has to end, except for checks that somebody waits for: nobody else could have them. */
  get givingUp(): AbortSignal {
    return this.#givingUp.signal;
  }
}
