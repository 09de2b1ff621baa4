import { Inject, Injectable } from '@nestjs/common';
import type { ContactType } from '@vedette/contract';
import { storableLine } from '@vedette/outbound';
import { CONFIG, Host } from '@vedette/service-host';
import type { IncidentConfig } from '../config.ts';
import { ContactAddresses } from '../contacts/contact-addresses.ts';
import { IncidentRepository } from '../incident.repository.ts';
import { SEND_LIMIT_MS, type AlertChannel, type SendOutcome } from '../channels/alert-channel.ts';
import { AlertJobRepository, type AlertJob } from './alert-job.repository.ts';
import { alertMessage } from '../messages/alert-message.ts';
import { nextAttempt } from './alert-schedule.ts';
import { alertFailed, alertSent, replacedMessage, type Addressee } from '../messages/alert-timeline.ts';

/** An attempt and its recording end within this time, so a job whose lease expires belongs to a dead process. */
const LEASE_MS = SEND_LIMIT_MS + 20_000;

/** The job was created at the moment when the contact was removed. */
const REMOVED: SendOutcome = {
  ok: false,
  reason: storableLine('the contact was removed'),
  isPermanent: true,
  retryAfterMs: null,
};

/** Makes one attempt of one alert and records its outcome. */
@Injectable()
export class AlertDelivery {
  readonly #settled;

  constructor(
    private readonly host: Host,
    private readonly jobs: AlertJobRepository,
    private readonly incidents: IncidentRepository,
    private readonly addresses: ContactAddresses,
    @Inject(CONFIG) private readonly config: Pick<IncidentConfig, 'consolePublicUrl'>,
  ) {
    this.#settled = host.metrics.counter(
      'alert_attempts_total',
      'Attempts to alert a contact, by channel and outcome',
      ['channel', 'outcome'],
    );
    host.metrics.observedGauge('alert_oldest_due_seconds', 'Age of the oldest alert that is due', () =>
      this.jobs.oldestDueSeconds(new Date()),
    );
  }

  claim(channel: ContactType, limit: number): Promise<AlertJob[]> {
    const now = new Date();
    return this.jobs.claim(channel, limit, now, new Date(now.getTime() + LEASE_MS));
  }

  /** Never rejects: if the outcome cannot be recorded, the job is due again when its lease ends. */
  async deliver(channel: AlertChannel, job: AlertJob): Promise<void> {
    try {
      const incident = await this.incidents.find(job.organizationId, job.incidentId);
      if (incident === undefined) return;
      const news = { ...job, incident };
      const message = alertMessage(news, this.config.consolePublicUrl);
      const contact = {
        ...job.contact,
        address: this.addresses.open(job.contactId, job.sealed),
        secret: this.addresses.openSecret(job.contactId, job.sealedSecret),
      };
      const outcome = job.sealed === null ? REMOVED : await channel.send({ ...job, contact, news, message });
      await this.#note(job, contact, outcome);
    } catch (error) {
      this.host.logger.error({ error, alert: job.id }, 'an alert was not settled; it is tried again');
    }
  }

  async #note(job: AlertJob, contact: Addressee, outcome: SendOutcome): Promise<void> {
    const now = new Date();
    if (outcome.ok) {
      this.#count(job, 'sent');
      const replaces = replacedMessage(contact, job, now);
      return this.jobs.settle(job, { state: 'SENT', error: null, replaces }, alertSent(contact, job, now));
    }
    const { attempts } = job;
    const { reason, detail } = outcome;
    this.host.logger.warn({ alert: job.id, attempts, reason, detail }, 'an alert could not be sent');
    const next = nextAttempt({ ...outcome, attempts }, now, Math.random());
    if (next.kind === 'again') {
      this.#count(job, 'failed');
      return this.jobs.putOff(job, next.at, reason);
    }
    this.#count(job, 'given up');
    const failed = { state: 'FAILED', error: reason, replaces: null } as const;
    return this.jobs.settle(job, failed, alertFailed(contact, job, reason, now));
  }

  #count({ channel }: AlertJob, outcome: 'sent' | 'failed' | 'given up'): void {
    this.#settled.inc({ channel, outcome });
  }
}
