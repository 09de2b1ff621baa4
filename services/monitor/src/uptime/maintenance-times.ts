import { Injectable } from '@nestjs/common';
import { internal, type MaintenanceCursor, type MaintenanceSpans, type RequestContext } from '@vedette/contract';
import { Host } from '@vedette/service-host';
import { sumsOf, withoutMaintenance, type Segment, type Span, type Sums } from './uptime.ts';

/** A monitor, and the periods of its record that are to be summed up. */
export interface ObservedPeriods {
  readonly id: string;
  readonly segments: readonly Segment[];
  readonly periods: readonly Span[];
}

type Cause = Pick<RequestContext, 'requestId' | 'deadlineAt'>;

/** Takes maintenance, which the status-page service knows, out of uptime. */
@Injectable()
export class MaintenanceTimes {
  constructor(private readonly host: Host) {}

  /**
   * The sums of each monitor, one for each of its periods. Reads maintenance in pages and keeps none of them, so that
   * memory does not depend on how much there is. `organizationId`: its windows are brought up to date first.
   */
  async sums(
    monitors: readonly ObservedPeriods[],
    range: Span,
    organizationId: string | null,
    cause?: Cause,
  ): Promise<Map<string, readonly Sums[]>> {
    const byId = new Map(monitors.map((monitor) => [monitor.id, monitor]));
    const sums = new Map(
      monitors.map(({ id, segments, periods }): [string, readonly Sums[]] => [
        id,
        periods.map((period) => sumsOf(segments, period)),
      ]),
    );
    const asked = {
      organizationId,
      monitorIds: monitors.map(({ id }) => id),
      from: range.from.toISOString(),
      to: range.to.toISOString(),
    };
    let after: MaintenanceCursor | null = null;
    do {
      // One page after the other.
      const page: MaintenanceSpans = await this.host.rpc.ask(internal.listMaintenanceSpans, { ...asked, after }, cause);
      for (const [id, spans] of Map.groupBy(page.spans, ({ monitorId }) => monitorId)) {
        const monitor = byId.get(id);
        const known = sums.get(id);
        if (monitor === undefined || known === undefined) continue;
        const maintenance = spans.map(({ startsAt, endsAt }) => ({ from: new Date(startsAt), to: new Date(endsAt) }));
        sums.set(id, withoutMaintenance(known, monitor.segments, monitor.periods, maintenance));
      }
      after = page.next;
    } while (after !== null);
    return sums;
  }
}
