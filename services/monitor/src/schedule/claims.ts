import { Injectable } from '@nestjs/common';
import type { CheckLane } from '@vedette/contract';
import type { Connection } from '@vedette/database';
import { lostAfter } from './check-slots.ts';
import { ScheduleRepository, type ClaimedMonitor, type Due } from './schedule.repository.ts';
import { nextTurnBehind, sharesOf, type Claimant } from './shares.ts';
import { WorkerPlaces } from './worker-places.ts';

/** This many organizations take part in one claim; the next claim starts after the last one that got a place. */
const MAX_ORGANIZATIONS = 100;
/** Unused parts of an organization's share are offered to the others, in this many rounds at most. */
const MAX_ROUNDS = 4;

/** Claims due checks: all of them if there are enough places; otherwise organizations take turns. */
@Injectable()
export class Claims {
  /** The organization after which the next turns start, by lane. */
  readonly #turns: Record<CheckLane, string> = { FAST: '', SLOW: '' };

  constructor(
    private readonly schedule: ScheduleRepository,
    private readonly workers: WorkerPlaces,
  ) {}

  /** Runs in the caller's transaction. No replica claims a check again until that check counts as lost. */
  async take(
    connection: Connection,
    lane: CheckLane,
    { isWaiting }: Due,
    room: number,
    now: Date,
  ): Promise<ClaimedMonitor[]> {
    const lost = lostAfter(now);
    if (!isWaiting) return this.schedule.claimDue(connection, lane, { now, lost, limit: room });
    const rows: ClaimedMonitor[] = [];
    let claimants = await this.#claimants(connection, lane);
    for (let round = 0; round < MAX_ROUNDS && claimants.length > 0 && rows.length < room; round += 1) {
      const shares = sharesOf(claimants, room - rows.length);
      this.#turns[lane] = nextTurnBehind(claimants, shares);
      const claimed = await this.schedule.claimWaiting(connection, lane, { now, lost, shares });
      rows.push(...claimed);
      claimants = stillWaiting(claimants, shares, claimed);
    }
    return rows;
  }

  async #claimants(connection: Connection, lane: CheckLane): Promise<Claimant[]> {
    const found = await this.schedule.organizationsWaiting(connection, lane, this.#turns[lane], MAX_ORGANIZATIONS);
    // Fast checks end before workers announce them, so only places of slow checks are counted.
    const held = lane === 'SLOW' ? this.workers.heldBySlow() : new Map<string, number>();
    return found.map((organizationId) => ({ organizationId, places: held.get(organizationId) ?? 0 }));
  }
}

/** An organization that got less than its share has no more waiting checks. */
function stillWaiting(
  claimants: readonly Claimant[],
  shares: ReadonlyMap<string, number>,
  claimed: readonly ClaimedMonitor[],
): Claimant[] {
  const got = new Map<string, number>();
  for (const { organizationId: id } of claimed) got.set(id, (got.get(id) ?? 0) + 1);
  return claimants.flatMap(({ organizationId, places }) => {
    const taken = got.get(organizationId) ?? 0;
    return taken < (shares.get(organizationId) ?? 0) ? [] : [{ organizationId, places: places + taken }];
  });
}
