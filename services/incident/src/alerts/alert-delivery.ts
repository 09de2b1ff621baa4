import { Inject, Injectable } from '@nestjs/common';
import { storableLine } from '@vedette/outbound';
import { CONFIG, Host } from '@vedette/service-host';
import type { IncidentConfig } from '../config.ts';
import { ContactAddresses } from '../incidents/contact-addresses.ts';
import type { Alert, AlertChannel, SendOutcome } from '../channels/alert-channel.ts';
import { newsMessage } from '../messages/news-message.ts';
import { unreachedWords } from '../messages/alert-timeline.ts';
import type { AlertJob } from '../jobs/alert-job.repository.ts';
import { AlertLeases } from '../jobs/alert-leases.ts';
import { AlertSettlement } from './alert-settlement.ts';
import { DigestDelivery } from './digest-delivery.ts';
import { NewsRepository } from './news.repository.ts';

/** The job was created at the moment when the contact was removed. */
const REMOVED: SendOutcome = {
  ok: false,
  reason: storableLine('the contact was removed'),
  isPermanent: true,
  retryAfterMs: null,
};

/** Makes one attempt of one alert, or of several in one message, and records its outcome. */
@Injectable()
export class AlertDelivery {
  constructor(
    private readonly host: Host,
    private readonly leases: AlertLeases,
    private readonly news: NewsRepository,
    private readonly addresses: ContactAddresses,
    private readonly settlement: AlertSettlement,
    private readonly digests: DigestDelivery,
    @Inject(CONFIG) private readonly config: Pick<IncidentConfig, 'consolePublicUrl'>,
  ) {}

  /** Never rejects: if the outcome cannot be recorded, the job is due again when its lease ends. */
  async deliver(channel: AlertChannel, job: AlertJob): Promise<void> {
    try {
      const contact = {
        ...job.contact,
        address: this.addresses.open(job.contactId, job.sealed),
        secret: this.addresses.openSecret(job.contactId, job.sealedSecret),
      };
      const isMerged = channel.digests !== null && job.sealed !== null;
      const isDone = isMerged && (await this.digests.deliver(channel.digests, job, contact));
      if (!isDone) await this.#deliverAlone(channel, job, contact);
      this.leases.end(job);
    } catch (error) {
      this.host.logger.error({ error, alert: job.id }, 'an alert was not settled; it is tried again');
      await this.leases.endLater(job).catch(() => undefined);
    }
  }

  async #deliverAlone(channel: AlertChannel, job: AlertJob, contact: Alert['contact']): Promise<void> {
    const unreached = await this.settlement.unreached([job]);
    const instead = unreached.get(job.id);
    const words = instead === undefined ? null : unreachedWords(instead, instead.error);
    const news = await this.news.find(job, words);
    if (news === undefined) return;
    const message = newsMessage(news, this.config.consolePublicUrl, job.decidedAt);
    if (!(await this.leases.isHeld(job))) return;
    const outcome = job.sealed === null ? REMOVED : await channel.send({ ...job, contact, news, message });
    const timing = { heldUntil: job.heldUntil, isGathered: false };
    await this.settlement.note({ ...job, contact, jobs: [job], unreached, timing }, outcome);
  }
}
