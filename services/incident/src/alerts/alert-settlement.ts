import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { timeOfId, type ContactType } from '@vedette/contract';
import { isAboutData } from '@vedette/messaging';
import { FailureLog, Host } from '@vedette/service-host';
import { LATENCY_BUCKETS_SECONDS } from '@vedette/telemetry';
import type { SendOutcome } from '../channels/alert-channel.ts';
import { alertFailed, alertSent, replacedMessage, type Addressee } from '../messages/alert-timeline.ts';
import { ContactAddresses } from '../incidents/contact-addresses.ts';
import { acceptedTime, type AcceptedAlert } from './accepted-time.ts';
import type { LeasedJob } from '../jobs/alert-job.repository.ts';
import { AlertOutcomeRepository, type StandingJob } from '../jobs/alert-outcome.repository.ts';
import { nextAttempt } from '../plans/alert-schedule.ts';
import { replacementDueAt } from '../plans/stand-in.ts';

/** Between tries to record an outcome while PostgreSQL is away. */
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;

/** Attempts go on for five hours. */
const ACCEPTED_BUCKETS_SECONDS = [...LATENCY_BUCKETS_SECONDS, 60, 300, 1_800, 7_200, 18_000];

/** A contact in whose place another one is told, and why. */
export type Unreached = Addressee & { readonly error: string | null };

/** One attempt to tell a contact of one thing, or of several in one message. */
export interface Attempt {
  readonly channel: ContactType;
  readonly organizationId: string;
  readonly contactId: string;
  readonly contact: Addressee;
  readonly jobs: readonly LeasedJob[];
  /** By the id of the job. */
  readonly unreached: ReadonlyMap<string, Unreached>;
  /** How the jobs came to be sent now; see accepted-time.ts. */
  readonly timing: Pick<AcceptedAlert, 'heldUntil' | 'isGathered'>;
}

/** Records what became of an attempt: in jobs, timelines and metrics. */
@Injectable()
export class AlertSettlement {
  readonly #settled;
  readonly #accepted;
  readonly #failures: FailureLog;

  constructor(
    private readonly host: Host,
    private readonly outcomes: AlertOutcomeRepository,
    private readonly addresses: ContactAddresses,
  ) {
    this.#failures = new FailureLog(host, 'an alert could not be sent');
    this.#settled = host.metrics.counter(
      'alert_attempts_total',
      'Attempts to alert a contact, by channel and outcome',
      ['channel', 'outcome'],
    );
    this.#accepted = host.metrics.histogram(
      'alert_accepted_seconds',
      'Time until the receiver of an alert about a new incident accepted it, by channel: since the incident was opened, since the end of what held the alert back, or, if it was told together with others, since the decision',
      ACCEPTED_BUCKETS_SECONDS,
      ['channel', 'since'],
    );
  }

  /** The contacts in whose place these jobs tell another one, by the id of the job. */
  async unreached(jobs: readonly StandingJob[]): Promise<Map<string, Unreached>> {
    const found = await this.outcomes.unreached(jobs);
    return new Map(
      [...found].map(([job, { id, sealed, ...contact }]) => [
        job,
        { ...contact, address: this.addresses.open(id, sealed) },
      ]),
    );
  }

  async note(attempt: Attempt, outcome: SendOutcome): Promise<void> {
    const now = new Date();
    if (outcome.ok) return this.#noteSent(attempt, now);
    const { jobs, contact, organizationId, contactId } = attempt;
    const { reason, detail } = outcome;
    // Those of one message are tried again together.
    const attempts = Math.min(...jobs.map((job) => job.attempts));
    const alerts = jobs.map(({ id }) => id);
    this.#failures.failed({ organizationId, receiver: contactId, reason }, { alerts, attempts, detail });
    const next = nextAttempt({ ...outcome, attempts }, now, Math.random());
    if (next.kind === 'again') {
      this.#count(attempt, 'failed');
      const putOff = jobs.map((job) => ({
        job,
        dueAt: next.at,
        decideAt: latest(now, replacementDueAt(job.decidedAt)),
      }));
      return this.#record(() => this.outcomes.putOff(putOff, reason, now));
    }
    this.#count(attempt, 'given up');
    const failed = jobs.map((job) => ({ job, message: alertFailed(contact, job, reason, now).message }));
    return this.#record(() => this.outcomes.giveUp(failed, reason, now));
  }

  async #noteSent(attempt: Attempt, now: Date): Promise<void> {
    const { channel, contactId, contact, jobs, unreached, timing } = attempt;
    this.#failures.succeeded(contactId);
    this.#count(attempt, 'sent');
    for (const { isAboutIncident, kind, decidedAt, aboutId } of jobs) {
      if (!isAboutIncident || kind !== 'OPENED') continue;
      // The monitor service makes the id when it opens the outage.
      const { since, seconds } = acceptedTime({ ...timing, openedAt: timeOfId(aboutId), decidedAt }, now);
      this.#accepted.observe({ channel, since }, seconds);
    }
    const told = jobs.map((job) => {
      const instead = unreached.get(job.id) ?? null;
      return {
        job,
        message: alertSent(contact, job, now, instead).message,
        replaces: instead === null ? replacedMessage(contact, job, now) : null,
      };
    });
    await this.#record(() => this.outcomes.sent(told, now));
  }

  /**
   * Records again what could not be recorded, because what is not recorded is sent again. A record that was committed without
   * an answer changes nothing when it is repeated. Rejects if the record itself is refused, or when the service stops.
   */
  async #record(write: () => Promise<void>): Promise<void> {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      try {
        return await write();
      } catch (error) {
        if (isAboutData(error) || this.host.stopping.aborted) throw error;
        if (pauseMs === FIRST_PAUSE_MS)
          this.host.logger.warn({ error }, 'an outcome could not be recorded; trying again');
        await sleep(pauseMs);
      }
    }
  }

  #count({ channel, jobs }: Attempt, outcome: 'sent' | 'failed' | 'given up'): void {
    this.#settled.inc({ channel, outcome }, jobs.length);
  }
}

function latest(one: Date, other: Date): Date {
  return one > other ? one : other;
}
