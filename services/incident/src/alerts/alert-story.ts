// The story of an alert, from top to bottom. The first half runs in the transaction that opens, changes or ends an outage:
// who is concerned, and who is told now, held (told later) or suppressed (not told). What is told is a job. The second
// half runs when the sender has leased the job: it is gathered with others or written alone, sent and settled. What could
// not be sent is tried again, and if that takes too long, the first half tells another contact instead: the stand-in.
// Slow periods and expiries take the same way; subject.service.ts decides about them.
import { Injectable } from '@nestjs/common';
import type { OutageFact } from '@vedette/contract';
import { Host } from '@vedette/service-host';
import type { AlertChannel, SendOutcome } from '../channels/alert-channel.ts';
import { IncidentRepository } from '../incidents/incident.repository.ts';
import type { AlertJob } from '../jobs/alert-job.repository.ts';
import { AlertLeases } from '../jobs/alert-leases.ts';
import { alertWithdrawn, decisionEntries, type TimelineEntry } from '../messages/timeline-entry.ts';
import type { Transaction } from '../mutations.ts';
import { nextAttempt } from '../plans/alert-schedule.ts';
import { subjectPlan, type Decision, type SubjectPlan } from '../plans/subject-plan.ts';
import { AlertGathering } from './alert-gathering.ts';
import { AlertOutcomes } from './alert-outcomes.ts';
import { AlertRepository } from './alert.repository.ts';
import { AlertWriter, attemptsOf, type Attempt } from './alert-writer.ts';
import { OutageSituations, type OpeningSituation } from './outage-situation.ts';
import { RecipientRepository, type StoredRecipient } from './recipient.repository.ts';

/** The alerts of an outage that begins. */
export interface OpeningAlerts extends SubjectPlan, Pick<OpeningSituation, 'isInMaintenance' | 'wait'> {
  readonly entries: readonly TimelineEntry[];
}

/** Decides who is told of an outage, in the transaction that changes it. */
@Injectable()
export class AlertDecisions {
  constructor(
    private readonly situations: OutageSituations,
    private readonly recipients: RecipientRepository,
    private readonly alerts: AlertRepository,
    private readonly timeline: IncidentRepository,
  ) {}

  /** An outage begins. The caller stores its incident, and then lets the plan be carried out. */
  async planOpening(
    tx: Transaction,
    organizationId: string,
    fact: OutageFact,
    isPaused: boolean,
    now: Date,
  ): Promise<OpeningAlerts> {
    const { subject, monitor, parentName, isInMaintenance, wait } = await this.situations.ofOpening(
      tx,
      fact,
      isPaused,
      now,
    );
    const concerned = await this.recipients.ofOrganization(tx, organizationId, monitor);
    const plan = subjectPlan(subject, concerned, now);
    return { ...plan, isInMaintenance, wait, entries: entriesOf(plan.decisions, concerned, parentName, now) };
  }

  async carryOutOpening(
    tx: Transaction,
    incident: { readonly id: string; readonly organizationId: string },
    { decisions, wait }: OpeningAlerts,
    now: Date,
  ): Promise<void> {
    if (wait !== null) await this.situations.awaitParent(tx, incident.id, wait);
    await this.alerts.record(tx, { ...incident, kind: 'INCIDENT' }, decisions, now);
  }

  /** Incidents that are to be decided about again. */
  due(now: Date, limit: number): Promise<string[]> {
    return this.alerts.due(now, limit);
  }

  /** The outage was acknowledged or has ended, a contact was not reached, or the time to decide again has come. */
  async decide(tx: Transaction, incidentId: string, now: Date): Promise<void> {
    const situation = await this.situations.ofIncident(tx, incidentId, now);
    if (situation === undefined) return;
    const { organizationId, monitor, subject, parentName } = situation;
    const concerned = await this.recipients.ofIncident(tx, organizationId, monitor, incidentId);
    const { decisions, decideAt } = subjectPlan(subject, concerned, now);
    if (subject.ended !== null || subject.acknowledgedAt !== null) await this.alerts.dropReminders(tx, incidentId);
    const withdrawn = subject.ended?.because === 'PAUSED' ? await this.alerts.withdraw(tx, incidentId, now) : [];
    await this.alerts.record(tx, { id: incidentId, organizationId, kind: 'INCIDENT' }, decisions, now);
    await this.alerts.decideAgainAt(tx, incidentId, decideAt);
    const entries = entriesOf(decisions, concerned, parentName, now);
    const cancelled = withdrawn.map((contact) => alertWithdrawn(contact, now));
    await this.timeline.addToTimelineOnce(tx, incidentId, [...entries, ...cancelled]);
  }
}

function entriesOf(
  decisions: readonly Decision[],
  concerned: readonly StoredRecipient[],
  parent: string | null,
  now: Date,
): TimelineEntry[] {
  const contacts = new Map(concerned.map(({ id, contact }) => [id, contact]));
  return decisionEntries(
    decisions.flatMap((decision) => {
      const contact = contacts.get(decision.contactId);
      return contact === undefined ? [] : [{ ...decision, contact, parent }];
    }),
    now,
  );
}

/** Makes one attempt of one alert, or of several in one message, and settles them. */
@Injectable()
export class AlertDelivery {
  constructor(
    private readonly host: Host,
    private readonly leases: AlertLeases,
    private readonly gathering: AlertGathering,
    private readonly writer: AlertWriter,
    private readonly outcomes: AlertOutcomes,
  ) {}

  /** Never rejects: if the outcome cannot be recorded, the job is due again when its lease ends. */
  async deliver(channel: AlertChannel, job: AlertJob): Promise<void> {
    try {
      await this.#deliver(channel, job);
      this.leases.end(job);
    } catch (error) {
      this.host.logger.error({ error, alert: job.id }, 'an alert was not settled; it is tried again');
      await this.leases.endLater(job).catch(() => undefined);
    }
  }

  async #deliver(channel: AlertChannel, job: AlertJob): Promise<void> {
    const contact = this.writer.contactOf(job);
    const gathered = await this.gathering.join(channel, job, contact, new Date());
    if (gathered.kind === 'held') return;
    const attempt =
      gathered.kind === 'alone'
        ? await this.writer.alone(channel, job, contact)
        : await this.writer.together(gathered, job, contact);
    // The alerts were cancelled meanwhile, or their monitors deleted.
    if (attempt === undefined) return;
    if (!(await this.leases.isHeld(job))) return;
    await this.#settle(attempt, await attempt.send());
  }

  async #settle(attempt: Attempt, outcome: SendOutcome): Promise<void> {
    const now = new Date();
    if (outcome.ok) return this.outcomes.sent(attempt, now);
    const next = nextAttempt({ ...outcome, attempts: attemptsOf(attempt) }, now, Math.random());
    if (next.kind === 'again') return this.outcomes.putOff(attempt, outcome, next.at, now);
    return this.outcomes.giveUp(attempt, outcome, now);
  }
}
