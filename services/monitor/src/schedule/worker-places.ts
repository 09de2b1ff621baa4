import { Injectable } from '@nestjs/common';
import {
  PRESENCE_MS,
  subjects,
  type CheckJob,
  type CheckLane,
  type OrganizationPlaces,
  type Places,
  type WorkerPresence,
} from '@vedette/contract';
import { Host } from '@vedette/service-host';

const ANNOUNCED_EVERY_MS = 1_000;

interface Heard {
  readonly heardAt: number;
  readonly checks: Record<CheckLane, Places>;
  readonly slowest: readonly OrganizationPlaces[];
}

/** The places that workers announce every second. */
@Injectable()
export class WorkerPlaces {
  readonly #heard = new Map<string, Heard>();
  #handedOut: { readonly at: number; readonly organizationId: string }[] = [];

  constructor({ link }: Host) {
    link.subscribe(subjects.workerPresence, (message) => this.#hear(message.json<WorkerPresence>()));
  }

  /** The places of each worker that takes checks. */
  of(lane: CheckLane): Places[] {
    return this.#alive().map(({ checks }) => checks[lane]);
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

  #hear({ workerId, isTrusted, checks, slowest }: WorkerPresence): void {
    const now = performance.now();
    if (isTrusted) this.#heard.set(workerId, { heardAt: now, checks, slowest });
    else this.#heard.delete(workerId);
    for (const [id, { heardAt }] of this.#heard) if (now - heardAt >= PRESENCE_MS) this.#heard.delete(id);
  }
}
