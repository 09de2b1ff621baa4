import type { OutageFact } from '@vedette/contract';
import type { Outage, Span } from '@vedette/incident/alert-decision';
import type { AlertPlan } from '@vedette/incident/alert-plan';
import type { StoredWindow, WindowNotice } from '@vedette/incident/maintenance-window-spans';
import type { IncidentRow, IncidentService } from './incident-service.ts';
import type { Process, Stage, Transaction } from './stage.ts';

const SEND_MS = 50;
/** See alerts/alert-delivery.ts. */
const LEASE_MS = 50_000;

export interface AlertJob {
  readonly id: string;
  readonly contact: number;
  readonly kind: 'OPENED' | 'RESOLVED';
  state: 'PENDING' | 'SENT' | 'FAILED' | 'CANCELLED';
  attempts: number;
  dueAt: number;
  leaseUntil: number;
}

interface WindowRow extends StoredWindow {
  readonly spans: readonly (Span & { readonly monitorId: string })[];
}

/** Alert jobs, the windows that suppress them, and the sender: services/incident/src/alerts and maintenance. */
export class Alerts {
  readonly #stage: Stage;
  readonly #process: Process;
  readonly #service: IncidentService;
  readonly #windows = new Map<string, WindowRow>();

  constructor(stage: Stage, process: Process, service: IncidentService) {
    this.#stage = stage;
    this.#process = process;
    this.#service = service;
  }

  /** As maintenance.service.ts and maintenance.repository.ts. */
  applyNotice(tx: Transaction, windowId: string, notice: WindowNotice): void {
    const stored = this.#windows.get(windowId);
    tx.write(() => this.#stage.promises.windowKnown(windowId, notice.isCancelled));
    const decision = this.#stage.deciders.applyNotice(notice, stored);
    if (decision.kind === 'ignore') return;
    const { monitorIds, revision } = notice.facts;
    const kept = decision.kind === 'add' ? (stored?.spans ?? []) : cutOff(stored?.spans ?? [], decision.from);
    const added = decision.spans.flatMap((span) => monitorIds.map((monitorId) => ({ ...span, monitorId })));
    const isReplaced = (one: Span): boolean =>
      added.some(({ startsAt }) => startsAt.getTime() === one.startsAt.getTime());
    const spans = [...kept.filter((span) => !isReplaced(span)), ...added];
    tx.write(() => {
      this.#windows.set(windowId, { revision, isCancelled: notice.isCancelled, spans });
      this.#reconsider(monitorIds);
    });
  }

  planOpening(monitorId: string, startedAt: Date, resolved: OutageFact['resolved']): AlertPlan {
    const outage = { startedAt, resolved: resolved && { at: new Date(resolved.at), because: resolved.because } };
    const { deciders, clock } = this.#stage;
    const spans = this.#spansOf(monitorId, startedAt);
    const plan = deciders.alertPlan(deciders.alertDecision(outage, 'HELD', spans, clock.date), clock.date);
    if (plan === undefined) throw new Error('There is always something to decide about a new incident');
    return plan;
  }

  addOpeningJobs(incident: IncidentRow, { news, heldUntil }: AlertPlan): void {
    for (const kind of news) this.#addJobs(incident, kind);
    if (heldUntil !== null) this.#lookAt(heldUntil.getTime());
  }

  /** As alert.service.ts decides about a stored incident that was resolved, or was held until now. */
  decide(incident: IncidentRow): void {
    const { deciders, clock } = this.#stage;
    const outage = outageOf(incident);
    if (outage === undefined || this.#service.isForgotten(incident.monitorId)) return;
    const spans = incident.alertState === 'HELD' ? this.#spansOf(incident.monitorId, incident.startedAt) : [];
    const plan = deciders.alertPlan(deciders.alertDecision(outage, incident.alertState, spans, clock.date), clock.date);
    if (plan === undefined) return;
    incident.alertState = plan.state;
    incident.heldUntil = plan.heldUntil;
    incident.timeline.push(...plan.entries);
    for (const kind of plan.news) this.#addJobs(incident, kind);
    if (plan.withdraws) for (const job of incident.jobs) if (job.state === 'PENDING') job.state = 'CANCELLED';
    if (plan.heldUntil !== null) this.#lookAt(plan.heldUntil.getTime());
  }

  forget(monitorId: string): void {
    for (const { jobs } of this.#service.incidentsOf(monitorId)) {
      for (const job of jobs) if (job.state === 'PENDING') job.state = 'CANCELLED';
    }
  }

  /** Sends what is due: to each contact one message at a time, its opening before its end (alert-job.repository.ts). */
  wake(): void {
    const { clock, script } = this.#stage;
    if (this.#service.incidents.size === 0) return;
    for (let contact = 0; contact < script.contacts; contact += 1) {
      const pending = [...this.#service.incidents.values()].flatMap((incident) =>
        incident.jobs
          .filter((job) => job.contact === contact && job.state === 'PENDING')
          .map((job) => ({ incident, job })),
      );
      if (pending.some(({ job }) => job.leaseUntil > clock.now)) continue;
      const isReady = ({ incident, job }: (typeof pending)[number]): boolean =>
        job.dueAt <= clock.now &&
        !(job.kind === 'RESOLVED' && pending.some((each) => each.incident === incident && each.job.kind === 'OPENED'));
      const next = pending.filter(isReady).toSorted((one, other) => one.job.dueAt - other.job.dueAt)[0];
      if (next !== undefined) this.#send(next.incident, next.job);
    }
  }

  #send(incident: IncidentRow, job: AlertJob): void {
    const { clock, truth, promises } = this.#stage;
    job.attempts += 1;
    job.leaseUntil = clock.now + LEASE_MS;
    const { attempts } = job;
    const answer = truth.contactAt(job.contact, clock.now);
    if (answer === 'takes') promises.alerted(incident, job);
    clock.after(SEND_MS, () => {
      const lives = this.#process.transact((tx) => tx.write(() => this.#note(job, attempts, answer)));
      if (lives) return this.wake();
      clock.at(job.leaseUntil, () => this.wake());
    });
  }

  #note(job: AlertJob, attempts: number, answer: 'takes' | 'busy' | 'refuses'): void {
    const { clock, deciders, random } = this.#stage;
    const isOurs = job.attempts === attempts;
    if (isOurs && answer === 'takes' && job.state !== 'FAILED') job.state = 'SENT';
    if (!isOurs || job.state !== 'PENDING') return;
    const failed = { attempts, isPermanent: answer === 'refuses', retryAfterMs: null };
    const next = deciders.nextAttempt(failed, clock.date, random());
    if (next.kind === 'give-up') {
      job.state = 'FAILED';
      return;
    }
    job.dueAt = next.at.getTime();
    job.leaseUntil = 0;
    clock.at(job.dueAt, () => this.wake());
  }

  #addJobs(incident: IncidentRow, kind: AlertJob['kind']): void {
    const { script, clock, newId } = this.#stage;
    for (let contact = 0; contact < script.contacts; contact += 1) {
      const own = incident.jobs.filter((job) => job.contact === contact);
      const isOpened = own.some((job) => job.kind === 'OPENED' && job.state !== 'CANCELLED');
      if (own.some((job) => job.kind === kind) || (kind === 'RESOLVED' && !isOpened)) continue;
      const job = {
        id: newId('alert'),
        contact,
        kind,
        state: 'PENDING',
        attempts: 0,
        dueAt: clock.now,
        leaseUntil: 0,
      } as const;
      incident.jobs.push({ ...job });
    }
    clock.after(1, () => this.wake());
  }

