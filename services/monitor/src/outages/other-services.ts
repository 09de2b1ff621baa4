import { Injectable } from '@nestjs/common';
import { internal, type PageOfMonitor, type PagesOfMonitorQuery, type RequestContext } from '@vedette/contract';
import { Host, ServiceDatabase } from '@vedette/service-host';
import { eachOf } from './each-of.ts';
import { MonitorViewRepository } from '../views/monitor-view.repository.ts';
import type { Resolution } from './outage.ts';
import { factOf } from './outage-fact.ts';
import { OutageRepository } from './outage.repository.ts';

/** Each is a request to the incident service. */
const SHOWN_AT_ONCE = 10;

type Cause = Pick<RequestContext, 'requestId' | 'deadlineAt'>;

/** Requests to other services on which the answer to a request about a monitor depends. All may be repeated. */
@Injectable()
export class OtherServices {
  constructor(
    private readonly host: Host,
    private readonly database: ServiceDatabase,
    private readonly monitors: MonitorViewRepository,
    private readonly outages: OutageRepository,
  ) {}

  /** When this returns, the incident service shows the monitor's newest outage in its current form. */
  async showOutage(monitorId: string, cause?: Cause, endedBy?: readonly Resolution[]): Promise<void> {
    const { sql } = this.database;
    const outage = await this.outages.unconfirmed(sql, monitorId);
    if (outage === undefined) return;
    if (endedBy !== undefined && (outage.resolved === null || !endedBy.includes(outage.resolved.because))) return;
    const found = await this.monitors.findOwned(monitorId);
    // The monitor was deleted meanwhile, and its incidents are deleted with it.
    if (found === undefined) return;
    const { organizationId, monitor } = found;
    await this.host.rpc.ask(internal.applyOutage, { organizationId, outage: factOf(outage, monitor) }, cause);
    await this.outages.confirm(sql, monitorId, outage);
  }

  /** When this returns, outages that the pause of these monitors ended are shown so, and nobody is told of them any more. */
  async showPauses(organizationId: string, monitorIds: readonly string[], cause: Cause): Promise<void> {
    const { sql } = this.database;
    const monitors = await this.outages.paused(sql, organizationId, monitorIds);
    const untold = await this.outages.pausedUnconfirmed(sql, organizationId, monitorIds);
    await Promise.all([
      // None, if they were resumed meanwhile.
      monitors.length > 0 && this.host.rpc.ask(internal.pauseMonitorAlerts, { organizationId, monitors }, cause),
      eachOf(untold, SHOWN_AT_ONCE, (id) => this.showOutage(id, cause, ['PAUSED'])),
    ]);
  }

  pagesOf(query: PagesOfMonitorQuery, cause: Cause): Promise<{ pages: PageOfMonitor[]; total: number }> {
    return this.host.rpc.ask(internal.listPagesOfMonitor, query, cause);
  }

  /** When this returns, no incident and no page refers to the monitor any more. */
  async forgetMonitor(organizationId: string, monitorId: string, cause?: Cause): Promise<void> {
    await Promise.all([
      this.host.rpc.ask(internal.forgetMonitorIncidents, { organizationId, monitorId }, cause),
      this.host.rpc.ask(internal.forgetMonitorPages, { organizationId, monitorId }, cause),
    ]);
  }
}
