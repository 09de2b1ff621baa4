import { Injectable } from '@nestjs/common';
import type { Staleness } from '../render/site.ts';

/** A few rounds may fail before readers are told. */
const STALE_AFTER_MS = 15_000;
const MINUTE_MS = 60_000;

/** Knows how far what is shown can be trusted: as far as both the tables and the monitor service have been heard. */
@Injectable()
export class Freshness {
  #databaseAt: number | undefined;
  #monitorsAt: number | undefined;
  /** What a run before this one knew. */
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

  /** When everything was last known to be right. */
  get confirmedAt(): number | undefined {
    if (this.#databaseAt === undefined || this.#monitorsAt === undefined) return this.#inheritedAt;
    return Math.min(this.#databaseAt, this.#monitorsAt);
  }

  /** Undefined while pages are up to date; else since when they are not, in whole minutes of age. */
  staleness(now: number): Staleness | undefined {
    const { confirmedAt } = this;
    if (confirmedAt === undefined || now - confirmedAt < STALE_AFTER_MS) return undefined;
    return { confirmedAt, ageMinutes: Math.floor((now - confirmedAt) / MINUTE_MS) };
  }
}
