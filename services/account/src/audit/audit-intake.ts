import { Injectable } from '@nestjs/common';
import { consumers, type AuditMessage } from '@vedette/contract';
import { EventConsumer, Gatherer } from '@vedette/messaging';
import { Host, ServiceDatabase } from '@vedette/service-host';
import { AccountMutations } from '../mutations.ts';
import { AuditRepository, type NewLine } from './audit.repository.ts';

const MOST_LINES_AT_ONCE = 200;

/** Writes the lines of the other services into the audit log, each once. Lines that come together are written together. */
@Injectable()
export class AuditIntake {
  readonly #gatherer = new Gatherer<AuditMessage>({
    size: MOST_LINES_AT_ONCE,
    run: (lines) => this.#write(lines),
  });

  constructor(
    { link, logger, metrics, lifecycle }: Host,
    { parked, marks }: ServiceDatabase,
    private readonly log: AuditRepository,
    private readonly mutations: AccountMutations,
  ) {
    const receive = (line: AuditMessage): Promise<void> => this.#gatherer.add(line);
    const common = { link, logger, metrics, parked, marks, concurrency: MOST_LINES_AT_ONCE };
    lifecycle.add('entrances', new EventConsumer<AuditMessage>({ ...common, ...consumers.auditLines, receive }));
  }

  /** Drops the lines of an organization that is deleted: the lines before them are erased already. */
  #write(lines: readonly AuditMessage[]): Promise<void> {
    const ids = lines.map(({ id }) => id);
    return this.mutations.receiveAll(ids, async (tx, fresh) => {
      const unseen = new Map(lines.filter(({ id }) => fresh.has(id)).map((line) => [line.id, line]));
      if (unseen.size === 0) return;
      const organizationIds = [...unseen.values()].map(({ organizationId }) => organizationId);
      const held = await this.log.holdOrganizations(tx, organizationIds);
      const kept = [...unseen.values()].filter(({ organizationId }) => held.has(organizationId));
      if (kept.length > 0) await this.log.appendAll(tx, kept.map(newLine));
    });
  }
}

function newLine({ id, at, resource, ...line }: AuditMessage): NewLine {
  return { id, at: new Date(at), act: { ...line, ...(resource !== null && { resource }) } };
}
