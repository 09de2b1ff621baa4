import { CHECK_LANES, type CheckLane, type CheckOutcome, type Places } from '@vedette/contract';
import { nextLane } from '@vedette/monitor/next-lane';
import { nextSlotAfter, slotToRun } from '@vedette/monitor/check-slots';
import { jobsToHandOut } from '@vedette/monitor/handout';
import { nextTurnBehind, sharesOf } from '@vedette/monitor/shares';
import { messagesOf, type SimulatedJob, type SimulatedWorker } from './simulated-worker.ts';

const ANNOUNCE_EVERY_MS = 1_000;
const SLOWEST_ANNOUNCED = 200;
const MAX_ORGANIZATIONS = 100;

export interface SimulatedMonitor {
  readonly organizationId: string;
  readonly monitorId: string;
  readonly intervalSeconds: number;
  /** Of a check that begins then. */
  readonly durationAt: (startedAtMs: number) => number;
}

/** One check: when it should have begun, and when it did. */
export interface SimulatedCheck {
  readonly monitor: SimulatedMonitor;
  readonly lane: CheckLane;
  readonly slotAt: number;
  readonly startedAt: number;
}

interface Row extends SimulatedMonitor {
  lane: CheckLane;
  /** Infinity while its check is in flight. */
  nextCheckAt: number;
}

/** The schedule without its table: the rules of the monitor service decide who is checked when. */
export class SimulatedSchedule {
  readonly checks: SimulatedCheck[] = [];
  readonly #rows: readonly Row[];
  readonly #workers: readonly SimulatedWorker[];
  readonly #queues: Record<CheckLane, SimulatedJob[][]> = { FAST: [], SLOW: [] };
  readonly #turns: Record<CheckLane, string> = { FAST: '', SLOW: '' };
  #announced: { checks: Record<CheckLane, Places>; slowest: { organizationId: string; places: number }[] }[] = [];
  /** Slow checks since the last announcement, by organization. */
  readonly #handedOut: string[] = [];
  #announcedAt = -Infinity;

  constructor(monitors: readonly SimulatedMonitor[], workers: readonly SimulatedWorker[], startsAt: number) {
    this.#workers = workers;
    this.#rows = monitors.map((monitor) => ({
      ...monitor,
      lane: 'FAST',
      nextCheckAt: nextSlotAfter(monitor, new Date(startsAt)).getTime(),
    }));
  }

  laneOf(monitorId: string): CheckLane | undefined {
    return this.#rows.find((row) => row.monitorId === monitorId)?.lane;
  }

  turn(now: number): void {
    if (now - this.#announcedAt >= ANNOUNCE_EVERY_MS) this.#announce(now);
    for (const lane of CHECK_LANES) this.#handOut(lane, now);
    for (const worker of this.#workers) worker.turn(now, this.#queues);
  }

  #announce(now: number): void {
    this.#announcedAt = now;
    this.#handedOut.length = 0;
    this.#announced = this.#workers.map((worker) => ({
      checks: { FAST: worker.of('FAST'), SLOW: worker.of('SLOW') },
      slowest: worker.slowest(SLOWEST_ANNOUNCED),
    }));
  }

  #handOut(lane: CheckLane, now: number): void {
    const places = this.#announced.map(({ checks }) => checks[lane]);
    const pending = this.#queues[lane].flat().length;
    const room = jobsToHandOut(lane, places, pending);
    if (room === 0) return;
    const due = this.#rows.filter((row) => row.lane === lane && row.nextCheckAt <= now);
    const chosen = due.length <= room ? due : this.#inTurn(lane, due, room);
    if (lane === 'SLOW') this.#handedOut.push(...chosen.map(({ organizationId }) => organizationId));
    let taken = chosen.length;
    for (const each of places) {
      const used = Math.min(taken, Math.max(0, each.free));
      each.free -= used;
      taken -= used;
    }
    this.#queues[lane].push(
      ...messagesOf(
        lane,
        chosen.map((row) => this.#jobOf(row, now)),
      ),
    );
  }

  #inTurn(lane: CheckLane, due: readonly Row[], room: number): Row[] {
    const held = new Map<string, number>();
    if (lane === 'SLOW') {
      for (const { organizationId, places } of this.#announced.flatMap(({ slowest }) => slowest)) {
        held.set(organizationId, (held.get(organizationId) ?? 0) + places);
      }
      for (const id of this.#handedOut) held.set(id, (held.get(id) ?? 0) + 1);
    }
    const waiting = Map.groupBy(
      due.toSorted((one, other) => one.nextCheckAt - other.nextCheckAt),
      ({ organizationId }) => organizationId,
    );
    const chosen: Row[] = [];
    const ids = [...waiting.keys()].toSorted();
    const behind = this.#turns[lane];
    const taking = [...ids.filter((id) => id > behind), ...ids.filter((id) => id <= behind)].slice(
      0,
      MAX_ORGANIZATIONS,
    );
    while (chosen.length < room && taking.some((id) => waiting.has(id))) {
      const claimants = taking
        .filter((id) => waiting.has(id))
        .map((organizationId) => ({ organizationId, places: held.get(organizationId) ?? 0 }));
      const shares = sharesOf(claimants, room - chosen.length);
      this.#turns[lane] = nextTurnBehind(claimants, shares);
      for (const [organizationId, share] of shares) {
        const own = waiting.get(organizationId) ?? [];
        const claimed = own.splice(0, share);
        chosen.push(...claimed);
        held.set(organizationId, (held.get(organizationId) ?? 0) + claimed.length);
        if (own.length === 0) waiting.delete(organizationId);
      }
    }
    return chosen;
  }

  #jobOf(row: Row, now: number): SimulatedJob {
    const { lane } = row;
    const slotAt = slotToRun(row, new Date(row.nextCheckAt), new Date(now)).getTime();
    row.nextCheckAt = Infinity;
    return {
      organizationId: row.organizationId,
      monitorId: row.monitorId,
      durationAt: row.durationAt,
      onStart: (startedAt) => this.checks.push({ monitor: row, lane, slotAt, startedAt }),
      onEnd: (endedAt, tookMs) => {
        row.lane = nextLane(row.lane, outcomeOf(tookMs));
        row.nextCheckAt = nextSlotAfter(row, new Date(endedAt)).getTime();
      },
    };
  }
}

function outcomeOf(tookMs: number): CheckOutcome {
  const observation = { certExpiresAt: null, dnsAnswer: null, registration: null };
  const pace = { longestAttemptMs: tookMs, hasTimedOut: false };
  return { verdict: 'UNOBSERVED', attempts: [], responseMs: null, pace, observation };
}
