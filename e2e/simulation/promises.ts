import type { CheckAttempt } from '@vedette/contract';
import type { Result } from '@vedette/monitor/check-outcome';
import type { Outage } from '@vedette/monitor/outage';
import type { Application } from '@vedette/monitor/result-application';
import type { AlertJob } from './alerts.ts';
import { START, type Clock } from './clock.ts';
import type { CheckerWorkers } from './checker-workers.ts';
import type { IncidentRow } from './incident-service.ts';
import type { MonitorRow } from './monitor-rows.ts';
import { Violation, type PromiseName } from './promise-names.ts';
import { linesOf } from './script.ts';
import { clockWords } from './script-words.ts';
import type { SimulatedEvent } from './stage.ts';
import type { Truth } from './truth.ts';
import type { DeliveryRow } from './webhook-dispatcher.ts';

export interface KnownWindow {
  readonly monitorId: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
  /** When the incident service learned of the window, and of its cancellation. */
  knownAt: number | undefined;
  cancelledAt: number | undefined;
  cancellationKnownAt: number | undefined;
}

interface Attempted {
  readonly at: number;
  readonly status: number;
}

/** The delays between attempts that the API promises, in seconds. */
const DELAYS = [5, 30, 120, 600, 1_800, 3_600, 10_800, 21_600, 43_200];
/** Workers count as well if they were well for this long before a check: peers know each other by announcements. */
const MARGIN_MS = 4_000;
const MOMENT_MS = 100;

/** Watches everything that the services commit, and throws when a promise is broken. It uses no rule of theirs. */
export class Promises {
  readonly clock: Clock;
  readonly truth: Truth;
  readonly outages = new Map<string, { readonly row: MonitorRow; outage: Outage }>();
  readonly events: SimulatedEvent[] = [];
  readonly windows = new Map<string, KnownWindow>();
  readonly sent = new Map<string, number>();
  readonly attempts = new Map<DeliveryRow, Attempted[]>();
  /** When the incident service learned of the end of an incident. */
  readonly endKnownAt = new Map<string, number>();
  readonly lastPings = new Map<MonitorRow, number>();
  readonly changedAt = new Map<MonitorRow, number>();
  workers: CheckerWorkers | undefined;
  readonly #made = new Map<CheckAttempt, number>();
  /** The slots whose results had an effect, by monitor and epoch. */
  readonly #applied = new Map<string, { newest: number; readonly slots: Set<number> }>();
  readonly #forgotten = new Set<string>();
  readonly #ended = new Map<string, { readonly incidentId: string; readonly at: number }>();
  /** When a worker last found another one busy with confirmations. */
  readonly #refusedAt = new Map<number, number>();
  readonly #canSendTwice: boolean;
  readonly #canAttemptTwice: boolean;

  constructor(clock: Clock, truth: Truth) {
    this.clock = clock;
    this.truth = truth;
    const crashing = new Set(linesOf(truth.script, 'crash').map(({ process }) => process));
    this.#canSendTwice = crashing.has('incident');
    this.#canAttemptTwice = crashing.has('webhook-dispatcher');
  }

  break(promise: PromiseName, details: string): never {
    throw new Violation(promise, this.clock.now, details);
  }

  told(event: SimulatedEvent): void {
    this.events.push(event);
  }

  attemptMade(attempt: CheckAttempt, startedAt: number): void {
    this.#made.set(attempt, startedAt);
  }

  confirmationRefused(worker: number): void {
    this.#refusedAt.set(worker, this.clock.now);
  }

