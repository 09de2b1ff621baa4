import { Inject, Injectable } from '@nestjs/common';
import type { ContactType } from '@vedette/contract';
import { storableLine } from '@vedette/outbound';
import { CONFIG, Host } from '@vedette/service-host';
import type { Alert, AlertChannel, SendOutcome } from '../channels/alert-channel.ts';
import type { IncidentConfig } from '../config.ts';
import { ContactAddresses } from '../incidents/contact-addresses.ts';
import type { AlertJob, LeasedJob } from '../jobs/alert-job.repository.ts';
import { AlertStormRepository } from '../jobs/alert-storm.repository.ts';
import type { KnownContact } from '../messages/timeline-entry.ts';
import { unreachedWords } from '../messages/timeline-message.ts';
import { newsMessage } from '../messages/news-message.ts';
import { stormMessage } from '../messages/storm-message.ts';
import type { AcceptedAlert } from './accepted-time.ts';
import type { Gathered } from './alert-gathering.ts';
import { NewsRepository, type Unreached } from './news.repository.ts';

/** The job was created at the moment when the contact was removed. */
const REMOVED: SendOutcome = {
  ok: false,
  reason: storableLine('the contact was removed'),
  isPermanent: true,
  retryAfterMs: null,
};

type ToldContact = Alert['contact'] & KnownContact;

/** One attempt to tell a contact of one thing, or of several in one message. */
export interface Attempt {
  readonly channel: ContactType;
  readonly organizationId: string;
  readonly contactId: string;
  readonly contact: KnownContact;
  readonly jobs: readonly LeasedJob[];
  /** The contacts in whose place this one is told, by the id of the job. */
  readonly unreached: ReadonlyMap<string, Unreached>;
  /** How the jobs came to be sent now; see accepted-time.ts. */
  readonly timing: Pick<AcceptedAlert, 'heldUntil' | 'isGathered'>;
  send(): Promise<SendOutcome>;
}

/** The alerts of one message are tried again together. */
export function attemptsOf({ jobs }: Pick<Attempt, 'jobs'>): number {
  return Math.min(...jobs.map(({ attempts }) => attempts));
}

/** Writes messages from what is known when they are sent. */
@Injectable()
export class AlertWriter {
  readonly #digests;

  constructor(
    host: Host,
    private readonly news: NewsRepository,
    private readonly storms: AlertStormRepository,
    private readonly addresses: ContactAddresses,
    @Inject(CONFIG) private readonly config: Pick<IncidentConfig, 'consolePublicUrl'>,
  ) {
    this.#digests = host.metrics.counter(
      'alert_digests_total',
      'Messages that told a contact of several alerts at once, by channel',
      ['channel'],
    );
  }

  contactOf({ contact, contactId: id, sealed, sealedSecret }: AlertJob): ToldContact {
    const address = this.addresses.open(id, sealed);
    return { ...contact, id, address, secret: this.addresses.openSecret(id, sealedSecret) };
  }

  /** Undefined if there is nothing to tell any more. */
  async alone(channel: AlertChannel, job: AlertJob, contact: ToldContact): Promise<Attempt | undefined> {
    const unreached = await this.news.unreached([job]);
    const instead = unreached.get(job.id);
    const words = instead === undefined ? null : unreachedWords(instead, instead.error);
    const news = await this.news.find(job, words);
    if (news === undefined) return undefined;
    const message = newsMessage(news, this.config.consolePublicUrl, job.decidedAt);
    const timing = { heldUntil: job.heldUntil, isGathered: false };
    const send = async (): Promise<SendOutcome> =>
      job.sealed === null ? REMOVED : channel.send({ ...job, contact, news, message });
    return { ...job, contact, jobs: [job], unreached, timing, send };
  }

  /** Undefined if there is nothing to tell any more. */
  async together(
    { channel, digest: { id, threadId }, jobs }: Extract<Gathered, { kind: 'together' }>,
    job: AlertJob,
    contact: ToldContact,
  ): Promise<Attempt | undefined> {
    if (jobs.length === 0) return undefined;
    const news = await this.news.inDigest(id, job.contactId);
    const written = news.flatMap((each) => each.jobs);
    const writtenIds = new Set(written.map((each) => each.id));
    const told = jobs.filter((each) => writtenIds.has(each.id));
    if (told.length === 0) return undefined;
    const unreached = await this.news.unreached(written);
    const instead = new Map(
      written.flatMap((each) => {
        const found = unreached.get(each.id);
        return found === undefined ? [] : [[each.aboutId, unreachedWords(found, found.error)] as const];
      }),
    );
    const gathered = news.map((each) => Object.assign(each, { unreached: instead.get(each.aboutId) ?? null }));
    const message = stormMessage(gathered, this.config.consolePublicUrl, job.organizationId);
    const follows = threadId === id ? null : threadId;
    const messageId = channel.canGrow ? await this.storms.messageIdOf(job, id) : null;
    const timing = { heldUntil: null, isGathered: true };
    const send = async (): Promise<SendOutcome> => {
      const outcome = await channel.send({ kind: 'DIGEST', id, follows, contact, message }, messageId);
      if (!outcome.ok) return outcome;
      this.#digests.inc({ channel: job.channel });
      // Before the jobs: if this process dies in between, the message is changed again and not sent twice.
      if (outcome.messageId !== undefined) await this.storms.noteMessage(job, id, outcome.messageId);
      return outcome;
    };
    return { ...job, contact, jobs: told, unreached, timing, send };
  }
}
