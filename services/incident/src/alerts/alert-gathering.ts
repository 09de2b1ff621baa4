import { Injectable } from '@nestjs/common';
import { newId } from '@vedette/contract';
import type { AlertChannel, DigestChannel } from '../channels/alert-channel.ts';
import type { AlertJob, LeasedJob } from '../jobs/alert-job.repository.ts';
import { AlertStormRepository } from '../jobs/alert-storm.repository.ts';
import type { KnownContact } from '../messages/timeline-entry.ts';
import { MOST_NAMES } from '../messages/storm-message.ts';
import { stormVerdict } from '../plans/alert-storm.ts';

/** A message that tells several alerts. */
export interface Digest {
  readonly id: string;
  /** The first such message of the storm; the message itself if it is the first, or grows. */
  readonly threadId: string;
}

export type Gathered =
  | { readonly kind: 'alone' }
  /** It is told later, together with others. */
  | { readonly kind: 'held' }
  /** `jobs`: those that this process holds for the message; empty if they were withdrawn. */
  | { readonly kind: 'together'; readonly channel: DigestChannel; readonly digest: Digest; readonly jobs: LeasedJob[] };

/** Gathers alerts to a contact that gets many at once. */
@Injectable()
export class AlertGathering {
  constructor(private readonly storms: AlertStormRepository) {}

  /** For a due job, which this process holds. */
  async join({ digests: channel }: AlertChannel, job: AlertJob, contact: KnownContact, now: Date): Promise<Gathered> {
    // A contact that was removed is told nothing.
    if (channel === null || job.sealed === null) return { kind: 'alone' };
    // A process died while it sent this message, or the receiver has refused it: it is sent again as it was.
    if (job.digestId !== null) {
      const digest = { id: job.digestId, threadId: job.storm.digestId ?? job.digestId };
      return this.#gather(channel, job, digest, null, now);
    }
    const verdict = stormVerdict(job.storm, job.dueAt, now);
    switch (verdict.kind) {
      case 'at-once':
        await this.storms.count(job.contactId, verdict.toldAt);
        return { kind: 'alone' };
      case 'gather':
        await this.storms.hold(job, contact, verdict, now);
        return { kind: 'held' };
      case 'together':
        return this.#gather(channel, job, await this.#digest(channel, job, now), verdict.gatherUntil, now);
    }
  }

  async #gather(
    channel: DigestChannel,
    job: AlertJob,
    digest: Digest,
    gatherUntil: Date | null,
    now: Date,
  ): Promise<Gathered> {
    const jobs = await this.storms.gather(job, { ...digest, gatherUntil }, now);
    return { kind: 'together', channel, digest, jobs };
  }

  /**
   * A message grows as long as all names have room in it, and as long as it brings news: nobody would notice a reminder
   * of a monitor that the message names already.
   */
  async #digest({ canGrow }: DigestChannel, job: AlertJob, now: Date): Promise<Digest> {
    const { digestId } = job.storm;
    const id = newId('ad', now.getTime());
    if (digestId === null) return { id, threadId: id };
    if (!canGrow) return { id, threadId: digestId };
    const { names, hasReminder } = await this.storms.growthOf(job, digestId, now);
    return names > MOST_NAMES || hasReminder ? { id, threadId: id } : { id: digestId, threadId: digestId };
  }
}
