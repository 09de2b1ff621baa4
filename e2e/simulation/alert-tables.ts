import { nextAttempt } from '@vedette/incident/alert-schedule';
import type { NewsKind, Subject } from '@vedette/incident/contact-news';
import { replacementDueAt, type Reach } from '@vedette/incident/stand-in';
import { subjectPlan, type Decision, type Recipient } from '@vedette/incident/subject-plan';
import {
  settingsOf,
  shownAt,
  START,
  type AlertHistory,
  type HistoryOutage,
  type SettingsChange,
  type Wishes,
} from './alert-history.ts';

const SEND_SECONDS = 1;
/** See alerts/alert-delivery.ts. */
const LEASE_SECONDS = 32;
/** More than any history needs. */
const MOST_STEPS = 20_000;

export interface AlertDeciders {
  readonly subjectPlan: typeof subjectPlan;
  readonly nextAttempt: typeof nextAttempt;
}

export const realAlertDeciders: AlertDeciders = { subjectPlan, nextAttempt };

export interface Job {
  readonly outage: number;
  readonly contact: number;
  readonly news: NewsKind;
  readonly number: number;
  readonly createdAt: number;
  state: 'PENDING' | 'SENT' | 'FAILED' | 'CANCELLED';
  attempts: number;
  dueAt: number;
  leaseUntil: number | null;
  hasFailed: boolean;
  settledAt: number;
  /** When the contact took it. */
  readonly takenAt: number[];
}

export interface StoredDecision extends Decision {
  readonly at: number;
}

export interface OutageRow {
  readonly index: number;
  readonly startedAt: number;
  ended: { readonly at: number; readonly because: HistoryOutage['because'] } | null;
  acknowledgedAt: number | null;
  decideAt: number | null;
  decisions: StoredDecision[];
}

export interface Played {
  readonly outages: readonly OutageRow[];
  readonly jobs: readonly Job[];
  /** The changes of settings that the service was there for. */
  readonly changes: readonly SettingsChange[];
  readonly isAtRest: boolean;
  readonly story: readonly string[];
}

/** The tables and loops around the deciders: services/incident/src/alerts. Times are seconds from the start. */
export class AlertTables {
  readonly #history: AlertHistory;
  readonly #deciders: AlertDeciders;
  readonly #agenda: { at: number; act: () => void }[] = [];
  readonly #rows: OutageRow[] = [];
  #jobs: Job[] = [];
  readonly #wishes: Wishes[];
  readonly #changes: SettingsChange[] = [];
  readonly #story: string[] = [];
  #now = 0;

  constructor(history: AlertHistory, deciders: AlertDeciders) {
    this.#history = history;
    this.#deciders = deciders;
    this.#wishes = history.contacts.map(({ wishes }) => wishes);
  }

  play(): Played {
    const { outages, crashes, changes } = this.#history;
    for (const [index, outage] of outages.entries()) {
      this.#atOrAfterCrash(outage.from, () => this.#open(index, outage));
      this.#atOrAfterCrash(outage.until, () => this.#end(index, outage));
      // Nobody can acknowledge while the service is down.
      if (outage.acknowledgedAt !== null) this.#at(outage.acknowledgedAt, () => this.#acknowledge(index));
    }
    for (const change of changes) this.#at(change.at, () => this.#change(change));
    for (const { until } of crashes) this.#at(until, () => this.#look());
    let steps = 0;
    for (let next = this.#agenda.shift(); next !== undefined && steps < MOST_STEPS; next = this.#agenda.shift()) {
      steps += 1;
      this.#now = Math.max(this.#now, next.at);
      next.act();
    }
    const isAtRest = steps < MOST_STEPS;
    return { outages: this.#rows, jobs: this.#jobs, changes: this.#changes, isAtRest, story: this.#story };
  }

  /** Things of the same time happen in the order in which they were planned. */
  #at(at: number, act: () => void): void {
    const before = this.#agenda.findLastIndex((planned) => planned.at <= at);
    this.#agenda.splice(before + 1, 0, { at, act });
  }

