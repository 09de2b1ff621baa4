import { nextAttempt } from '@vedette/incident/alert-schedule';
import { stormVerdict } from '@vedette/incident/alert-storm';
import type { Subject, SubjectKind } from '@vedette/incident/contact-news';
import { expiryPlan } from '@vedette/incident/expiry-plan';
import { parentOfOpening, parentState } from '@vedette/incident/parent-wait';
import { subjectPlan, type Decision, type SubjectPlan } from '@vedette/incident/subject-plan';
import { AlertAgenda } from './alert-agenda.ts';
import {
  dateOf,
  secondsOf,
  settingsOf,
  type AlertHistory,
  type HistoryExpiry,
  type SettingsChange,
  type Wishes,
} from './alert-history.ts';
import { AlertOutbox, type Job, type SentMessage } from './alert-outbox.ts';
import { AlertParent } from './alert-parent.ts';
import { forget, isAbout, isSame, recipientOf, suppress, type SubjectRow } from './alert-rows.ts';

export interface AlertDeciders {
  readonly subjectPlan: typeof subjectPlan;
  readonly expiryPlan: typeof expiryPlan;
  readonly nextAttempt: typeof nextAttempt;
  readonly stormVerdict: typeof stormVerdict;
  readonly parentState: typeof parentState;
}

export const realAlertDeciders: AlertDeciders = { subjectPlan, expiryPlan, nextAttempt, stormVerdict, parentState };

export interface Played {
  readonly rows: readonly SubjectRow[];
  readonly jobs: readonly Job[];
  readonly messages: readonly SentMessage[];
  /** The changes of settings that the service was there for. */
  readonly changes: readonly SettingsChange[];
  readonly isAtRest: boolean;
  readonly story: readonly string[];
}

/** The tables and loops around the deciders: services/incident/src/alerts and jobs. Times are seconds from the start. */
export class AlertTables {
  readonly #history: AlertHistory;
  readonly #deciders: AlertDeciders;
  readonly #agenda: AlertAgenda;
  readonly #outbox: AlertOutbox;
  readonly #parent: AlertParent;
  readonly #rows: SubjectRow[] = [];
  readonly #wishes: Wishes[];
  readonly #isConfirmed: boolean[];
  readonly #changes: SettingsChange[] = [];

