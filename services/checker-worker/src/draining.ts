import { Injectable } from '@nestjs/common';
import { Host } from '@vedette/service-host';

/** A scheduled check that still runs this long after the stop signal is given back, and another worker repeats it. */
const FINISH_MS = 10_000;

/** The two steps of a shutdown: take no more work, then give back unfinished work. */
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

  /** Fires when unfinished work must end. Checks by hand are exempt, because no other worker could take them over. */
  get givingUp(): AbortSignal {
    return this.#givingUp.signal;
  }
}
