import type { NatsConnection } from '@nats-io/transport-node';
import { Injectable } from '@nestjs/common';
import {
  presenceMs,
  subjects,
  type CheckLane,
  type OrganizationPlaces,
  type Places,
  type WorkerPresence,
} from '@vedette/contract';
import { Host } from '@vedette/service-host';

interface Heard {
  readonly heardAt: number;
  readonly checks: Record<CheckLane, Places>;
  readonly slowest: readonly OrganizationPlaces[];
}

/** The places that workers announce every second. */
@Injectable()
export class WorkerPlaces {
  readonly #heard = new Map<string, Heard>();
  #listeningOn: NatsConnection | undefined;

  constructor({ link }: Host) {
    link.onConnect((connection) => {
      // The client itself restores subscriptions after a reconnection.
      if (this.#listeningOn === connection) return;
      this.#listeningOn = connection;
      connection.subscribe(subjects.workerPresence, {
        callback: (error, message) => {
          if (error === null) this.#hear(message.json<WorkerPresence>());
        },
      });
    });
  }

  /** Those of each worker that takes on checks. */
  of(lane: CheckLane): Places[] {
    return this.#alive().map(({ checks }) => checks[lane]);
  }

  /** The places that slow checks of organizations hold, most first, as far as workers tell. */
  heldBySlow(): Map<string, number> {
    const held = new Map<string, number>();
    for (const { slowest } of this.#alive()) {
      for (const { organizationId, places } of slowest) {
        held.set(organizationId, (held.get(organizationId) ?? 0) + places);
      }
    }
    return new Map([...held].toSorted(([, one], [, other]) => other - one));
  }

  /** Until workers say otherwise: what was handed out takes the places that were free. */
  noteHandedOut(lane: CheckLane, jobs: number): void {
    let left = jobs;
    for (const places of this.of(lane)) {
      const taken = Math.min(left, Math.max(0, places.free));
      places.free -= taken;
      left -= taken;
    }
  }

  #alive(): Heard[] {
    const now = performance.now();
    return [...this.#heard.values()].filter(({ heardAt }) => now - heardAt < presenceMs);
  }

  #hear({ workerId, isTrusted, checks, slowest }: WorkerPresence): void {
    const now = performance.now();
    if (isTrusted) this.#heard.set(workerId, { heardAt: now, checks, slowest });
    else this.#heard.delete(workerId);
    for (const [id, { heardAt }] of this.#heard) if (now - heardAt >= presenceMs) this.#heard.delete(id);
  }
}
