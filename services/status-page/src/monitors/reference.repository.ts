import { Injectable } from '@nestjs/common';
import type { Transaction } from '../mutations.ts';

/** Everything that refers to a monitor. */
@Injectable()
export class ReferenceRepository {
  /** Takes the monitor out of pages, published incidents and windows; returns the pages that showed any of it. */
  async remove(tx: Transaction, monitorId: string): Promise<string[]> {
    const pages = await tx.$queryRaw<{ pageId: string }[]>`
      DELETE FROM status_page.page_component WHERE monitor_id = ${monitorId} RETURNING page_id AS "pageId"`;
    const incidents = await tx.$queryRaw<{ pageIds: string[] }[]>`
      UPDATE status_page.status_incident SET monitor_ids = array_remove(monitor_ids, ${monitorId})
      WHERE monitor_ids @> ARRAY[${monitorId}] RETURNING page_ids AS "pageIds"`;
    const windows = await tx.$queryRaw<{ pageIds: string[] }[]>`
      UPDATE status_page.maintenance_window SET monitor_ids = array_remove(monitor_ids, ${monitorId})
      WHERE monitor_ids @> ARRAY[${monitorId}] RETURNING page_ids AS "pageIds"`;
    await tx.$executeRaw`DELETE FROM status_page.maintenance_span WHERE monitor_id = ${monitorId}`;
    return [...pages.map(({ pageId }) => pageId), ...[...incidents, ...windows].flatMap(({ pageIds }) => pageIds)];
  }
}
