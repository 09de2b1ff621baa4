import { Injectable } from '@nestjs/common';
import {
  PRESENCE_MS,
  readPresence,
  subjects,
  type CheckJob,
  type CheckLane,
  type OrganizationPlaces,
  type Places,
} from '@vedette/contract';
import { Host } from '@vedette/service-host';

const ANNOUNCED_EVERY_MS = 1_000;
/** Each region is a series of a metric, and announcements may be forged. */
const MOST_REGIONS = 50;

interface Heard {
  readonly heardAt: number;
  readonly region: string;
  readonly checks: Record<CheckLane, Places>;
  readonly slowest: readonly OrganizationPlaces[];
}

/** The places that workers announce every second. */
@Injectable()
export class WorkerPlaces {
  readonly #heard = new Map<string, Heard>();
  #handedOut: { readonly at: number; readonly organizationId: string }[] = [];

  constructor({ link }: Host) {
    link.subscribe(subjects.workerPresence, (message) => this.#hear(message.string()));
  }

  /** The places of each worker that takes checks. */
  of(lane: CheckLane): Places[] {
    return this.#alive().map(({ checks }) => checks[lane]);
  }

  /** How many workers take checks, by region; of many regions, those heard first. */
  byRegion(): Map<string, number> {
    const workers = new Map<string, number>();
    for (const { region } of this.#alive()) {
      if (workers.size < MOST_REGIONS || workers.has(region)) workers.set(region, (workers.get(region) ?? 0) + 1);
    }
    return workers;
  }

  /** The places that slow checks hold, by organization, most first: as announced, plus jobs just handed out. */
  heldBySlow(): Map<string, number> {
    const held = new Map<string, number>();
    const add = (organizationId: string, places: number): void => {
      held.set(organizationId, (held.get(organizationId) ?? 0) + places);
    };
    for (const { slowest } of this.#alive()) {
      for (const { organizationId, places } of slowest) add(organizationId, places);
    }
    for (const { organizationId } of this.#handedOutLately()) add(organizationId, 1);
    return new Map([...held].toSorted(([, one], [, other]) => other - one));
  }

  /** Counts places as taken by the jobs that were handed out, until the workers' next announcements. */
  noteHandedOut(lane: CheckLane, jobs: readonly CheckJob[]): void {
    if (lane === 'SLOW') {
      const at = performance.now();
      const now = jobs.map(({ organizationId }) => ({ at, organizationId }));
      this.#handedOut = [...this.#handedOutLately(), ...now];
    }
    let left = jobs.length;
    for (const places of this.of(lane)) {
      const taken = Math.min(left, Math.max(0, places.free));
      places.free -= taken;
      left -= taken;
    }
  }

  #handedOutLately(): { readonly at: number; readonly organizationId: string }[] {
    const since = performance.now() - ANNOUNCED_EVERY_MS;
    return this.#handedOut.filter(({ at }) => at >= since);
  }

  #alive(): Heard[] {
    const now = performance.now();
    return [...this.#heard.values()].filter(({ heardAt }) => now - heardAt < PRESENCE_MS);
  }

  #hear(announcement: string): void {
    const presence = readPresence(announcement);
    if (presence === undefined) return;
    const { workerId, region, isTrusted, checks, slowest } = presence;
    const now = performance.now();
    if (isTrusted) this.#heard.set(workerId, { heardAt: now, region, checks, slowest });
    else this.#heard.delete(workerId);
    for (const [id, { heardAt }] of this.#heard) if (now - heardAt >= PRESENCE_MS) this.#heard.delete(id);
  }
}
