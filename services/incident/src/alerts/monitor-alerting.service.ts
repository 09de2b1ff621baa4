import { Injectable } from '@nestjs/common';
import { ApiError, internal, type MonitorAlerting, type MonitorDescription } from '@vedette/contract';
import type { Reply, RpcContext } from '@vedette/messaging';
import { Host } from '@vedette/service-host';
import { DueDecisions } from './due-decisions.ts';
import { ParentWaitService } from './parent-wait.service.ts';
import { ParentChecks } from './parent-checks.ts';
import { MonitorAlertingRepository } from './monitor-alerting.repository.ts';
import { MonitorCopyRepository } from '../incidents/monitor-copy.repository.ts';
import { IncidentMutations, type Transaction } from '../mutations.ts';
import { parentFault } from './parent-fault.ts';

const FIELDS = ['parentId', 'runbookUrl'] as const;

/** Parents and runbooks of monitors. */
@Injectable()
export class MonitorAlertingService {
  constructor(
    private readonly host: Host,
    private readonly mutations: IncidentMutations,
    private readonly alerting: MonitorAlertingRepository,
    private readonly monitors: MonitorCopyRepository,
    private readonly waits: ParentWaitService,
    private readonly decisions: DueDecisions,
    private readonly checks: ParentChecks,
  ) {}

  async get(context: RpcContext, monitorId: string): Promise<MonitorAlerting> {
    await this.#described(context, [monitorId], monitorId);
    return this.alerting.find(monitorId);
  }

  /** The alerts of an ongoing outage are decided again, with the new parent. */
  async set(context: RpcContext, monitorId: string, wanted: MonitorAlerting): Promise<Reply> {
    const { parentId } = wanted;
    const reply = await this.mutations.prepareOnce(
      context,
      () => this.#described(context, parentId === null ? [monitorId] : [monitorId, parentId], monitorId),
      async (tx, described, now, mutation) => {
        const known = await this.#lock(tx, context.organizationId, described);
        if (!known.has(monitorId)) throw ApiError.notFound('monitor', monitorId);
        await this.#requireParent(tx, monitorId, parentId, known);
        const stored = await this.alerting.find(monitorId, tx);
        const changedFields = FIELDS.filter((field) => stored[field] !== wanted[field]);
        mutation.describe({ name: described.get(monitorId)?.name ?? monitorId, changedFields });
        if (changedFields.length > 0) await this.alerting.save(tx, monitorId, wanted);
        if (changedFields.includes('parentId')) await this.waits.changeParent(tx, monitorId, parentId, now);
        return wanted;
      },
    );
    this.decisions.wake();
    this.checks.wake();
    return reply;
  }

  async #described(
    { organizationId, request }: RpcContext,
    monitorIds: string[],
    required: string,
  ): Promise<ReadonlyMap<string, MonitorDescription>> {
    const asked = { organizationId, monitorIds: [...new Set(monitorIds)] };
    const { monitors } = await this.host.rpc.ask(internal.describeMonitors, asked, request);
    const described = new Map(monitors.map((monitor) => [monitor.id, monitor]));
    if (!described.has(required)) throw ApiError.notFound('monitor', required);
    return described;
  }

  /** Locks the copies of monitors, always in the same order; returns the ids of those that are not deleted. */
  async #lock(
    tx: Transaction,
    organizationId: string,
    described: ReadonlyMap<string, MonitorDescription>,
  ): Promise<ReadonlySet<string>> {
    const known = new Set<string>();
    for (const [id, monitor] of [...described].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
      const { isForgotten } = await this.monitors.lock(tx, organizationId, monitor);
      if (!isForgotten) known.add(id);
    }
    return known;
  }

  async #requireParent(
    tx: Transaction,
    id: string,
    parentId: string | null,
    known: ReadonlySet<string>,
  ): Promise<void> {
    if (parentId === null) return;
    const hasChildren = await this.alerting.hasChildren(tx, id);
    const hasParent = (await this.alerting.find(parentId, tx)).parentId !== null;
    const fault = parentFault({ id, hasChildren }, parentId, { isKnown: known.has(parentId), hasParent });
    if (fault !== undefined) throw ApiError.validation([{ path: 'parentId', message: `parentId ${fault}` }]);
  }
}