  /** Called before the new state is in the row. */
  landed(row: MonitorRow, before: MonitorRow['check'], result: Result, application: Application): void {
    if (application.kind !== 'applied') return;
    const slot = result.slotAt.getTime();
    const applied = this.#appliedOf(row, result.epoch);
    if (applied.slots.has(slot)) this.break('a slot has its effect once', slotWords(row, slot));
    applied.slots.add(slot);
    if (slot < applied.newest) this.break('the newest slot decides', slotWords(row, slot));
    applied.newest = slot;
    if (before.state === 'PAUSED' || row.presence !== 'live') {
      this.break('a paused or deleted monitor does not change', slotWords(row, slot));
    }
    const changedAt = this.changedAt.get(row);
    if (changedAt !== undefined && (this.#madeAt(result)[0] ?? slot) < changedAt && row.rule.type !== 'CRON') {
      this.break('what ran before a change by hand changes nothing after it', slotWords(row, slot));
    }
    const step = application.outage;
    if (step?.kind === 'open') this.#opened(row, result, slotWords(row, slot));
    if (step?.kind === 'resolve' && result.outcome.attempts.every(({ error }) => error !== null)) {
      this.break('an outage is resolved by a recovery, or by a pause', slotWords(row, slot));
    }
  }

  recorded(row: MonitorRow): void {
    const promise = 'the record of states is in order and ends in the present state';
    const last = row.record.at(-1);
    const previous = row.record.at(-2);
    if (last === undefined || last.state !== row.check.state) {
      this.break(promise, `monitor ${row.number} is ${row.check.state}, its record ends in ${last?.state}`);
    }
    if (last.at > this.clock.date || (previous !== undefined && previous.at > last.at)) {
      this.break(promise, `monitor ${row.number}: ${previous?.at.toISOString()}, then ${last.at.toISOString()}`);
    }
  }

  outageChanged(row: MonitorRow, outage: Outage): void {
    const { incidentId, revision, resolved, startedAt } = outage;
    const known = this.outages.get(incidentId)?.outage;
    if (revision !== (known?.revision ?? 0) + 1) {
      this.break('an outage has one revision after the other', `${incidentId}: ${known?.revision}, then ${revision}`);
    }
    const ended = this.#ended.get(row.id);
    const isOverlapping = known === undefined && ended !== undefined && Date.parse(startedAt) < ended.at;
    const other = [...this.outages.values()].find(
      (each) => each.row === row && each.outage.incidentId !== incidentId && each.outage.resolved === null,
    );
    if (isOverlapping || other !== undefined || (resolved !== null && resolved.at < startedAt)) {
      this.break('outages of a monitor do not overlap', `monitor ${row.number}, ${incidentId}`);
    }
    if (resolved?.because === 'PAUSED' && row.check.state !== 'PAUSED') {
      this.break('an outage is resolved by a recovery, or by a pause', `${incidentId} ended by a pause that was none`);
    }
    this.outages.set(incidentId, { row, outage });
    if (resolved !== null) this.#ended.set(row.id, { incidentId, at: Date.parse(resolved.at) });
  }

  changedByHand(row: MonitorRow): void {
    this.changedAt.set(row, this.clock.now);
  }

  pinged(row: MonitorRow): void {
    this.lastPings.set(row, this.clock.now);
  }

  forgotten(row: MonitorRow): void {
    this.#forgotten.add(row.id);
  }

  incidentsChanged(incidents: readonly IncidentRow[]): void {
    const ongoing = incidents.filter(({ resolvedAt }) => resolvedAt === null);
    if (ongoing.length > 1) {
      this.break('a monitor has at most one ongoing incident', ongoing.map(({ id }) => id).join(' and '));
    }
    for (const { id, resolution } of incidents) {
      if (resolution !== null && resolution !== 'SUPERSEDED' && !this.endKnownAt.has(id)) {
        this.endKnownAt.set(id, this.clock.now);
      }
    }
  }

  alerted(incident: IncidentRow, job: AlertJob): void {
    const words = `contact ${job.contact} is told ${job.kind} of ${incident.id}`;
    if (this.#forgotten.has(incident.monitorId)) this.break('nobody is alerted without an incident', words);
    const times = (this.sent.get(job.id) ?? 0) + 1;
    this.sent.set(job.id, times);
    const opening = incident.jobs.find(({ contact, kind }) => contact === job.contact && kind === 'OPENED');
    const isTooEarly = job.kind === 'RESOLVED' && (opening === undefined || opening.state === 'PENDING');
    if (isTooEarly || (times > 1 && !this.#canSendTwice)) {
      this.break('a contact is told of an opening and of its end once, in this order', words);
    }
    if (job.kind === 'RESOLVED' && incident.resolution === 'PAUSED') {
      this.break('nobody is told that a pause ended an incident', words);
    }
  }

  windowCreated(id: string, monitorId: string, { startsAt, endsAt }: { startsAt: Date; endsAt: Date }): void {
    this.windows.set(id, {
      monitorId,
      startsAt,
      endsAt,
      knownAt: undefined,
      cancelledAt: undefined,
      cancellationKnownAt: undefined,
    });
  }

  windowKnown(id: string, isCancelled: boolean): void {
    const window = this.windows.get(id);
    if (window === undefined) return;
    window.knownAt ??= this.clock.now;
    if (isCancelled) window.cancellationKnownAt ??= this.clock.now;
  }

  windowCancelled(id: string): void {
    const window = this.windows.get(id);
    if (window !== undefined) window.cancelledAt = this.clock.now;
  }

  deliveryCreated(row: DeliveryRow): void {
    for (const { event, receiver } of this.attempts.keys()) {
      if (event.id === row.event.id && receiver === row.receiver) {
        this.break('an event has one delivery for an endpoint', `${event.type} ${event.id} for receiver ${receiver}`);
      }
    }
    this.attempts.set(row, []);
  }

  attempted(row: DeliveryRow, status: number): void {
    const promise = 'a delivery is attempted on its schedule and not after a success';
    const attempts = this.attempts.get(row) ?? [];
    const last = attempts.at(-1);
    const words = `attempt ${attempts.length + 1} of ${row.event.type} ${row.event.id} for receiver ${row.receiver}`;
    if (last !== undefined && !this.#canAttemptTwice) {
      const delayMs = (DELAYS[attempts.length - 1] ?? Infinity) * 1_000;
      const leastMs = last.status === 429 ? Math.max(60_000, 0.9 * delayMs) : 0.9 * delayMs;
      const mostMs = last.status === 429 ? Math.max(60_000, 1.1 * delayMs) : 1.1 * delayMs;
      const gapMs = this.clock.now - last.at;
      if (isSuccess(last.status) || gapMs < leastMs || gapMs > mostMs + 1_000) this.break(promise, words);
    }
    attempts.push({ at: this.clock.now, status });
    this.attempts.set(row, attempts);
  }

  #appliedOf({ id }: MonitorRow, epoch: number) {
    const key = `${id} ${epoch}`;
    const known = this.#applied.get(key);
    if (known !== undefined) return known;
    const applied = { newest: 0, slots: new Set<number>() };
    this.#applied.set(key, applied);
    return applied;
  }

  #opened(row: MonitorRow, result: Result, words: string): void {
    const { attempts } = result.outcome;
    if (row.rule.type === 'CRON') return this.#missed(row, result, words);
    if (attempts.length < 2 || attempts.some(({ error }) => error === null)) {
      this.break('an outage is opened only by a confirmed failure', words);
    }
    const times = this.#madeAt(result);
    const isReal = times.some((at) => this.truth.isFailing(row.number, at));
    if (!isReal && !this.#isExcused(times, attempts)) {
      this.break(
        'a worker without network never causes DOWN',
        `${words}, by ${attempts.map(({ worker }) => worker).join(' and ')}`,
      );
    }
  }

  /**
   * Without canaries, nobody can tell the failure of all networks from an outage, and a worker that is alone takes the
   * failure of its own network for one; README.md says so. It is alone if not all others were well and trusted, or if
   * they had no place for it.
   */
  #isExcused(times: readonly number[], attempts: readonly CheckAttempt[]): boolean {
    const { script } = this.truth;
    const [from = 0, second = 0] = times;
    const makers = [...new Set(attempts.map(({ worker }) => Number(worker.split(' ')[1])))];
    // The network came back just when the worker, or its canaries, would have noticed that it was gone.
    if (script.hasCanaries) return makers.some((worker) => this.truth.isBackBetween(worker, from, second + MOMENT_MS));
    if (makers.length > 1 || makers.some((worker) => (this.#refusedAt.get(worker) ?? 0) >= from)) return true;
    const others = (this.workers?.all ?? []).filter(({ number }) => !makers.includes(number));
    const isWell = ({ number, trust }: (typeof others)[number]): boolean =>
      this.truth.isWell(number, from - MARGIN_MS, second) && trust.wasTrusted(from - MARGIN_MS, second);
    return others.length === 0 || !others.every(isWell);
  }

  #missed(row: MonitorRow, { outcome, filedAt }: Result, words: string): void {
    // A failure that the job reported itself.
    if (filedAt === undefined && outcome.attempts.some(({ error }) => error !== null)) return;
    const since = Math.max(this.lastPings.get(row) ?? 0, this.changedAt.get(row) ?? 0);
    const allowedMs = (row.rule.intervalSeconds + row.fields.graceSeconds) * 1_000;
    if (this.truth.heardMs(since, this.clock.now) <= allowedMs) {
      this.break('a cron job that reports in time is not missed', words);
    }
  }

  /** When the attempts of a result really began, whatever their workers' clocks said. */
  #madeAt({ outcome: { attempts } }: Result): number[] {
    return attempts.flatMap((attempt) => this.#made.get(attempt) ?? []);
  }
}

function slotWords({ number }: MonitorRow, slot: number): string {
  return `monitor ${number}, slot ${clockWords(slot - START)}`;
}

export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}
