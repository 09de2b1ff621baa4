import { Inject, Injectable } from '@nestjs/common';
import type { RequestContext, StatusPage } from '@vedette/contract';
import { CONFIG } from '@vedette/service-host';
import type { StatusPageConfig } from '../config.ts';
import { MaintenanceWindowRepository } from '../windows/maintenance-window.repository.ts';
import { MonitorDirectory, type KnownMonitors } from '../monitors/monitor-directory.ts';
import { pageUrl, statusPageView } from './status-page-view.ts';
import { StatusPageRepository } from './status-page.repository.ts';
import type { StoredPage } from './status-page-change.ts';
import type { Transaction } from '../mutations.ts';
import { MaintenanceWindowClock } from '../windows/maintenance-window-clock.ts';

/** Shows pages with their present state. One request fetches the monitors of all pages from the monitor service. */
@Injectable()
export class StatusPagePresenter {
  readonly #publicUrl: string;

  constructor(
    private readonly directory: MonitorDirectory,
    private readonly pages: StatusPageRepository,
    private readonly windows: MaintenanceWindowRepository,
    private readonly clock: MaintenanceWindowClock,
    @Inject(CONFIG) { publicUrl }: StatusPageConfig,
  ) {
    this.#publicUrl = publicUrl;
  }

  /** The monitors that `show` needs. Must run outside a transaction, because it waits for the monitor service. */
  async monitorsOf(
    pages: readonly StoredPage[],
    organizationId: string,
    cause: RequestContext,
  ): Promise<KnownMonitors> {
    const ids = pages.flatMap(({ components }) => components.map(({ monitorId }) => monitorId));
    return this.directory.describe(organizationId, ids, cause);
  }

  urlOf(slug: string): string {
    return pageUrl(this.#publicUrl, slug);
  }

  /** Starts and ends the windows that are due, so that `show` returns the present state. */
  settle(organizationId: string): Promise<void> {
    return this.clock.settle(organizationId);
  }

  async show(
    organizationId: string,
    pages: readonly StoredPage[],
    monitors: KnownMonitors,
    tx?: Transaction,
  ): Promise<StatusPage[]> {
    const monitorIds = pages.flatMap(({ components }) => components.map(({ monitorId }) => monitorId));
    const inMaintenance = await this.windows.coveredMonitors(organizationId, [...new Set(monitorIds)], tx);
    const ongoingImpacts = await this.pages.ongoingImpacts(
      pages.map(({ id }) => id),
      tx,
    );
    return pages.map((page) => statusPageView(page, { monitors, inMaintenance, ongoingImpacts }, this.#publicUrl));
  }
}