  /** An event that arrives while the service is down is delivered when it is back. */
  #atOrAfterCrash(at: number, act: () => void): void {
    const crash = this.#history.crashes.find(({ from, until }) => from <= at && at < until);
    if (crash === undefined) this.#at(at, act);
    else this.#atOrAfterCrash(crash.until, act);
  }

  get #isAlive(): boolean {
    return !this.#history.crashes.some(({ from, until }) => from <= this.#now && this.#now < until);
  }

  #note(text: string): void {
    this.#story.push(`${shownAt(this.#now)} ${text}`);
  }

  #open(index: number, { from }: HistoryOutage): void {
    const row = { index, startedAt: from, ended: null, acknowledgedAt: null, decideAt: null, decisions: [] };
    this.#rows.push(row);
    this.#note(`outage ${index} is known`);
    this.#decide(row);
  }

  #end(index: number, { until, because }: HistoryOutage): void {
    const row = this.#rows.find((known) => known.index === index);
    if (row === undefined) return;
    row.ended = { at: until, because };
    this.#note(`the end of outage ${index} is known`);
    this.#decide(row);
  }

  #acknowledge(index: number): void {
    const row = this.#rows.find((known) => known.index === index);
    if (row === undefined || row.ended !== null || !this.#isAlive) return;
    row.acknowledgedAt = this.#now;
    this.#note(`outage ${index} is acknowledged`);
    this.#decide(row);
  }

  #change(change: SettingsChange): void {
    if (!this.#isAlive) return;
    this.#wishes[change.contact] = change.wishes;
    this.#changes.push(change);
    this.#note(`contact ${change.contact} has other settings`);
    for (const row of this.#rows) if (row.ended === null || row.decideAt !== null) this.#decide(row);
  }

  #look(): void {
    if (!this.#isAlive) return;
    for (const row of this.#rows) if (row.decideAt !== null && row.decideAt <= this.#now) this.#decide(row);
    this.#send();
  }

  /** As alert.service.ts. */
  #decide(row: OutageRow): void {
    const plan = this.#deciders.subjectPlan(this.#subjectOf(row), this.#recipientsOf(row), dateOf(this.#now));
    if (row.ended !== null || row.acknowledgedAt !== null) this.#dropReminders(row);
    if (row.ended?.because === 'PAUSED') this.#withdraw(row);
    for (const decision of plan.decisions) this.#record(row, decision);
    this.#decideAgainAt(row, plan.decideAt && secondsOf(plan.decideAt));
    this.#send();
  }

  #decideAgainAt(row: OutageRow, at: number | null): void {
    row.decideAt = at;
    if (at !== null) this.#at(Math.max(at, this.#now), () => this.#look());
  }

  #record(row: OutageRow, decision: Decision): void {
    const index = row.decisions.findIndex((known) => isSame(known, decision));
    if (index !== -1 && row.decisions[index]?.outcome !== 'HELD') return;
    row.decisions.splice(index === -1 ? row.decisions.length : index, index === -1 ? 0 : 1, {
      ...decision,
      at: this.#now,
    });
    if (decision.outcome !== 'TOLD') return;
    const { news, number } = decision;
    const fresh = { state: 'PENDING', attempts: 0, leaseUntil: null, hasFailed: false, settledAt: 0 } as const;
    const job = { outage: row.index, contact: Number(decision.contactId), news, number, createdAt: this.#now };
    this.#jobs.push({ ...job, ...fresh, dueAt: this.#now, takenAt: [] });
  }

  #dropReminders(row: OutageRow): void {
    const dropped = this.#jobs.filter(
      ({ outage, news, state, leaseUntil }) =>
        outage === row.index && news === 'REMINDED' && state === 'PENDING' && leaseUntil === null,
    );
    this.#jobs = this.#jobs.filter((job) => !dropped.includes(job));
    row.decisions = row.decisions.filter((decision) => !dropped.some((job) => isAbout(job, decision)));
  }

  #withdraw(row: OutageRow): void {
    for (const job of this.#jobs.filter(({ outage, state }) => outage === row.index && state === 'PENDING')) {
      job.state = 'CANCELLED';
      row.decisions = row.decisions.map((decision) =>
        isAbout(job, decision)
          ? Object.assign(decision, { outcome: 'SUPPRESSED', reason: 'PAUSED' } as const)
          : decision,
      );
    }
  }

  /** As alert-sender.ts: to each contact one message at a time, those of an outage in their order. */
  #send(): void {
    if (!this.#isAlive) return;
    for (const contact of this.#wishes.keys()) {
      const pending = this.#jobs.filter((job) => job.contact === contact && job.state === 'PENDING');
      if (pending.some(({ leaseUntil }) => leaseUntil !== null && leaseUntil > this.#now)) continue;
      const isReady = (job: Job): boolean =>
        job.dueAt <= this.#now && pending.find(({ outage }) => outage === job.outage) === job;
      const [next] = pending.filter(isReady).toSorted((one, other) => one.dueAt - other.dueAt);
      if (next !== undefined) this.#attempt(next);
    }
  }

  #attempt(job: Job): void {
    job.attempts += 1;
    job.leaseUntil = this.#now + LEASE_SECONDS;
    const { attempts } = job;
    const unwilling = this.#history.contacts[job.contact]?.unwilling ?? [];
    const answers = unwilling.find(({ from, until }) => from <= this.#now && this.#now < until)?.answers ?? 'takes';
    if (answers === 'takes') job.takenAt.push(this.#now);
    this.#note(`contact ${job.contact} gets ${job.news} ${job.number} of outage ${job.outage} and ${answers} it`);
    const sentAt = this.#now;
    this.#at(sentAt + SEND_SECONDS, () => {
      const hasDied = this.#history.crashes.some(({ from }) => from > sentAt && from <= this.#now);
      if (hasDied || job.attempts !== attempts) this.#at(sentAt + LEASE_SECONDS, () => this.#look());
      else this.#settle(job, answers);
    });
  }

  /** As alert-delivery.ts. */
  #settle(job: Job, answers: 'takes' | 'busy' | 'refuses'): void {
    if (answers === 'takes') Object.assign(job, { state: 'SENT', settledAt: this.#now });
    else if (job.state === 'PENDING') this.#fail(job, answers === 'refuses');
    job.leaseUntil = null;
    this.#send();
  }

  #fail(job: Job, isPermanent: boolean): void {
    job.hasFailed = true;
    const failed = { attempts: job.attempts, isPermanent, retryAfterMs: null };
    const next = this.#deciders.nextAttempt(failed, dateOf(this.#now), 0.5);
    const isGivenUp = next.kind === 'give-up';
    if (isGivenUp) Object.assign(job, { state: 'FAILED', settledAt: this.#now });
    else {
      job.dueAt = secondsOf(next.at);
      this.#at(job.dueAt, () => this.#look());
    }
    const row = this.#rows.find(({ index }) => index === job.outage);
    if (row === undefined || row.ended !== null || job.news !== 'OPENED') return;
    const at = isGivenUp ? this.#now : Math.max(this.#now, secondsOf(replacementDueAt(dateOf(job.createdAt))));
    this.#decideAgainAt(row, Math.min(row.decideAt ?? at, at));
  }

  #subjectOf({ startedAt, ended, acknowledgedAt }: OutageRow): Subject {
    return {
      kind: 'INCIDENT',
      monitorType: 'HTTP',
      startedAt: dateOf(startedAt),
      ended: ended && { at: dateOf(ended.at), because: ended.because },
      acknowledgedAt: acknowledgedAt === null ? null : dateOf(acknowledgedAt),
      isPaused: false,
      spans: this.#history.windows.map(({ from, until }) => ({ startsAt: dateOf(from), endsAt: dateOf(until) })),
      parent: { kind: 'none' },
    };
  }

  /** As recipient.repository.ts reads them. */
  #recipientsOf(row: OutageRow): Recipient[] {
    return this.#wishes.map((wishes, contact) => {
      const own = row.decisions.filter(({ contactId }) => contactId === String(contact));
      const told = own.filter(({ outcome }) => outcome === 'TOLD');
      const times = (...kinds: NewsKind[]) => told.filter(({ news }) => kinds.includes(news)).map(({ at }) => at);
      const [openedAt] = times('OPENED');
      const lastAt = Math.max(...times('OPENED', 'REMINDED'));
      const opening = this.#jobs.find(
        (job) => job.outage === row.index && job.contact === contact && job.news === 'OPENED',
      );
      return {
        id: String(contact),
        settings: settingsOf(wishes),
        heard: {
          openedAt: openedAt === undefined ? null : dateOf(openedAt),
          lastAt: lastAt === -Infinity ? null : dateOf(lastAt),
          reminders: Math.max(0, ...told.map(({ number }) => number)),
          hasAcknowledgement: times('ACKNOWLEDGED').length > 0,
          hasEnd: times('RESOLVED').length > 0,
        },
        reach: {
          last: this.#lastOf(contact),
          unreached: unreachedOf(opening),
          hasStoodIn: own.some(({ reason }) => reason === 'STANDS_IN'),
        },
        isSpared: own.some(({ news, outcome }) => news === 'OPENED' && outcome === 'SUPPRESSED'),
        hasUnsent: this.#jobs.some(
          (job) => job.outage === row.index && job.contact === contact && job.state === 'PENDING',
        ),
      };
    });
  }

  #lastOf(contact: number): Reach['last'] {
    const own = this.#jobs.filter((job) => job.contact === contact);
    if (own.some(({ state, hasFailed }) => state === 'PENDING' && hasFailed)) return 'FAILED';
    const settled = own.filter(({ state }) => state === 'SENT' || state === 'FAILED');
    const last = settled.toSorted((one, other) => one.settledAt - other.settledAt).at(-1);
    if (last === undefined) return null;
    return last.state === 'SENT' ? 'REACHED' : 'FAILED';
  }
}

function isSame(known: Decision, { contactId, news, number }: Decision): boolean {
  return known.contactId === contactId && known.news === news && known.number === number;
}

export function isAbout({ contact, news, number }: Job, decision: Decision): boolean {
  return isSame(decision, { ...decision, contactId: String(contact), news, number });
}

function unreachedOf(opening: Job | undefined): Reach['unreached'] {
  if (opening === undefined || !opening.hasFailed) return null;
  const { state, createdAt } = opening;
  return state === 'FAILED' || state === 'PENDING' ? { since: dateOf(createdAt), isGivenUp: state === 'FAILED' } : null;
}

function dateOf(seconds: number): Date {
  return new Date(START + seconds * 1_000);
}

function secondsOf(at: Date): number {
  return (at.getTime() - START) / 1_000;
}
