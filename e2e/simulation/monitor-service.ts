import { CHECK_LANES, type CheckLane, type CheckTarget } from '@vedette/contract';
import type { Result } from '@vedette/monitor/check-outcome';
import type { RuntimeChange } from '@vedette/monitor/monitor-lifecycle';
import type { Resolution } from '@vedette/monitor/outage';
import { CronJobs } from './cron-jobs.ts';
import type { CheckerWorkers } from './checker-workers.ts';
import type { IncidentService } from './incident-service.ts';
import { addLines, changedCheck, momentAfter, newRow, targetOf, type MonitorRow } from './monitor-rows.ts';
import { Stream, Requests, type Delivery } from './network.ts';
import { applyResults, factOf, saveOutage } from './result-writer.ts';
import type { UserAction } from './script.ts';
import { Process, type SimulatedEvent, type Stage, type Transaction } from './stage.ts';

const RESULT_ACK_WAIT_MS = 3_000;
/** Results that arrive while others are being applied form the next batch. */
const BATCH_MS = 5;
const LOOK_AGAIN_MS = 100;
const TELL_AGAIN_MS = 1_000;
const TRY_AGAIN_MS = 2_000;

export interface Job {
  readonly monitor: number;
  readonly monitorId: string;
  readonly lane: CheckLane;
  readonly epoch: number;
  readonly slotAt: Date;
  readonly target: CheckTarget;
}

/** The tables and loops of the monitor service around its rules. Replicas share the tables, so one stands for all. */
export class MonitorService {
  readonly rows: ReadonlyMap<string, MonitorRow>;
  readonly cron: CronJobs;
  readonly results: Stream<Result>;
  readonly #stage: Stage;
  readonly #process: Process;
  readonly #requests: Requests;
  readonly #incidents: IncidentService;
  #workers: CheckerWorkers | undefined;
  #batch: Delivery<Result>[] = [];
  /** The times at which the schedule is looked at. */
  readonly #looks = new Set<number>();
  #isScheduling = true;

  constructor(stage: Stage, publish: (event: SimulatedEvent) => void, incidents: IncidentService) {
    const { clock, script } = stage;
    this.#stage = stage;
    this.#incidents = incidents;
    this.#process = new Process(stage, 'monitor', publish);
    this.#requests = new Requests(clock, script, 'requests');
    this.rows = new Map(script.monitors.map((monitor, i) => [monitor.id, newRow(monitor, i)]));
    this.results = new Stream({
      clock,
      script,
      channel: 'results',
      ackWaitMs: RESULT_ACK_WAIT_MS,
      take: (delivery) => this.#receive(delivery),
    });
    this.cron = new CronJobs(stage, this.#process, this.rows, (tx, results) => this.#apply(tx, results));
  }

  start(workers: CheckerWorkers): void {
    this.#workers = workers;
    this.#look();
  }

  /** No check begins after this. */
  stopScheduling(): void {
    this.#isScheduling = false;
    this.cron.stop();
  }

  /** After an outage of NATS, checks in flight are waited for a shorter time (lost-jobs.ts). */
  doubtJobs(): void {
    const { clock, deciders } = this.#stage;
    for (const row of this.rows.values()) {
      const { slotAt, nextCheckAt } = row.check;
      if (slotAt === null || nextCheckAt === null) continue;
      const lease = { lostAt: nextCheckAt, timeoutSeconds: row.rule.timeoutSeconds };
      row.check = { ...row.check, nextCheckAt: deciders.lostAfterRestart(lease, clock.date) };
    }
    this.#plan();
  }

  /** A user's request is repeated until it succeeds, as a client with an idempotency key does. */
  act(row: MonitorRow, does: UserAction): void {
    if (row.presence !== 'live' && does !== 'delete') return;
    const again = (): void => this.#stage.clock.after(TRY_AGAIN_MS, () => this.act(row, does));
    switch (does) {
      case 'pause':
        if (!this.#move(row, 'PAUSED')) return again();
        return this.#showOutage(row, again, 'PAUSED');
      case 'resume':
        return this.#move(row, 'PENDING') ? undefined : again();
      case 'retarget':
        return this.#retarget(row) ? undefined : again();
      case 'delete':
        return this.#delete(row) ? this.#forget(row, again) : again();
      case 'check':
        return this.#check(row);
      case 'acknowledge':
        return this.#incidents.acknowledge(row.id);
    }
  }

  /** Looks at the schedule whenever a check becomes due (scheduler.ts polls every 50 ms). */
  #plan(): void {
    for (const { check } of this.rows.values())
      if (check.nextCheckAt !== null) this.#lookAt(check.nextCheckAt.getTime());
  }

  #lookAt(time: number): void {
    const { clock } = this.#stage;
    if (this.#looks.has(time)) return;
    this.#looks.add(time);
    clock.at(time, () => {
      this.#looks.delete(time);
      this.#look();
    });
  }

  #look(): void {
    if (this.#isScheduling) for (const lane of CHECK_LANES) this.#handOut(lane);
  }

  /** The jobs are published before the claim is committed (check-handout.ts, schedule.repository.ts). */
  #handOut(lane: CheckLane): void {
    const { clock, deciders, newId } = this.#stage;
    const now = clock.date;
    const isDue = ({ check }: MonitorRow): boolean =>
      check.lane === lane && check.nextCheckAt !== null && check.nextCheckAt.getTime() <= clock.now;
    const due = [...this.rows.values()].filter(isDue);
    if (due.length === 0 || this.#workers === undefined) return;
    const room = deciders.jobsToHandOut(lane, this.#workers.placesOf(lane), this.#workers.pending(lane));
    const lives = this.#process.transact((tx) => {
      for (const row of due.slice(0, room)) {
        const { check, id: monitorId, number: monitor } = row;
        const plannedAt = check.slotAt ?? check.nextCheckAt ?? now;
        const slotAt = deciders.slotToRun(row.rule, plannedAt, now);
        tx.write(() => {
          row.check = { ...row.check, slotAt, nextCheckAt: deciders.lostAfter(now) };
        });
        const job = { monitor, monitorId, lane, epoch: check.epoch, slotAt, target: row.target };
        this.#workers?.jobs.publish(newId('job'), job);
      }
    });
    if (!lives || room < due.length) this.#lookAt(clock.now + LOOK_AGAIN_MS);
  }

