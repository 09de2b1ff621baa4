import { Injectable } from '@nestjs/common';
import { internal, type Incident, type MonitorDescription, type RequestContext } from '@vedette/contract';
import { Host } from '@vedette/service-host';

/** Long enough for a busy monitor service, short enough to answer from the copy within the caller's deadline. */
const PATIENCE_MS = 1_500;

/**
 * The present names of monitors, from the monitor service; while it is unreachable, incidents show the stored names.
 */
@Injectable()
export class MonitorDirectory {
  constructor(private readonly host: Host) {}

  /** The incidents with the present names of their monitors, fetched in one request. */
  async withPresentNames<T extends Incident>(
    incidents: readonly T[],
    organizationId: string,
    request: RequestContext,
  ): Promise<T[]> {
    const monitorIds = [...new Set(incidents.map(({ monitor }) => monitor.id))];
    if (monitorIds.length === 0) return [];
    const present = await this.#describe(organizationId, monitorIds, request);
    return incidents.map((incident) => {
      const described = present.get(incident.monitor.id);
      if (described === undefined) return incident;
      const { id, name, type } = described;
      return { ...incident, monitor: { id, name, type } };
    });
  }

  async #describe(
    organizationId: string,
    monitorIds: string[],
    { requestId, deadlineAt }: RequestContext,
  ): Promise<ReadonlyMap<string, MonitorDescription>> {
    const patience = { requestId, deadlineAt: Math.min(Date.now() + PATIENCE_MS, deadlineAt) };
    try {
      const { monitors } = await this.host.rpc.ask(internal.describeMonitors, { organizationId, monitorIds }, patience);
      return new Map(monitors.map((monitor) => [monitor.id, monitor]));
    } catch {
      // The RPC client has already logged the error.
      return new Map();
    }
  }
}
