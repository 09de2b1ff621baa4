import type { NextWindow } from '../resources/overview.ts';
import { internalRequest } from './internal-request.ts';
import type { MaintenanceSpans, MaintenanceSpansQuery } from './maintenance.ts';

export interface PagesOfMonitorQuery {
  organizationId: string;
  monitorId: string;
  limit: number;
  offset: number;
}

/** A status page that shows a monitor. */
export interface PageOfMonitor {
  id: string;
  name: string;
  slug: string;
  url: string;
  published: boolean;
  /** What the page calls the monitor; null: the name of the monitor. */
  componentName: string | null;
}

/** What the status-page service answers. */
export const statusPageRequests = {
  countStatusPages: internalRequest<{ organizationId: string }, { count: number }>('status-page', 'countStatusPages', [
    'account',
  ]),
  /** Those that are not completed. */
  countMaintenanceWindows: internalRequest<{ organizationId: string }, { count: number }>(
    'status-page',
    'countMaintenanceWindows',
    ['account'],
  ),
  /** Windows that are running or planned, in the order of their start, and how many there are. */
  listNextWindows: internalRequest<{ organizationId: string; limit: number }, { windows: NextWindow[]; total: number }>(
    'status-page',
    'listNextWindows',
    ['monitor'],
  ),
  /** The status pages that show a monitor, newest first. */
  listPagesOfMonitor: internalRequest<PagesOfMonitorQuery, { pages: PageOfMonitor[]; total: number }>(
    'status-page',
    'listPagesOfMonitor',
    ['monitor'],
  ),
  /** The times in which monitors were in maintenance, also by windows that are deleted. A running one ends in the future. */
  listMaintenanceSpans: internalRequest<MaintenanceSpansQuery, MaintenanceSpans>(
    'status-page',
    'listMaintenanceSpans',
    ['monitor'],
  ),
  /** Takes a deleted monitor off pages, published incidents and windows. */
  forgetMonitorPages: internalRequest<{ organizationId: string; monitorId: string }, null>(
    'status-page',
    'forgetMonitorPages',
    ['monitor'],
  ),
} as const;
