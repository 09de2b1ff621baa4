import { Inject, Injectable } from '@nestjs/common';
import { storableLine } from '@vedette/outbound';
import { CONFIG, Host } from '@vedette/service-host';
import { LATENCY_BUCKETS_SECONDS } from '@vedette/telemetry';
import type { IncidentConfig } from '../config.ts';
import { ContactAddresses } from '../recipients/contact-addresses.ts';
import { SEND_LIMIT_MS, type AlertChannel, type SendOutcome } from '../channels/alert-channel.ts';
import { AlertJobRepository, type AlertJob, type FreeLane } from './alert-job.repository.ts';
import { NewsRepository } from './news.repository.ts';
import { newsMessage } from '../messages/news-message.ts';
import { nextAttempt } from './alert-schedule.ts';
import { alertFailed, alertSent, replacedMessage, unreachedWords, type Addressee } from '../messages/alert-timeline.ts';
import { replacementDueAt } from './stand-in.ts';

/** An attempt and its recording end within this time, so a job whose lease expires belongs to a dead process. */
const LEASE_MS = SEND_LIMIT_MS + 20_000;

/** Attempts go on for five hours. */
const ACCEPTED_BUCKETS_SECONDS = [...LATENCY_BUCKETS_SECONDS, 60, 300, 1_800, 7_200, 18_000];

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
  readonly #accepted;

  constructor(
    private readonly host: Host,
    private readonly jobs: AlertJobRepository,
    private readonly news: NewsRepository,
    private readonly addresses: ContactAddresses,
    @Inject(CONFIG) private readonly config: Pick<IncidentConfig, 'consolePublicUrl'>,
  ) {
    this.#settled = host.metrics.counter(
      'alert_attempts_total',
      'Attempts to alert a contact, by channel and outcome',
      ['channel', 'outcome'],
    );
    this.#accepted = host.metrics.histogram(
      'alert_accepted_seconds',
      'Time from the decision to tell a contact of an incident until its receiver accepted the message, by channel',
      ACCEPTED_BUCKETS_SECONDS,
      ['channel'],
    );
    host.metrics.observedGauge('alert_oldest_due_seconds', 'Age of the oldest alert that is due', () =>
      this.jobs.oldestDueSeconds(new Date()),
    );
  }

  claim(lanes: readonly FreeLane[]): Promise<AlertJob[]> {
    const now = new Date();
    return this.jobs.claim(lanes, now, new Date(now.getTime() + LEASE_MS));
  }

  /** Never rejects: if the outcome cannot be recorded, the job is due again when its lease ends. */
  async deliver(channel: AlertChannel, job: AlertJob): Promise<void> {
    try {
      const unreached = await this.#unreached(job);
      const news = await this.news.find(job, unreached && unreachedWords(unreached, unreached.error));
      if (news === undefined) return;
      const message = newsMessage(news, this.config.consolePublicUrl, job.decidedAt);
      const contact = {
        ...job.contact,
        address: this.addresses.open(job.contactId, job.sealed),
        secret: this.addresses.openSecret(job.contactId, job.sealedSecret),
      };
      const outcome = job.sealed === null ? REMOVED : await channel.send({ ...job, contact, news, message });
      await this.#note(job, contact, outcome, unreached);
    } catch (error) {
      this.host.logger.error({ error, alert: job.id }, 'an alert was not settled; it is tried again');
    }
  }

  /** The contact in whose place this one is told. */
  async #unreached({ aboutId, inPlaceOf }: AlertJob): Promise<(Addressee & { error: string | null }) | null> {
    const found = inPlaceOf === null ? undefined : await this.jobs.unreached(aboutId, inPlaceOf);
    if (found === undefined || inPlaceOf === null) return null;
    return { ...found, address: this.addresses.open(inPlaceOf, found.sealed) };
  }

  async #note(job: AlertJob, contact: Addressee, outcome: SendOutcome, unreached: Addressee | null): Promise<void> {
    const now = new Date();
    if (outcome.ok) {
      this.#count(job, 'sent');
      if (job.isAboutIncident && job.kind === 'OPENED') {
        this.#accepted.observe({ channel: job.channel }, (now.getTime() - job.decidedAt.getTime()) / 1_000);
      }
      const replaces = unreached === null ? replacedMessage(contact, job, now) : null;
      return this.jobs.sent(job, alertSent(contact, job, now, unreached), replaces);
    }
    const { attempts } = job;
    const { reason, detail } = outcome;
    this.host.logger.warn({ alert: job.id, attempts, reason, detail }, 'an alert could not be sent');
    const next = nextAttempt({ ...outcome, attempts }, now, Math.random());
    if (next.kind === 'again') {
      this.#count(job, 'failed');
      return this.jobs.putOff(job, next.at, reason, latest(now, replacementDueAt(job.decidedAt)));
    }
    this.#count(job, 'given up');
    return this.jobs.giveUp(job, reason, alertFailed(contact, job, reason, now));
  }

  #count({ channel }: AlertJob, outcome: 'sent' | 'failed' | 'given up'): void {
    this.#settled.inc({ channel, outcome });
  }
}

function latest(one: Date, other: Date): Date {
  return one > other ? one : other;
}
