import { Injectable } from '@nestjs/common';
import { ApiError, internal, type RequestContext } from '@vedette/contract';
import { Host } from '@vedette/service-host';
import { MonitorCopyRepository, type KnownMonitor } from './monitor-copy.repository.ts';

/** After this time the local copy is used instead of the monitor service's answer. */
const PATIENCE_MS = 2_000;

export type KnownMonitors = ReadonlyMap<string, KnownMonitor>;

/** Describes monitors: from the monitor service, or from the local copy while that service does not answer. */
@Injectable()
export class MonitorDirectory {
  constructor(
    private readonly host: Host,
    private readonly copies: MonitorCopyRepository,
  ) {}

  /** For callers that show monitors: returns whatever is known. */
  async describe(organizationId: string, ids: readonly string[], cause: RequestContext): Promise<KnownMonitors> {
    const { monitors } = await this.#ask(organizationId, ids, cause);
    return monitors;
  }

  /** For callers that store references: a monitor that is missing from the answer does not exist. */
  async verify(organizationId: string, ids: readonly string[], cause: RequestContext): Promise<KnownMonitors> {
    const { monitors, isComplete } = await this.#ask(organizationId, ids, cause);
    if (!isComplete && !ids.every((id) => monitors.has(id))) throw ApiError.internal();
    return monitors;
  }

  async #ask(
    organizationId: string,
    ids: readonly string[],
    { requestId, deadlineAt }: RequestContext,
  ): Promise<{ monitors: KnownMonitors; isComplete: boolean }> {
    const monitorIds = [...new Set(ids)];
    if (monitorIds.length === 0) return { monitors: new Map(), isComplete: true };
    try {
      const answer = await this.host.rpc.ask(
        internal.describeMonitors,
        { organizationId, monitorIds },
        { requestId, deadlineAt: Math.min(deadlineAt, Date.now() + PATIENCE_MS) },
      );
      return { monitors: byId(answer.monitors), isComplete: true };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return { monitors: byId(await this.copies.find(organizationId, monitorIds)), isComplete: false };
    }
  }
}

function byId(monitors: readonly KnownMonitor[]): KnownMonitors {
  return new Map(monitors.map((monitor) => [monitor.id, monitor]));
}
