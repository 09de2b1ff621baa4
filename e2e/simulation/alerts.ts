import type { OutageFact } from '@vedette/contract';
import type { Subject } from '@vedette/incident/contact-news';
import type { WindowNotice } from '@vedette/incident/maintenance-window-spans';
import { replacementDueAt, type Reach } from '@vedette/incident/stand-in';
import type { Decision, Recipient, SubjectPlan } from '@vedette/incident/subject-plan';
import { AlertWindows } from './alert-windows.ts';
import type { IncidentRow, IncidentService } from './incident-service.ts';
import type { Process, Stage, Transaction } from './stage.ts';

const SEND_MS = 50;
/** After it, another process takes the job: see jobs/ended-leases.ts. */
const LEASE_MS = 6_000;

export interface AlertJob {
  readonly id: string;
  readonly contact: number;
  /** A reminder goes to the contact that is told in place of another. */
  readonly kind: 'OPENED' | 'REMINDED' | 'RESOLVED';
  readonly number: number;
  readonly createdAt: Date;
  state: 'PENDING' | 'SENT' | 'FAILED' | 'CANCELLED';
  attempts: number;
  dueAt: number;
  leaseUntil: number;
  hasFailed: boolean;
  settledAt: number;
}

export interface AlertDecision extends Decision {
  readonly decidedAt: Date;
}

/** Contacts with the settings of a webhook, which is told at once and never reminded. */
const SETTINGS: Recipient['settings'] = {
  isAttached: true,
  isConfirmed: true,
  notifyOn: { degraded: false, expiry: false, acknowledged: false },
  monitorTypes: null,
  remindEveryMinutes: null,
  delayMinutes: 0,
  quietHours: null,
  expiryDays: [],
};

/** Alert jobs and their sender: services/incident/src/jobs and alerts. */
export class Alerts {
  readonly #stage: Stage;
  readonly #process: Process;
  readonly #service: IncidentService;
  readonly #windows: AlertWindows;

  constructor(stage: Stage, process: Process, service: IncidentService) {
    this.#stage = stage;
    this.#process = process;
    this.#service = service;
    this.#windows = new AlertWindows(stage);
  }

  applyNotice(tx: Transaction, windowId: string, notice: WindowNotice): void {
    this.#windows.applyNotice(tx, windowId, notice, (monitorIds) => this.#reconsider(monitorIds));
  }

  planOpening(monitorId: string, startedAt: Date, resolved: OutageFact['resolved']): SubjectPlan {
    const ended = resolved && { at: new Date(resolved.at), because: resolved.because };
    const subject = this.#subject({ monitorId, startedAt, ended, acknowledgedAt: null });
    return this.#stage.deciders.subjectPlan(subject, this.#recipients([], []), this.#stage.clock.date);
  }

