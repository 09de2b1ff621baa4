import type { nextAttempt } from '@vedette/incident/alert-schedule';
import type { Storm, stormVerdict } from '@vedette/incident/alert-storm';
import type { NewsKind } from '@vedette/incident/contact-news';
import { replacementDueAt, type Reach } from '@vedette/incident/stand-in';
import type { Decision } from '@vedette/incident/subject-plan';
import type { AlertAgenda } from './alert-agenda.ts';
import { dateOf, secondsOf, type HistoryContact } from './alert-history.ts';

const SEND_SECONDS = 1;
/** After it, another process takes the job: see jobs/ended-leases.ts. */
const LEASE_SECONDS = 6;

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
  /** It waits to be told together with others, or has waited since it was last tried. */
  wasGathered: boolean;
  /** The message in which it is told together with others. */
  digest: number | null;
  /** When the contact took it. */
  readonly takenAt: number[];
}

/** One attempt to send a message. */
export interface SentMessage {
  readonly contact: number;
  readonly at: number;
  readonly digest: number | null;
  readonly jobs: readonly Job[];
}

interface Deciders {
  readonly nextAttempt: typeof nextAttempt;
  readonly stormVerdict: typeof stormVerdict;
}

type Answer = 'takes' | 'busy' | 'refuses';

/** Messages to contacts, as services/incident/src/alerts sends them. */
export class AlertOutbox {
  readonly #agenda: AlertAgenda;
  readonly #contacts: readonly HistoryContact[];
  readonly #deciders: Deciders;
  readonly #storms: Storm[];
  readonly messages: SentMessage[] = [];
  #digests = 0;
  /** Called when an opening has failed, with the time at which somebody else may be told. */
  readonly #onLost: (about: string, at: number) => void;
  #jobs: Job[] = [];
  /** The service has no row of them any more. */
  readonly #forgotten: Job[] = [];

  constructor(
    agenda: AlertAgenda,
    contacts: readonly HistoryContact[],
    deciders: Deciders,
    onLost: (about: string, at: number) => void,
  ) {
    this.#agenda = agenda;
    this.#contacts = contacts;
    this.#deciders = deciders;
    this.#storms = contacts.map(() => ({ toldAt: [], gatherUntil: null }));
    this.#onLost = onLost;
  }

  get jobs(): readonly Job[] {
    return [...this.#forgotten, ...this.#jobs];
  }

  add(about: string, { contactId, news, number }: Decision): void {
    const { now } = this.#agenda;
    const fresh = { state: 'PENDING', attempts: 0, leaseUntil: null, hasFailed: false, settledAt: 0 } as const;
    const contact = Number(contactId);
    // What follows an alert that waits to be told together with others waits with it.
    const before = this.of(about, contact).filter((job) => job.state === 'PENDING' && job.wasGathered);
    const gathering = before.length > 0 && before.every(({ digest }) => digest === null);
    const job = { about, contact, news, number, createdAt: now, wasGathered: gathering, digest: null, takenAt: [] };
    this.#jobs.push({ ...job, ...fresh, dueAt: Math.max(now, ...(gathering ? before.map(({ dueAt }) => dueAt) : [])) });
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
      if (next !== undefined) this.#deliver(next, pending);
    }
  }

  /** As digest-delivery.ts. */
  #deliver(job: Job, pending: readonly Job[]): void {
    const { now } = this.#agenda;
    const storm = this.#storms[job.contact];
    if (storm === undefined || this.#contacts[job.contact]?.isMerged !== true) return this.#attempt([job], null);
    if (job.digest !== null) return this.#attempt(sameDigest(pending, job.digest), job.digest);
    const verdict = this.#deciders.stormVerdict(storm, dateOf(job.dueAt), dateOf(now));
    switch (verdict.kind) {
      case 'at-once':
        this.#storms[job.contact] = { toldAt: verdict.toldAt, gatherUntil: null };
        return this.#attempt([job], null);
      case 'gather':
        this.#storms[job.contact] = { ...storm, gatherUntil: verdict.until };
        return this.#hold(pending, secondsOf(verdict.until));
      case 'together': {
        this.#storms[job.contact] = { ...storm, gatherUntil: verdict.gatherUntil };
        this.#digests += 1;
        const isInOrder = ({ about }: Job, index: number): boolean =>
          pending.slice(0, index).every((other) => other.about !== about || isFree(other, now));
        const due = pending.filter((each, index) => isFree(each, now) && isInOrder(each, index));
        return this.#attempt(due, this.#digests);
      }
    }
  }

  #hold(pending: readonly Job[], until: number): void {
    for (const job of pending.filter((each) => isFree(each, until))) {
      job.dueAt = until;
      job.wasGathered = true;
    }
    this.#agenda.note(`contact ${pending[0]?.contact} has to wait for one message`);
    this.#agenda.at(until, () => this.send());
  }

  #attempt(jobs: readonly Job[], digest: number | null): void {
    const [first] = jobs;
    if (first === undefined) return;
    const { contact } = first;
    const sentAt = this.#agenda.now;
    for (const job of jobs)
      Object.assign(job, { attempts: job.attempts + 1, leaseUntil: sentAt + LEASE_SECONDS, digest });
    const { attempts } = first;
    const unwilling = this.#contacts[contact]?.unwilling ?? [];
    const answers = unwilling.find(({ from, until }) => from <= sentAt && sentAt < until)?.answers ?? 'takes';
    if (answers === 'takes') for (const job of jobs) job.takenAt.push(sentAt);
    const told = jobs.map(({ news, number, about }) => `${news} ${number} of ${about}`).join(', ');
    this.#agenda.note(`contact ${contact} gets ${told} and ${answers} it`);
    this.messages.push({ contact, at: sentAt, digest, jobs });
    this.#agenda.at(sentAt + SEND_SECONDS, () => {
      const isLost = this.#agenda.hasDiedSince(sentAt) || first.attempts !== attempts;
      if (isLost) this.#agenda.at(sentAt + LEASE_SECONDS, () => this.send());
      else this.#settle(jobs, answers);
    });
  }

  /** As alert-settlement.ts: those of one message are tried again together. */
  #settle(jobs: readonly Job[], answers: Answer): void {
    const attempts = Math.min(...jobs.map((job) => job.attempts));
    for (const job of jobs) {
      if (answers === 'takes') Object.assign(job, { state: 'SENT', settledAt: this.#agenda.now });
      else if (job.state === 'PENDING') this.#fail(job, attempts, answers === 'refuses');
      job.leaseUntil = null;
    }
    this.send();
  }

  #fail(job: Job, attempts: number, isPermanent: boolean): void {
    const { now } = this.#agenda;
    job.hasFailed = true;
    job.wasGathered = false;
    const next = this.#deciders.nextAttempt({ attempts, isPermanent, retryAfterMs: null }, dateOf(now), 0.5);
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

/** Due, and not part of a message that was begun. */
function isFree({ digest, dueAt }: Job, now: number): boolean {
  return digest === null && dueAt <= now;
}

function sameDigest(pending: readonly Job[], digest: number): Job[] {
  return pending.filter((job) => job.digest === digest);
}
