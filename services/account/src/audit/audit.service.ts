import { Injectable } from '@nestjs/common';
import { Reply } from '@vedette/messaging';
import { AuditRepository, type AuditLine } from './audit.repository.ts';

export interface AuditQuery {
  readonly limit: number;
  readonly offset: number;
  readonly actor?: string | undefined;
  readonly operation?: string | undefined;
  readonly resource?: string | undefined;
  /** ISO 8601, `to` excluded. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

@Injectable()
export class AuditService {
  constructor(private readonly log: AuditRepository) {}

  async list(organizationId: string, { limit, offset, from, to, ...rest }: AuditQuery): Promise<Reply> {
    const filter = { ...rest, from: instantOf(from), to: instantOf(to) };
    const { lines, total } = await this.log.page(organizationId, filter, limit, offset);
    return Reply.of({ data: lines.map(shownLine), pagination: { limit, offset, total } });
  }
}

function instantOf(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : new Date(text);
}

function shownLine(line: AuditLine) {
  const { isRefused, at, ...rest } = line;
  return { ...rest, at: at.toISOString(), refused: isRefused };
}