  /** As alert.service.ts decides about a stored incident that has changed, or that is due. */
  decide(incident: IncidentRow): void {
    const { deciders, clock } = this.#stage;
    const { resolvedAt, resolution, monitorId } = incident;
    if (resolution === 'SUPERSEDED' || this.#service.isForgotten(monitorId)) return;
    const ended = resolvedAt === null || resolution === null ? null : { at: resolvedAt, because: resolution };
    const recipients = this.#recipients(incident.decisions, incident.jobs);
    const plan = deciders.subjectPlan(this.#subject({ ...incident, ended }), recipients, clock.date);
    if (ended !== null || incident.acknowledgedAt !== null) this.#dropReminders(incident);
    if (resolution === 'PAUSED') this.#withdraw(incident);
    this.carryOut(incident, plan);
  }

  /** As alert.repository.ts records decisions: what is told is told once. */
  carryOut(incident: IncidentRow, { decisions, decideAt }: SubjectPlan): void {
    const { clock } = this.#stage;
    for (const decision of decisions) {
      const isSame = (known: AlertDecision): boolean =>
        known.contactId === decision.contactId && known.news === decision.news && known.number === decision.number;
      const index = incident.decisions.findIndex(isSame);
      if (index !== -1 && incident.decisions[index]?.outcome !== 'HELD') continue;
      const decided = { ...decision, decidedAt: clock.date };
      if (index === -1) incident.decisions.push(decided);
      else incident.decisions[index] = decided;
      if (decision.outcome === 'TOLD') this.#addJob(incident, decision);
    }
    incident.decideAt = decideAt;
    if (decideAt !== null) this.#lookAt(decideAt.getTime());
  }

  forget(monitorId: string): void {
    for (const { jobs } of this.#service.incidentsOf(monitorId)) {
      for (const job of jobs) if (job.state === 'PENDING') job.state = 'CANCELLED';
    }
  }

  /** Sends what is due: to each contact one message at a time, in the order of the jobs (alert-job.repository.ts). */
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
        job.dueAt <= clock.now && pending.find((each) => each.incident === incident)?.job === job;
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
      const lives = this.#process.transact((tx) => tx.write(() => this.#note(incident, job, attempts, answer)));
      if (lives) return this.wake();
      clock.at(job.leaseUntil, () => this.wake());
    });
  }

  #note(incident: IncidentRow, job: AlertJob, attempts: number, answer: 'takes' | 'busy' | 'refuses'): void {
    const { clock, deciders, random } = this.#stage;
    const isOurs = job.attempts === attempts;
    if (isOurs && answer === 'takes' && job.state !== 'FAILED') {
      job.state = 'SENT';
      job.settledAt = clock.now;
    }
    if (!isOurs || job.state !== 'PENDING') return;
    job.hasFailed = true;
    const failed = { attempts, isPermanent: answer === 'refuses', retryAfterMs: null };
    const next = deciders.nextAttempt(failed, clock.date, random());
    if (next.kind === 'give-up') {
      job.state = 'FAILED';
      job.settledAt = clock.now;
      return this.#decideFailed(incident, job, clock.now);
    }
    this.#decideFailed(incident, job, Math.max(clock.now, replacementDueAt(job.createdAt).getTime()));
    job.dueAt = next.at.getTime();
    job.leaseUntil = 0;
    clock.at(job.dueAt, () => this.wake());
  }

  /** Another contact may have to be told in place of this one. */
  #decideFailed(incident: IncidentRow, { kind }: AlertJob, at: number): void {
    if (kind !== 'OPENED' || incident.resolvedAt !== null) return;
    incident.decideAt = new Date(Math.min(incident.decideAt?.getTime() ?? at, at));
    this.#lookAt(at);
  }

  #addJob(incident: IncidentRow, { contactId, news, number }: Decision): void {
    const { clock, newId } = this.#stage;
    if (news === 'ACKNOWLEDGED') throw new Error('Nobody is to be told of an acknowledgement here');
    const job = { id: newId('alert'), contact: Number(contactId), kind: news, number, createdAt: clock.date } as const;
    const fresh = { state: 'PENDING', attempts: 0, leaseUntil: 0, hasFailed: false, settledAt: 0 } as const;
    incident.jobs.push({ ...job, ...fresh, dueAt: clock.now });
    clock.after(1, () => this.wake());
  }

  #dropReminders(incident: IncidentRow): void {
    const isDropped = ({ kind, state, leaseUntil }: AlertJob): boolean =>
      kind === 'REMINDED' && state === 'PENDING' && leaseUntil === 0;
    for (const dropped of incident.jobs.filter(isDropped)) {
      incident.jobs.splice(incident.jobs.indexOf(dropped), 1);
      const isAbout = ({ contactId, news, number }: AlertDecision): boolean =>
        contactId === String(dropped.contact) && news === dropped.kind && number === dropped.number;
      incident.decisions.splice(incident.decisions.findIndex(isAbout), 1);
    }
  }

  #withdraw({ jobs, decisions }: IncidentRow): void {
    for (const job of jobs) {
      if (job.state !== 'PENDING') continue;
      job.state = 'CANCELLED';
      const index = decisions.findIndex(
        ({ contactId, news, number }) =>
          contactId === String(job.contact) && news === job.kind && number === job.number,
      );
      const decision = decisions[index];
      if (decision !== undefined) decisions[index] = { ...decision, outcome: 'SUPPRESSED', reason: 'PAUSED' };
    }
  }

  #subject(outage: Pick<Subject, 'startedAt' | 'ended' | 'acknowledgedAt'> & { readonly monitorId: string }): Subject {
    const { monitorId, startedAt, ended, acknowledgedAt } = outage;
    const spans = this.#windows.spansOf(monitorId, startedAt);
    const parent = { kind: 'none' } as const;
    const known = { kind: 'INCIDENT', monitorType: 'HTTP', isPaused: false, parent } as const;
    return { ...known, startedAt, ended, acknowledgedAt, spans };
  }

  /** As recipient.repository.ts reads them. */
  #recipients(decisions: readonly AlertDecision[], jobs: readonly AlertJob[]): Recipient[] {
    return Array.from({ length: this.#stage.script.contacts }, (_, contact) => {
      const id = String(contact);
      const own = decisions.filter(({ contactId }) => contactId === id);
      const told = own.filter(({ outcome }) => outcome === 'TOLD');
      const openedAt = told.find(({ news }) => news === 'OPENED')?.decidedAt ?? null;
      const hasEnd = told.some(({ news }) => news === 'RESOLVED');
      return {
        id,
        settings: SETTINGS,
        heard: {
          openedAt,
          lastAt: told.findLast(({ news }) => news !== 'RESOLVED')?.decidedAt ?? null,
          reminders: told.filter(({ news }) => news === 'REMINDED').length,
          hasAcknowledgement: false,
          hasEnd,
        },
        reach: {
          last: this.#lastOf(contact),
          unreached: unreachedOf(jobs.find((job) => job.contact === contact && job.kind === 'OPENED')),
          hasStoodIn: own.some(({ reason }) => reason === 'STANDS_IN'),
        },
        isSuppressed: own.some(({ news, outcome }) => news === 'OPENED' && outcome === 'SUPPRESSED'),
        hasUnsent: jobs.some((job) => job.contact === contact && job.state === 'PENDING'),
      };
    });
  }

  #lastOf(contact: number): Reach['last'] {
    const own = [...this.#service.incidents.values()].flatMap(({ jobs }) =>
      jobs.filter((job) => job.contact === contact),
    );
    if (own.some(({ state, hasFailed }) => state === 'PENDING' && hasFailed)) return 'FAILED';
    const settled = own.filter(({ state }) => state === 'SENT' || state === 'FAILED');
    const last = settled.toSorted((one, other) => one.settledAt - other.settledAt).at(-1);
    if (last === undefined) return null;
    return last.state === 'SENT' ? 'REACHED' : 'FAILED';
  }

  /** As due-decisions.ts. */
  #lookAt(time: number): void {
    this.#stage.clock.at(time, () => this.#decideDue());
  }

  #reconsider(monitorIds: readonly string[]): void {
    const { clock } = this.#stage;
    for (const incident of this.#service.incidents.values()) {
      if (!monitorIds.includes(incident.monitorId)) continue;
      if (incident.decideAt !== null && incident.decideAt > clock.date) incident.decideAt = clock.date;
    }
    clock.after(1, () => this.#decideDue());
  }

  #decideDue(): void {
    const { clock } = this.#stage;
    for (const incident of this.#service.incidents.values()) {
      const { decideAt, resolution, monitorId } = incident;
      if (decideAt === null || decideAt > clock.date) continue;
      if (resolution === 'SUPERSEDED' || this.#service.isForgotten(monitorId)) continue;
      const lives = this.#process.transact((tx) => tx.write(() => this.decide(incident)));
      if (!lives) this.#lookAt(clock.now + 500);
    }
  }
}

function unreachedOf(opening: AlertJob | undefined): Reach['unreached'] {
  if (opening === undefined || !opening.hasFailed) return null;
  const { state, createdAt } = opening;
  return state === 'FAILED' || state === 'PENDING' ? { since: createdAt, isGivenUp: state === 'FAILED' } : null;
}