  #receive(delivery: Delivery<Result>): void {
    this.#batch.push(delivery);
    if (this.#batch.length === 1) this.#stage.clock.after(BATCH_MS, () => this.#settle());
  }

  /** As result-intake.ts: acknowledged after the commit. */
  #settle(): void {
    const batch = this.#batch;
    this.#batch = [];
    const lives = this.#process.transact((tx) => {
      this.#apply(
        tx,
        batch.map(({ message }) => message),
      );
    });
    if (lives) for (const delivery of batch) delivery.ack();
    this.#plan();
  }

  #apply(tx: Transaction, results: readonly Result[]): void {
    applyResults(this.#stage, this.rows, tx, results, (row) => this.#tellLater(row));
  }

  /** As outage-teller.ts: a change of cause has no event. */
  #tellLater(row: MonitorRow): void {
    this.#stage.clock.after(TELL_AGAIN_MS, () => {
      const { outage, toldRevision, confirmedRevision, presence } = row;
      if (outage === undefined || presence !== 'live' || Math.max(toldRevision, confirmedRevision) >= outage.revision)
        return;
      this.#showOutage(row, () => this.#tellLater(row));
    });
  }

  /** As outages/other-services.ts. */
  #showOutage(row: MonitorRow, again: () => void, endedBy?: Resolution): void {
    const { outage, confirmedRevision } = row;
    if (outage === undefined || confirmedRevision >= outage.revision || row.presence !== 'live') return;
    if (endedBy !== undefined && outage.resolved?.because !== endedBy) return;
    const travelMs = this.#requests.travelMs();
    if (travelMs === undefined) return again();
    this.#stage.clock.after(travelMs, () => {
      if (!this.#incidents.applyOutage(factOf(outage, row.fields))) return again();
      if (row.outage?.incidentId !== outage.incidentId) return;
      row.confirmedRevision = Math.max(row.confirmedRevision, outage.revision);
    });
  }

  #move(row: MonitorRow, into: 'PAUSED' | 'PENDING'): boolean {
    const { deciders } = this.#stage;
    const now = momentAfter(row, this.#stage.clock.now);
    const current = { state: row.check.state, type: row.rule.type };
    const decision = into === 'PAUSED' ? deciders.pause(current) : deciders.resume(current, now);
    if (decision.kind === 'unchanged') return true;
    const type = into === 'PAUSED' ? 'monitor.paused' : 'monitor.resumed';
    const lives = this.#process.transact((tx) => {
      const outage = this.#change(tx, row, decision.runtime, now);
      tx.tell({ type, monitorId: row.id, ...(outage !== undefined && { outage: factOf(outage, row.fields) }) });
    });
    this.#plan();
    return lives;
  }

  #retarget(row: MonitorRow): boolean {
    const { clock, deciders, newId } = this.#stage;
    const now = momentAfter(row, clock.now);
    const update = { url: `https://${newId('elsewhere')}.example` };
    const change = deciders.changeMonitor({ ...row.fields, state: row.check.state }, update, now);
    if (change.kind === 'refused') throw new Error('The new target is refused');
    const lives = this.#process.transact((tx) => {
      this.#change(tx, row, change.runtime, now);
      tx.write(() => {
        row.fields = { ...row.fields, ...update };
        row.target = targetOf(update.url);
      });
      tx.tell({ type: 'monitor.updated', monitorId: row.id });
    });
    this.#plan();
    return lives;
  }

  /** As monitor-transition.ts writes a change by hand; returns the outage that ended with it. */
  #change(tx: Transaction, row: MonitorRow, runtime: RuntimeChange, now: Date) {
    const { deciders, promises, note } = this.#stage;
    const { check, rule } = row;
    const since = check.lastStatusChangedAt ?? rule.createdAt;
    const current = { ...rule, state: check.state, since, observedAt: check.observedAt };
    const { lines } = deciders.recordChange(current, runtime.enters, false, now);
    const isEnding = check.state === 'DOWN' && runtime.enters !== undefined;
    const outage = isEnding
      ? deciders.stepOutage(row.outage, { kind: 'resolve', at: now, because: 'PAUSED' })
      : undefined;
    tx.write(() => {
      row.check = changedCheck(check, runtime, now);
      addLines(row.record, lines);
      if (outage !== undefined) saveOutage(row, outage, true);
      this.cron.follow(row, runtime.enters, now);
      if (runtime.raisesEpoch) promises.changedByHand(row);
      if (lines.length > 0) promises.recorded(row);
      if (outage !== undefined) promises.outageChanged(row, outage);
      if (runtime.enters !== undefined) note(() => `monitor ${row.number} is ${runtime.enters}`);
    });
    return outage;
  }

  #delete(row: MonitorRow): boolean {
    const { clock, deciders, promises, note } = this.#stage;
    const decision = deciders.deletion(row.presence);
    if (decision.kind !== 'delete') return true;
    const now = momentAfter(row, clock.now);
    return this.#process.transact((tx) => {
      tx.write(() => {
        row.presence = 'deleted';
        row.check = changedCheck(row.check, decision.runtime, now);
        promises.changedByHand(row);
        note(() => `monitor ${row.number} is deleted`);
      });
      tx.tell({ type: 'monitor.deleted', monitorId: row.id });
    });
  }

  /** The deletion is answered when no other service refers to the monitor. */
  #forget(row: MonitorRow, again: () => void): void {
    const { clock, promises } = this.#stage;
    const travelMs = this.#requests.travelMs();
    if (travelMs === undefined) return again();
    clock.after(travelMs, () => {
      if (!this.#incidents.forget(row.id)) return again();
      row.presence = 'released';
      promises.forgotten(row);
    });
  }

  /** As checks/check.service.ts: the result counts at once, unless the monitor changed meanwhile. */
  #check(row: MonitorRow): void {
    const { clock } = this.#stage;
    if (row.check.state === 'PAUSED') return;
    if (row.rule.type === 'CRON') return this.cron.lookNow(row);
    const { epoch } = row.check;
    const slotAt = clock.date;
    this.#workers?.runNow(row.number, row.target, (outcome) => {
      if (outcome.verdict === 'UNOBSERVED' || row.presence !== 'live') return;
      if (row.check.epoch !== epoch || row.check.state === 'PAUSED') return;
      const result = { monitorId: row.id, epoch, slotAt, outcome, isScheduled: false };
      const lives = this.#process.transact((tx) => this.#apply(tx, [result]));
      this.#plan();
      if (lives) this.#showOutage(row, () => {});
    });
  }
}