  constructor(history: AlertHistory, deciders: AlertDeciders) {
    this.#history = history;
    this.#deciders = deciders;
    this.#agenda = new AlertAgenda(history.crashes);
    this.#outbox = new AlertOutbox(this.#agenda, history.contacts, deciders, (about, at) => this.#replaceAt(about, at));
    this.#parent = new AlertParent(this.#agenda, history.parent, {
      rows: this.#rows,
      decide: (row) => this.#decide(row),
    });
    this.#wishes = history.contacts.map(({ wishes }) => wishes);
    this.#isConfirmed = history.contacts.map(({ confirmedAt }) => confirmedAt === 0);
  }

  play(): Played {
    const { contacts, outages, slow, expiry, crashes, changes } = this.#history;
    const agenda = this.#agenda;
    for (const [index, outage] of outages.entries()) {
      this.#planPeriod('INCIDENT', index, outage);
      // Nobody can acknowledge while the service is down.
      if (outage.acknowledgedAt !== null) agenda.at(outage.acknowledgedAt, () => this.#acknowledge(index));
    }
    for (const [index, period] of slow.entries()) this.#planPeriod('DEGRADED', index, period);
    if (expiry !== null) this.#planExpiry(expiry);
    this.#parent.plan();
    for (const change of changes) agenda.at(change.at, () => this.#change(change));
    for (const [contact, { confirmedAt }] of contacts.entries()) {
      // Who meets a service that is down tries again.
      if (confirmedAt !== null && confirmedAt > 0) agenda.atOrAfterCrash(confirmedAt, () => this.#confirm(contact));
    }
    for (const { until } of crashes) agenda.at(until, () => this.#look());
    const isAtRest = agenda.run();
    const { jobs, messages } = this.#outbox;
    return { rows: this.#rows, jobs, messages, changes: this.#changes, isAtRest, story: agenda.story };
  }

  #planPeriod(
    kind: 'INCIDENT' | 'DEGRADED',
    index: number,
    { from, until, because }: { from: number; until: number; because: 'RECOVERED' | 'DOWN' | 'PAUSED' },
  ): void {
    this.#agenda.atOrAfterCrash(from, () => this.#open(kind, index, from));
    this.#agenda.atOrAfterCrash(until, () => this.#end(kind, index, { at: until, because }));
  }

  /** As expiry-watch.ts: what has expired is not listed. */
  #planExpiry({ expiresAt, listedAt, gone }: HistoryExpiry): void {
    const list = (): void => {
      if (this.#agenda.now < expiresAt) this.#list(expiresAt);
    };
    this.#agenda.atOrAfterCrash(listedAt, list);
    if (gone === null) return;
    this.#agenda.atOrAfterCrash(gone.at, () => {
      this.#end('EXPIRY', 0, { at: this.#agenda.now, because: gone.because });
    });
    if (gone.backAt !== null) this.#agenda.atOrAfterCrash(gone.backAt, list);
  }

  #rowOf(kind: SubjectKind, index: number): SubjectRow | undefined {
    return this.#rows.find((row) => row.kind === kind && row.index === index);
  }

  #open(kind: SubjectKind, index: number, at: number): void {
    const about = `${WORDS[kind]} ${index}`;
    const row = {
      about,
      kind,
      index,
      at,
      ended: null,
      acknowledgedAt: null,
      decideAt: null,
      wait: null,
      decisions: [],
    };
    this.#rows.push(row);
    if (kind === 'INCIDENT') this.#parent.await(row, parentOfOpening);
    this.#agenda.note(`${about} is known`);
    this.#decide(row);
  }

  #end(kind: SubjectKind, index: number, ended: NonNullable<SubjectRow['ended']>): void {
    const row = this.#rowOf(kind, index);
    if (row === undefined) return;
    row.ended = ended;
    this.#agenda.note(`the end of ${row.about} is known`);
    this.#decide(row);
  }

  /** As `syncExpiries` of subject.repository.ts. */
  #list(expiresAt: number): void {
    const row = this.#rowOf('EXPIRY', 0);
    if (row === undefined) return this.#open('EXPIRY', 0, expiresAt);
    this.#outbox.forgetCancelled(row.about);
    const isSent = (decision: Decision): boolean =>
      this.#outbox
        .of(row.about, Number(decision.contactId))
        .some((job) => job.state === 'SENT' && isAbout(job, decision));
    row.decisions = row.decisions.filter((decision) => decision.outcome !== 'SUPPRESSED' || isSent(decision));
    row.ended = null;
    this.#agenda.note(`${row.about} is listed again`);
    this.#decide(row);
  }

  #acknowledge(index: number): void {
    const row = this.#rowOf('INCIDENT', index);
    if (row === undefined || row.ended !== null || !this.#agenda.isAlive) return;
    row.acknowledgedAt = this.#agenda.now;
    this.#agenda.note(`${row.about} is acknowledged`);
    this.#decide(row);
  }

  #change(change: SettingsChange): void {
    if (!this.#agenda.isAlive) return;
    this.#wishes[change.contact] = change.wishes;
    this.#changes.push(change);
    this.#agenda.note(`contact ${change.contact} has other settings`);
    this.#reconsider();
  }

  #confirm(contact: number): void {
    this.#isConfirmed[contact] = true;
    this.#agenda.note(`contact ${contact} has confirmed`);
    this.#reconsider();
  }

  #reconsider(): void {
    for (const row of this.#rows) if (row.ended === null || row.decideAt !== null) this.#decide(row);
  }

  #look(): void {
    if (!this.#agenda.isAlive) return;
    const { now } = this.#agenda;
    this.#parent.look();
    for (const row of this.#rows) if (row.decideAt !== null && row.decideAt <= now) this.#decide(row);
    this.#outbox.send();
  }

  /** As alert.service.ts and subject.service.ts. */
  #decide(row: SubjectRow): void {
    const plan = this.#planOf(row);
    if (row.kind === 'INCIDENT' && (row.ended !== null || row.acknowledgedAt !== null)) {
      forget(row, this.#outbox.dropReminders(row.about));
    }
    if (row.ended?.because === 'PAUSED') suppress(row, this.#outbox.cancel(row.about));
    if (row.ended?.because === 'OVER') forget(row, this.#outbox.cancel(row.about));
    for (const decision of plan.decisions) this.#record(row, decision);
    this.#decideAgainAt(row, plan.decideAt && secondsOf(plan.decideAt));
    this.#outbox.send();
  }

  #planOf(row: SubjectRow): SubjectPlan {
    const now = dateOf(this.#agenda.now);
    const spans = this.#history.windows.map(({ from, until }) => ({ startsAt: dateOf(from), endsAt: dateOf(until) }));
    const recipients = this.#wishes.map((wishes, contact) =>
      recipientOf(row, contact, settingsOf(wishes, this.#isConfirmed[contact] === true), this.#outbox),
    );
    if (row.kind === 'EXPIRY') {
      const expiry = { monitorType: 'HTTP', expiresAt: dateOf(row.at), isOver: row.ended !== null, spans } as const;
      return this.#deciders.expiryPlan(expiry, recipients, now);
    }
    const parent = this.#deciders.parentState(this.#parent.waitOf(row), now);
    return this.#deciders.subjectPlan({ ...subjectOf(row, spans), parent }, recipients, now);
  }

  #decideAgainAt(row: SubjectRow, at: number | null): void {
    row.decideAt = at;
    if (at !== null) this.#agenda.at(Math.max(at, this.#agenda.now), () => this.#look());
  }

  /** As alert-job.repository.ts: only an outage is told to somebody else. */
  #replaceAt(about: string, at: number): void {
    const row = this.#rows.find((known) => known.about === about);
    if (row === undefined || row.kind !== 'INCIDENT' || row.ended !== null) return;
    this.#decideAgainAt(row, Math.min(row.decideAt ?? at, at));
  }

  #record(row: SubjectRow, decision: Decision): void {
    const index = row.decisions.findIndex((known) => isSame(known, decision));
    if (index !== -1 && row.decisions[index]?.outcome !== 'HELD') return;
    const stored = { ...decision, at: this.#agenda.now };
    row.decisions.splice(index === -1 ? row.decisions.length : index, index === -1 ? 0 : 1, stored);
    if (decision.outcome === 'TOLD') this.#outbox.add(row.about, decision);
  }
}

const WORDS = { INCIDENT: 'outage', DEGRADED: 'slow period', EXPIRY: 'expiry' } as const;

function subjectOf({ kind, at, ended, acknowledgedAt }: SubjectRow, spans: Subject['spans']): Omit<Subject, 'parent'> {
  return {
    kind,
    monitorType: 'HTTP',
    startedAt: dateOf(at),
    ended: ended === null || ended.because === 'OVER' ? null : { at: dateOf(ended.at), because: ended.because },
    acknowledgedAt: acknowledgedAt === null ? null : dateOf(acknowledgedAt),
    isPaused: false,
    spans,
  };
}
