import type { MonitorState } from '@vedette/contract';
import type { Result } from '@vedette/monitor/check-outcome';
import { missedCause } from '@vedette/monitor/heartbeat-cause';
import type { Deafness } from '@vedette/monitor/heartbeat-deadline';
import { reportedOutcome } from '@vedette/monitor/ping-results';
import type { MonitorRow } from './monitor-rows.ts';
import type { Process, Stage, Transaction } from './stage.ts';

const HEAR_EVERY_MS = 500;
/** See deadline-watch.ts. */
const MARGIN_MS = 500;
const LOOK_EVERY_MS = 300;

type Apply = (tx: Transaction, results: readonly Result[]) => void;

/** Pings and deadlines, as services/monitor/src/heartbeats/heartbeat.service.ts applies them. */
export class CronJobs {
  readonly #stage: Stage;
  readonly #process: Process;
  readonly #rows: ReadonlyMap<string, MonitorRow>;
  readonly #apply: Apply;
  readonly #deafness: readonly Deafness[];
  #isWatching = true;

  constructor(stage: Stage, process: Process, rows: ReadonlyMap<string, MonitorRow>, apply: Apply) {
    this.#stage = stage;
    this.#process = process;
    this.#rows = rows;
    this.#apply = apply;
    this.#deafness = stage.truth.deafness.map(({ from, to }) => ({ from: new Date(from), to: new Date(to) }));
  }

  stop(): void {
    this.#isWatching = false;
  }

  /** A ping is durable when it is answered. While the listener is down, it is not answered. */
  ping(row: MonitorRow, kind: 'SUCCESS' | 'FAILURE' | 'START'): void {
    const { clock, truth, promises } = this.#stage;
    if (truth.isDeaf(clock.now) || row.presence !== 'live') return;
    row.pings.push({ monitorId: row.id, epoch: row.check.epoch, kind, exitCode: null, receivedAt: clock.date });
    promises.pinged(row);
    this.#hearLater();
  }

  /** As heartbeat-changes.ts follows a change by hand: a resumed job counts from now. */
  follow(row: MonitorRow, enters: MonitorState | undefined, now: Date): void {
    if (row.rule.type !== 'CRON') return;
    if (enters === 'PENDING') row.heartbeat = { ...row.heartbeat, countsFromAt: now, runStartedAt: null };
    this.#setDeadline(row);
  }

  lookNow(row: MonitorRow): void {
    this.#hear();
    this.#process.transact((tx) => this.#judge(tx, row, this.#heardUntil()));
  }

  #hearLater(): void {
    this.#stage.clock.after(HEAR_EVERY_MS / 10, () => this.#hear());
  }

  #hear(): void {
    const waiting = [...this.#rows.values()].filter(({ pings }) => pings.length > 0);
    if (waiting.length === 0) return;
    const lives = this.#process.transact((tx) => {
      for (const row of waiting) {
        const { results, ...heard } = this.#stage.deciders.hearPings(row.heartbeat, row.pings);
        const { length } = row.pings;
        tx.write(() => {
          row.heartbeat = { ...row.heartbeat, ...heard };
          row.pings = row.pings.slice(length);
        });
        this.#apply(tx, results);
        tx.write(() => this.#setDeadline(row));
      }
    });
    if (!lives) this.#stage.clock.after(HEAR_EVERY_MS, () => this.#hear());
  }

  #setDeadline(row: MonitorRow): void {
    row.deadlineAt = row.check.state === 'PAUSED' ? null : this.#deadlineOf(row);
    if (row.deadlineAt !== null) this.#watch(row.deadlineAt.getTime() + MARGIN_MS + LOOK_EVERY_MS);
  }

  #watch(at: number): void {
    this.#stage.clock.at(at, () => {
      if (this.#isWatching) this.#judgeOverdue();
    });
  }

  /** As deadline-watch.ts: what was heard until the margin is known everywhere. */
  #judgeOverdue(): void {
    const { clock, truth } = this.#stage;
    if (truth.isDeaf(clock.now)) return this.#watch(truth.deafUntil(clock.now) + MARGIN_MS + LOOK_EVERY_MS);
    const heardUntil = new Date(this.#heardUntil().getTime() - MARGIN_MS);
    const overdue = [...this.#rows.values()].filter(({ deadlineAt }) => deadlineAt !== null && deadlineAt < heardUntil);
    if (overdue.length === 0) return;
    const lives = this.#process.transact((tx) => {
      for (const row of overdue) this.#judge(tx, row, heardUntil);
    });
    if (!lives) this.#watch(clock.now + LOOK_EVERY_MS);
  }

  #judge(tx: Transaction, row: MonitorRow, heardUntil: Date): void {
    const { isLate, missedSlotAt } = this.#stage.deciders;
    const deadlineAt = row.check.state === 'PAUSED' ? null : this.#deadlineOf(row);
    const isMissed = isLate(deadlineAt, heardUntil) && row.pings.length === 0;
    tx.write(() => {
      row.deadlineAt = isMissed ? null : deadlineAt;
      if (row.deadlineAt !== null)
        this.#watch(Math.max(row.deadlineAt.getTime(), this.#stage.clock.now) + MARGIN_MS + LOOK_EVERY_MS);
    });
    if (!isMissed || deadlineAt === null) return;
    const { epoch } = row.check;
    const slotAt = missedSlotAt(this.#heartbeatOf(row));
    const outcome = reportedOutcome(missedCause(this.#heartbeatOf(row)), deadlineAt);
    this.#apply(tx, [{ monitorId: row.id, epoch, slotAt, filedAt: deadlineAt, outcome, isScheduled: false }]);
  }

  #deadlineOf(row: MonitorRow): Date | null {
    const { now } = this.#stage.clock;
    const known = this.#deafness.filter(({ to }) => to.getTime() <= now);
    return this.#stage.deciders.deadlineOf(this.#heartbeatOf(row), known);
  }

  #heartbeatOf({ heartbeat, rule, fields }: MonitorRow) {
    return { ...heartbeat, periodSeconds: rule.intervalSeconds, graceSeconds: fields.graceSeconds };
  }

  #heardUntil(): Date {
    const { clock, truth } = this.#stage;
    if (!truth.isDeaf(clock.now)) return clock.date;
    return this.#deafness.find(({ from, to }) => from <= clock.date && clock.date < to)?.from ?? clock.date;
  }
}