  /** As held-alerts.ts. */
  #lookAt(time: number): void {
    this.#stage.clock.at(time, () => this.#releaseDue());
  }

  #reconsider(monitorIds: readonly string[]): void {
    const { clock } = this.#stage;
    for (const incident of this.#service.incidents.values()) {
      if (!monitorIds.includes(incident.monitorId) || incident.alertState !== 'HELD') continue;
      if (incident.heldUntil !== null && incident.heldUntil > clock.date) incident.heldUntil = clock.date;
    }
    clock.after(1, () => this.#releaseDue());
  }

  #releaseDue(): void {
    const { clock } = this.#stage;
    for (const incident of this.#service.incidents.values()) {
      const { alertState, heldUntil, resolution, monitorId } = incident;
      if (alertState !== 'HELD' || heldUntil === null || heldUntil > clock.date) continue;
      if (resolution === 'SUPERSEDED' || this.#service.isForgotten(monitorId)) continue;
      const lives = this.#process.transact((tx) => tx.write(() => this.decide(incident)));
      if (!lives) this.#lookAt(clock.now + 500);
    }
  }

  #spansOf(monitorId: string, from: Date): Span[] {
    return [...this.#windows.values()]
      .flatMap(({ spans }) => spans)
      .filter((span) => span.monitorId === monitorId && span.endsAt > from);
  }
}

/** Planned spans from that time on are dropped; time that has already passed in maintenance stays. */
function cutOff<S extends Span>(spans: readonly S[], from: Date): S[] {
  const cut = (span: S): S => (span.endsAt > from ? { ...span, endsAt: from } : span);
  return spans.filter(({ startsAt }) => startsAt < from).map(cut);
}

function outageOf({ startedAt, resolvedAt, resolution }: IncidentRow): Outage | undefined {
  if (resolvedAt === null || resolution === null) return { startedAt, resolved: null };
  return resolution === 'SUPERSEDED' ? undefined : { startedAt, resolved: { at: resolvedAt, because: resolution } };
}
