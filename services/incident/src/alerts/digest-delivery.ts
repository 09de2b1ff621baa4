import { Inject, Injectable } from '@nestjs/common';
import { newId, type AlertKind } from '@vedette/contract';
import { CONFIG, Host } from '@vedette/service-host';
import type { Alert, DigestChannel } from '../channels/alert-channel.ts';
import type { IncidentConfig } from '../config.ts';
import { alertGathered, unreachedWords, type Addressee } from '../messages/alert-timeline.ts';
import { MOST_NAMES, stormMessage } from '../messages/storm-message.ts';
import type { AlertJob, LeasedJob } from '../jobs/alert-job.repository.ts';
import { AlertLeases } from '../jobs/alert-leases.ts';
import { AlertSettlement } from './alert-settlement.ts';
import { stormVerdict } from '../plans/alert-storm.ts';
import { AlertStormRepository } from '../jobs/alert-storm.repository.ts';
import { DigestRepository } from './digest.repository.ts';

/** A message that tells several alerts, and the jobs that this process holds for it. */
interface Begun {
  readonly id: string;
  /** The first such message of the storm; the message itself if it is the first, or grows. */
  readonly threadId: string;
  readonly jobs: readonly LeasedJob[];
}

/** Gathers alerts to a contact that gets many at once, and tells them in one message. */
@Injectable()
export class DigestDelivery {
  readonly #sent;

  constructor(
    host: Host,
    private readonly storms: AlertStormRepository,
    private readonly digests: DigestRepository,
    private readonly leases: AlertLeases,
    private readonly settlement: AlertSettlement,
    @Inject(CONFIG) private readonly config: Pick<IncidentConfig, 'consolePublicUrl'>,
  ) {
    this.#sent = host.metrics.counter(
      'alert_digests_total',
      'Messages that told a contact of several alerts at once, by channel',
      ['channel'],
    );
  }

  /** False if the job, which this process holds, is to be sent alone. */
  async deliver(channel: DigestChannel, job: AlertJob, contact: Alert['contact']): Promise<boolean> {
    const now = new Date();
    // A process died while it sent this message, or the receiver has refused it: it is sent again as it was.
    if (job.digestId !== null) {
      const begun = { id: job.digestId, threadId: job.storm.digestId ?? job.digestId, gatherUntil: null };
      const jobs = await this.storms.gather(job, begun, now);
      await this.#send(channel, job, contact, { ...begun, jobs });
      return true;
    }
    const verdict = stormVerdict(job.storm, job.dueAt, now);
    switch (verdict.kind) {
      case 'at-once':
        await this.storms.count(job.contactId, verdict.toldAt);
        return false;
      case 'gather':
        await this.storms.hold(job, verdict, heldWords(contact, verdict.until), now);
        return true;
      case 'together': {
        const begun = { ...(await this.#begin(channel, job, now)), gatherUntil: verdict.gatherUntil };
        const jobs = await this.storms.gather(job, begun, now);
        await this.#send(channel, job, contact, { ...begun, jobs });
        return true;
      }
    }
  }

  /** A message grows as long as all names have room in it. Nobody would notice a reminder of what it names. */
  async #begin({ canGrow }: DigestChannel, job: AlertJob, now: Date): Promise<Omit<Begun, 'jobs'>> {
    const { digestId } = job.storm;
    const id = newId('ad', now.getTime());
    if (digestId === null) return { id, threadId: id };
    if (!canGrow) return { id, threadId: digestId };
    const { names, hasReminder } = await this.storms.growthOf(job, digestId, now);
    return names > MOST_NAMES || hasReminder ? { id, threadId: id } : { id: digestId, threadId: digestId };
  }

  async #send(
    channel: DigestChannel,
    job: AlertJob,
    contact: Alert['contact'],
    { id, threadId, jobs }: Begun,
  ): Promise<void> {
    if (jobs.length === 0) return;
    const news = await this.digests.newsIn(id, job.contactId);
    const written = news.flatMap((each) => each.jobs);
    const writtenIds = new Set(written.map(({ id: jobId }) => jobId));
    const told = jobs.filter(({ id: jobId }) => writtenIds.has(jobId));
    // The alerts were withdrawn, or the monitors deleted, meanwhile.
    if (told.length === 0) return;
    const unreached = await this.settlement.unreached(written);
    const instead = new Map(
      written.flatMap(({ id: jobId, aboutId }) => {
        const found = unreached.get(jobId);
        return found === undefined ? [] : [[aboutId, unreachedWords(found, found.error)] as const];
      }),
    );
    const gathered = news.map((each) => Object.assign(each, { unreached: instead.get(each.aboutId) ?? null }));
    const message = stormMessage(gathered, this.config.consolePublicUrl, job.organizationId);
    const follows = threadId === id ? null : threadId;
    const messageId = channel.canGrow ? await this.storms.messageIdOf(job, id) : null;
    if (!(await this.leases.isHeld(job))) return;
    const outcome = await channel.send({ kind: 'DIGEST', id, follows, contact, message }, messageId);
    if (outcome.ok) {
      this.#sent.inc({ channel: job.channel });
      // Before the jobs: if this process dies in between, the message is changed again and not sent twice.
      if (outcome.messageId !== undefined) await this.storms.noteMessage(job, id, outcome.messageId);
    }
    const timing = { heldUntil: null, isGathered: true };
    const { channel: channelType, organizationId, contactId } = job;
    const attempt = { channel: channelType, organizationId, contactId, contact, jobs: told, unreached, timing };
    await this.settlement.note(attempt, outcome);
  }
}

/** Reminders are one entry of the timeline, which counts those that were sent. */
const KINDS = ['OPENED', 'ACKNOWLEDGED', 'RESOLVED'] as const;

function heldWords(contact: Addressee, until: Date): ReadonlyMap<AlertKind, string> {
  return new Map(KINDS.map((kind) => [kind, alertGathered(contact, kind, until)]));
}
