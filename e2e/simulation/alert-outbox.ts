import type { nextAttempt } from '@vedette/incident/alert-schedule';
import type { NewsKind } from '@vedette/incident/contact-news';
import { replacementDueAt, type Reach } from '@vedette/incident/stand-in';
import type { Decision } from '@vedette/incident/subject-plan';
import type { AlertAgenda } from './alert-agenda.ts';
import { dateOf, secondsOf, type HistoryContact } from './alert-history.ts';

const SEND_SECONDS = 1;
/** See alerts/alert-delivery.ts. */
const LEASE_SECONDS = 32;

export interface Job {
  /** What it tells of. */
  readonly about: string;
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

/** Messages to contacts, as services/incident/src/alerts sends them. */
export class AlertOutbox {
  readonly #agenda: AlertAgenda;
  readonly #contacts: readonly HistoryContact[];
  readonly #nextAttempt: typeof nextAttempt;
  /** Called when an opening has failed, with the time at which somebody else may be told. */
  readonly #onLost: (about: string, at: number) => void;
  #jobs: Job[] = [];
  /** The service has no row of them any more. */
  readonly #forgotten: Job[] = [];

  constructor(
    agenda: AlertAgenda,
    contacts: readonly HistoryContact[],
    decider: typeof nextAttempt,
    onLost: (about: string, at: number) => void,
  ) {
    this.#agenda = agenda;
    this.#contacts = contacts;
    this.#nextAttempt = decider;
    this.#onLost = onLost;
  }

  get jobs(): readonly Job[] {
    return [...this.#forgotten, ...this.#jobs];
  }

  add(about: string, { contactId, news, number }: Decision): void {
    const { now } = this.#agenda;
    const fresh = { state: 'PENDING', attempts: 0, leaseUntil: null, hasFailed: false, settledAt: 0 } as const;
    const job = { about, contact: Number(contactId), news, number, createdAt: now };
    this.#jobs.push({ ...job, ...fresh, dueAt: now, takenAt: [] });
  }

  /** As `dropReminders` of alert.repository.ts. */
  dropReminders(about: string): Job[] {
    const dropped = this.#jobs.filter(
      (job) => job.about === about && job.news === 'REMINDED' && job.state === 'PENDING' && job.leaseUntil === null,
    );
    for (const job of dropped) job.state = 'CANCELLED';
    this.#forget(dropped);
    return dropped;
  }

  /** As `withdraw` and `dropUnsent` of alert.repository.ts. */
  cancel(about: string): Job[] {
    const cancelled = this.#jobs.filter((job) => job.about === about && job.state === 'PENDING');
    for (const job of cancelled) job.state = 'CANCELLED';
    return cancelled;
  }

  /** As `#reopen` of subject.repository.ts. */
  forgetCancelled(about: string): void {
    this.#forget(this.#jobs.filter((job) => job.about === about && job.state === 'CANCELLED'));
  }

  #forget(jobs: readonly Job[]): void {
    this.#jobs = this.#jobs.filter((job) => !jobs.includes(job));
    this.#forgotten.push(...jobs);
  }

  of(about: string, contact: number): Job[] {
    return this.#jobs.filter((job) => job.about === about && job.contact === contact);
  }

  /** As recipient.repository.ts reads it. */
  lastOf(contact: number): Reach['last'] {
    const own = this.#jobs.filter((job) => job.contact === contact);
    if (own.some(({ state, hasFailed }) => state === 'PENDING' && hasFailed)) return 'FAILED';
    const settled = own.filter(({ state }) => state === 'SENT' || state === 'FAILED');
    const last = settled.toSorted((one, other) => one.settledAt - other.settledAt).at(-1);
    if (last === undefined) return null;
    return last.state === 'SENT' ? 'REACHED' : 'FAILED';
  }

  /** As alert-sender.ts: to each contact one message at a time, those about one thing in their order. */
  send(): void {
    const { now, isAlive } = this.#agenda;
    if (!isAlive) return;
    for (const contact of this.#contacts.keys()) {
      const pending = this.#jobs.filter((job) => job.contact === contact && job.state === 'PENDING');
      if (pending.some(({ leaseUntil }) => leaseUntil !== null && leaseUntil > now)) continue;
      const isReady = (job: Job): boolean =>
        job.dueAt <= now && pending.find(({ about }) => about === job.about) === job;
      const [next] = pending.filter(isReady).toSorted((one, other) => one.dueAt - other.dueAt);
      if (next !== undefined) this.#attempt(next);
    }
  }

  #attempt(job: Job): void {
    const sentAt = this.#agenda.now;
    job.attempts += 1;
    job.leaseUntil = sentAt + LEASE_SECONDS;
    const { attempts } = job;
    const unwilling = this.#contacts[job.contact]?.unwilling ?? [];
    const answers = unwilling.find(({ from, until }) => from <= sentAt && sentAt < until)?.answers ?? 'takes';
    if (answers === 'takes') job.takenAt.push(sentAt);
    this.#agenda.note(`contact ${job.contact} gets ${job.news} ${job.number} of ${job.about} and ${answers} it`);
    this.#agenda.at(sentAt + SEND_SECONDS, () => {
      const isLost = this.#agenda.hasDiedSince(sentAt) || job.attempts !== attempts;
      if (isLost) this.#agenda.at(sentAt + LEASE_SECONDS, () => this.send());
      else this.#settle(job, answers);
    });
  }

  /** As alert-delivery.ts. */
  #settle(job: Job, answers: 'takes' | 'busy' | 'refuses'): void {
    if (answers === 'takes') Object.assign(job, { state: 'SENT', settledAt: this.#agenda.now });
    else if (job.state === 'PENDING') this.#fail(job, answers === 'refuses');
    job.leaseUntil = null;
    this.send();
  }

  #fail(job: Job, isPermanent: boolean): void {
    const { now } = this.#agenda;
    job.hasFailed = true;
    const failed = { attempts: job.attempts, isPermanent, retryAfterMs: null };
    const next = this.#nextAttempt(failed, dateOf(now), 0.5);
    const isGivenUp = next.kind === 'give-up';
    if (isGivenUp) Object.assign(job, { state: 'FAILED', settledAt: now });
    else {
      job.dueAt = secondsOf(next.at);
      this.#agenda.at(job.dueAt, () => this.send());
    }
    const at = isGivenUp ? now : Math.max(now, secondsOf(replacementDueAt(dateOf(job.createdAt))));
    if (job.news === 'OPENED') this.#onLost(job.about, at);
  }
}
