import { MAX_JOBS_PER_BATCH, SLOW_AFTER_MS, type CheckLane, type Places } from '@vedette/contract';
import { TurnQueue } from '@vedette/turns';
import { divided, keepsPlaceMs, messagesToPull, startIn, type DividedPlaces } from '@vedette/checker-worker/capacity';
import { checkToCut, largestHolders } from '@vedette/checker-worker/held-places';

export interface SimulatedJob {
  readonly organizationId: string;
  readonly monitorId: string;
  /** How long its check takes if the worker does not cut it off. */
  readonly durationAt: (startedAtMs: number) => number;
  readonly onStart: (atMs: number) => void;
  readonly onEnd: (atMs: number, tookMs: number) => void;
}

interface Run extends SimulatedJob {
  readonly lane: CheckLane;
  readonly startedAt: number;
  readonly endsAt: number;
}

/** A worker without network or processor: the real rules decide when a check starts and which check is cut off. */
export class SimulatedWorker {
  readonly places: DividedPlaces;
  readonly #waiting: Record<CheckLane, TurnQueue<SimulatedJob>> = { FAST: new TurnQueue(), SLOW: new TurnQueue() };
  readonly #fast = new Set<Run>();
  readonly #slow = new Set<Run>();
  readonly #slowed = new Set<Run>();
  mostInFlight = 0;

  constructor(concurrency: number, slowSharePercent: number) {
    this.places = divided(concurrency, slowSharePercent);
  }

  of(lane: CheckLane): Places {
    const total = lane === 'FAST' ? this.places.scheduled : this.places.slow;
    return { total, free: total - this.#running(lane) };
  }

  slowest(limit: number) {
    const ids = [...this.#slow, ...this.#slowed].map(({ organizationId }) => organizationId);
    return largestHolders(ids, limit);
  }

  /** Ends what is over, takes what there is room for, and starts what may start. */
  turn(now: number, queues: Readonly<Record<CheckLane, SimulatedJob[][]>>): void {
    for (const runs of [this.#fast, this.#slow, this.#slowed]) {
      for (const run of runs) {
        if (run.endsAt > now) continue;
        runs.delete(run);
        run.onEnd(now, run.endsAt - run.startedAt);
      }
    }
    const keptMs = keepsPlaceMs(this.of('FAST'));
    for (const run of this.#fast) {
      if (now - run.startedAt < keptMs) break;
      this.#fast.delete(run);
      this.#slowed.add(run);
    }
    for (const lane of ['FAST', 'SLOW'] as const) {
      this.#pull(lane, queues[lane]);
      this.#start(lane, now);
    }
    this.mostInFlight = Math.max(this.mostInFlight, this.#fast.size + this.#slow.size + this.#slowed.size);
  }

  #running(lane: CheckLane): number {
    return lane === 'FAST' ? this.#fast.size : this.#slow.size + this.#slowed.size;
  }

  #pull(lane: CheckLane, queue: SimulatedJob[][]): void {
    const load = { places: this.of(lane).total, running: this.#running(lane), waiting: this.#waiting[lane].length };
    const messages = messagesToPull(lane, { ...load, unpublished: 0 });
    for (const job of queue.splice(0, messages).flat()) this.#waiting[lane].push(job.organizationId, job);
  }

  #start(lane: CheckLane, now: number): void {
    while (this.#waiting[lane].length > 0) {
      const running = { fast: this.#running('FAST'), slow: this.#running('SLOW') };
      const decision = startIn(lane, running, this.places);
      if (decision === 'WAIT') return;
      if (decision === 'REPLACE' && !this.#cutOne(now)) return;
      const job = this.#waiting[lane].shift();
      if (job === undefined) return;
      const run = { ...job, lane, startedAt: now, endsAt: now + job.durationAt(now) };
      (lane === 'FAST' ? this.#fast : this.#slow).add(run);
      job.onStart(now);
    }
  }

  #cutOne(now: number): boolean {
    const run = checkToCut([...this.#slowed].filter(({ startedAt }) => now - startedAt > SLOW_AFTER_MS));
    if (run === undefined) return false;
    this.#slowed.delete(run);
    run.onEnd(now, now - run.startedAt);
    return true;
  }
}

/** As the monitor service packs them. */
export function messagesOf(lane: CheckLane, jobs: readonly SimulatedJob[]): SimulatedJob[][] {
  const size = MAX_JOBS_PER_BATCH[lane];
  return Array.from({ length: Math.ceil(jobs.length / size) }, (_, i) => jobs.slice(i * size, (i + 1) * size));
}
