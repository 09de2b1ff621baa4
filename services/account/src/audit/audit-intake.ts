import { Injectable } from '@nestjs/common';
import { consumers, type AuditMessage } from '@vedette/contract';
import { EventConsumer } from '@vedette/messaging';
import { Host, ServiceDatabase } from '@vedette/service-host';
import { AccountMutations } from '../mutations.ts';
import { AuditRepository } from './audit.repository.ts';

/** Leaves pool connections to requests, whose callers wait. */
const CONCURRENCY = 4;

/** Writes the lines of the other services into the audit log, each once. */
@Injectable()
export class AuditIntake {
  constructor(
    { link, logger, metrics, lifecycle }: Host,
    { parked, marks }: ServiceDatabase,
    private readonly log: AuditRepository,
    private readonly mutations: AccountMutations,
  ) {
    const receive = (line: AuditMessage): Promise<void> => this.#receive(line);
    const common = { link, logger, metrics, parked, marks, concurrency: CONCURRENCY };
    lifecycle.add('entrances', new EventConsumer<AuditMessage>({ ...common, ...consumers.auditLines, receive }));
  }

  /** Drops the line of an organization that is deleted: the lines before it are erased already. */
  #receive({ id, at, resource, ...line }: AuditMessage): Promise<void> {
    return this.mutations.receive(id, async (tx) => {
      if (!(await this.log.holdOrganization(tx, line.organizationId))) return;
      const act = { ...line, ...(resource !== null && { resource }) };
      await this.log.append(tx, act, new Date(at), id);
    });
  }
}
