import { Injectable } from '@nestjs/common';
import { ApiError, type RequestContext } from '@vedette/contract';
import { MonitorCopyRepository } from './monitor-copy.repository.ts';
import { MonitorDirectory, type KnownMonitors } from './monitor-directory.ts';
import { unknownMonitors, unknownPages, type Reference } from './references.ts';
import { ReferenceRepository } from './reference.repository.ts';
import type { Transaction } from '../mutations.ts';

export interface References {
  readonly monitors: readonly Reference[];
  readonly pages: readonly Reference[];
}

/** Prevents references to monitors and pages that do not exist or that are deleted before the request ends. */
@Injectable()
export class ReferenceGuard {
  constructor(
    private readonly directory: MonitorDirectory,
    private readonly copies: MonitorCopyRepository,
    private readonly references: ReferenceRepository,
  ) {}

  verify(organizationId: string, references: readonly Reference[], cause: RequestContext): Promise<KnownMonitors> {
    return this.directory.verify(
      organizationId,
      references.map(({ id }) => id),
      cause,
    );
  }

  /** Must come first in a transaction. Throws all faults at once; the referenced rows then stay until it ends. */
  async hold(
    tx: Transaction,
    organizationId: string,
    { monitors, pages }: References,
    known: KnownMonitors,
  ): Promise<void> {
    const found = monitors.flatMap(({ id }) => known.get(id) ?? []);
    const forgotten = new Set(await this.copies.hold(tx, organizationId, found));
    const held = await this.references.holdPages(
      tx,
      organizationId,
      pages.map(({ id }) => id),
    );
    const faults = [
      ...unknownMonitors(monitors, (id) => known.has(id) && !forgotten.has(id)),
      ...unknownPages(pages, (id) => held.has(id)),
    ];
    if (faults.length > 0) throw ApiError.validation(faults);
  }
}
