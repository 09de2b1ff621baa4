import { Injectable } from '@nestjs/common';
import type { Transaction } from '../mutations.ts';

/** References from pages, incidents and windows to monitors, and from incidents and windows to pages. */
@Injectable()
export class ReferenceRepository {
  /** Removes the monitor from pages, published incidents and windows; returns the pages that showed any of these. */
  async removeMonitor(tx: Transaction, monitorId: string): Promise<string[]> {
    const pages = await tx.$queryRaw<{ pageId: string }[]>`
      DELETE FROM status_page.page_component WHERE monitor_id = ${monitorId} RETURNING page_id AS "pageId"`;
    const incidents = await tx.$queryRaw<{ pageIds: string[] }[]>`
      UPDATE status_page.status_incident SET monitor_ids = array_remove(monitor_ids, ${monitorId})
      WHERE monitor_ids @> ARRAY[${monitorId}] RETURNING page_ids AS "pageIds"`;
    const windows = await tx.$queryRaw<{ pageIds: string[] }[]>`
      UPDATE status_page.maintenance_window SET monitor_ids = array_remove(monitor_ids, ${monitorId})
      WHERE monitor_ids @> ARRAY[${monitorId}] RETURNING page_ids AS "pageIds"`;
    await tx.$executeRaw`DELETE FROM status_page.maintenance_span WHERE monitor_id = ${monitorId}`;
    await tx.$executeRaw`DELETE FROM status_page.monitor_maintenance WHERE monitor_id = ${monitorId}`;
    return [...pages.map(({ pageId }) => pageId), ...[...incidents, ...windows].flatMap(({ pageIds }) => pageIds)];
  }

  /** Returns the pages that belong to the organization; they cannot be deleted before the transaction ends. */
  async holdPages(tx: Transaction, organizationId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
    if (ids.length === 0) return new Set();
    const rows = await tx.$queryRaw<{ id: string }[]>`
      SELECT id FROM status_page.status_page
      WHERE id = ANY(${[...ids]}::text[]) AND organization_id = ${organizationId} ORDER BY id FOR SHARE`;
    return new Set(rows.map(({ id }) => id));
  }
}
