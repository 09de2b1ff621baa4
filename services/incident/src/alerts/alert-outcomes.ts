import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { timeOfId } from '@vedette/contract';
import { isAboutData } from '@vedette/messaging';
import { FailureLog, Host } from '@vedette/service-host';
import { LATENCY_BUCKETS_SECONDS } from '@vedette/telemetry';
import type { SendOutcome } from '../channels/alert-channel.ts';
import { AlertOutcomeRepository } from '../jobs/alert-outcome.repository.ts';
import { alertFailed, alertSent, type Failure } from '../messages/timeline-entry.ts';
import { replacementDueAt } from '../plans/stand-in.ts';
import { acceptedTime } from './accepted-time.ts';
import { attemptsOf, type Attempt } from './alert-writer.ts';

type FailedOutcome = Extract<SendOutcome, { ok: false }>;

/** Between tries to record an outcome while PostgreSQL is away. */
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;

/** Attempts go on for five hours. */
const ACCEPTED_BUCKETS_SECONDS = [...LATENCY_BUCKETS_SECONDS, 60, 300, 1_800, 7_200, 18_000];

/** Records what became of attempts: in jobs, timelines, metrics and logs. */
@Injectable()
export class AlertOutcomes {
  readonly #settled;
  readonly #accepted;
  readonly #failures: FailureLog;

  constructor(
    private readonly host: Host,
    private readonly outcomes: AlertOutcomeRepository,
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

  async sent(attempt: Attempt, now: Date): Promise<void> {
    const { channel, contactId, contact, jobs, unreached, timing } = attempt;
    this.#failures.succeeded(contactId);
    this.#count(attempt, 'sent');
    for (const { isAboutIncident, kind, decidedAt, aboutId } of jobs) {
      if (!isAboutIncident || kind !== 'OPENED') continue;
      // The monitor service makes the id when it opens the outage.
      const { since, seconds } = acceptedTime({ ...timing, openedAt: timeOfId(aboutId), decidedAt }, now);
      this.#accepted.observe({ channel, since }, seconds);
    }
    const told = jobs.map((job) => ({ job, what: alertSent(contact, job, unreached.get(job.id) ?? null) }));
    await this.#record(() => this.outcomes.sent(told, now));
  }

  /** The incident is decided about again when a stand-in is due. */
  async putOff(attempt: Attempt, outcome: FailedOutcome, dueAt: Date, now: Date): Promise<void> {
    this.#log(attempt, outcome);
    this.#count(attempt, 'failed');
    const failed = attempt.jobs.map((job) => {
      return { job, dueAt, decideAt: latest(now, replacementDueAt(job.decidedAt)) };
    });
    await this.#record(() => this.outcomes.putOff(failed, failureOf(outcome), now));
  }

  /** The incident is decided about again at once: somebody else has to know. */
  async giveUp(attempt: Attempt, outcome: FailedOutcome, now: Date): Promise<void> {
    this.#log(attempt, outcome);
    this.#count(attempt, 'given up');
    const failure = failureOf(outcome);
    const failed = attempt.jobs.map((job) => ({ job, what: alertFailed(attempt.contact, job, failure) }));
    await this.#record(() => this.outcomes.giveUp(failed, failure, now));
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

  #log(attempt: Attempt, { reason, detail }: FailedOutcome): void {
    const { jobs, organizationId, contactId: receiver } = attempt;
    const alerts = jobs.map(({ id }) => id);
    this.#failures.failed({ organizationId, receiver, reason }, { alerts, attempts: attemptsOf(attempt), detail });
  }

  #count({ channel, jobs }: Attempt, outcome: 'sent' | 'failed' | 'given up'): void {
    this.#settled.inc({ channel, outcome }, jobs.length);
  }
}

function failureOf({ reason, maskedReason = reason }: FailedOutcome): Failure {
  return { reason, maskedReason };
}

function latest(one: Date, other: Date): Date {
  return one > other ? one : other;
}
