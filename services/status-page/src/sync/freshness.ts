import { Injectable } from '@nestjs/common';
import type { Staleness } from '../render/site.ts';

/** A few rounds may fail before readers see a notice. */
const STALE_AFTER_MS = 15_000;
const MINUTE_MS = 60_000;

/** Knows how old the shown data can be: as old as the last contact with the database or with the monitor service. */
@Injectable()
export class Freshness {
  #databaseAt: number | undefined;
  #monitorsAt: number | undefined;
  /** The confirmation time that the previous run stored. */
  #inheritedAt: number | undefined;

  sawDatabase(at: number): void {
    this.#databaseAt = at;
  }

  heardMonitors(at: number): void {
    this.#monitorsAt = at;
  }

  inherit(at: number): void {
    this.#inheritedAt = at;
  }

  /** When all data was last known to be right. */
  get confirmedAt(): number | undefined {
    if (this.#databaseAt === undefined || this.#monitorsAt === undefined) return this.#inheritedAt;
    return Math.min(this.#databaseAt, this.#monitorsAt);
  }

  /** Undefined while pages are up to date, else the last confirmation and its age in whole minutes. */
  staleness(now: number): Staleness | undefined {
    const { confirmedAt } = this;
    if (confirmedAt === undefined || now - confirmedAt < STALE_AFTER_MS) return undefined;
    return { confirmedAt, ageMinutes: Math.floor((now - confirmedAt) / MINUTE_MS) };
  }
}
