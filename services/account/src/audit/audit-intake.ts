import { Injectable } from '@nestjs/common';
import { consumers, type AuditMessage } from '@vedette/contract';
import { EventConsumer, Gatherer } from '@vedette/messaging';
import { Host, ServiceDatabase } from '@vedette/service-host';
import { AccountMutations } from '../mutations.ts';
import { AuditRepository, type NewLine } from './audit.repository.ts';

const MOST_LINES_AT_ONCE = 200;
/** Organizations take turns only for messages that are not being written yet, and each message may hold 50 lines. */
const MOST_MESSAGES_AT_ONCE = 20;

/** Writes the lines of the other services into the audit log, each once. Lines that come together are written together. */
@Injectable()
export class AuditIntake {
  readonly #gatherer = new Gatherer<AuditMessage>({
    size: messagesAtOnce,
    run: (messages) => this.#write(messages),
  });

  constructor(
    { link, logger, metrics, lifecycle }: Host,
    { parked, marks }: ServiceDatabase,
    private readonly log: AuditRepository,
    private readonly mutations: AccountMutations,
  ) {
    const receive = (message: AuditMessage): Promise<void> => this.#gatherer.add(message);
    const common = { link, logger, metrics, parked, marks, concurrency: MOST_MESSAGES_AT_ONCE };
    lifecycle.add('entrances', new EventConsumer<AuditMessage>({ ...common, ...consumers.auditLines, receive }));
  }

  /** Drops the lines of an organization that is deleted: the lines before them are erased already. */
  #write(messages: readonly AuditMessage[]): Promise<void> {
    const ids = messages.map(({ id }) => id);
    return this.mutations.receiveAll(ids, async (tx, fresh) => {
      const unseen = new Map(messages.filter(({ id }) => fresh.has(id)).map((message) => [message.id, message]));
      if (unseen.size === 0) return;
      const organizationIds = [...unseen.values()].map(({ organizationId }) => organizationId);
      const held = await this.log.holdOrganizations(tx, organizationIds);
      const kept = [...unseen.values()].filter(({ organizationId }) => held.has(organizationId));
      if (kept.length > 0) await this.log.appendAll(tx, kept.flatMap(newLines));
    });
  }
}

/** The first of the waiting messages that together have at most `MOST_LINES_AT_ONCE` lines; at least one. */
function messagesAtOnce(waiting: readonly AuditMessage[]): number {
  let lines = 0;
  const end = waiting.findIndex(({ more = [] }) => (lines += 1 + more.length) > MOST_LINES_AT_ONCE);
  return end === -1 ? waiting.length : Math.max(end, 1);
}

function newLines({ more = [], ...first }: AuditMessage): NewLine[] {
  return [first, ...more].map(({ id, at, resource, ...line }) => ({
    id,
    at: new Date(at),
    act: { ...line, ...(resource !== null && { resource }) },
  }));
}
