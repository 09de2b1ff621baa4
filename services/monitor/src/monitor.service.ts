import { Injectable } from '@nestjs/common';
import {
  ApiError,
  eventMonitor,
  monitorFaults,
  newId,
  type Monitor,
  type MonitorCreate,
  type MonitorState,
  type MonitorUpdate,
  type QueryOf,
} from '@vedette/contract';
import { eventMessage, type OutboxMessage, Reply, type RpcContext } from '@vedette/messaging';
import { ServiceDatabase } from '@vedette/service-host';
import { newHeartbeatToken } from './heartbeat-token.ts';
import { changeMonitor, type HeartbeatChange } from './monitor-change.ts';
import { deletion, pause, resume, type LifecycleDecision } from './monitor-lifecycle.ts';
import { MonitorRepository, type Transaction } from './monitor.repository.ts';
import { allowanceRefusal, intervalRefusal } from './plan-limits.ts';

@Injectable()
export class MonitorService {
  constructor(
    private readonly monitors: MonitorRepository,
    private readonly database: ServiceDatabase,
  ) {}

  async list(organizationId: string, { limit, offset }: QueryOf<'listMonitors'>): Promise<Reply> {
    const { items, total } = await this.monitors.page(organizationId, limit, offset);
    return Reply.json(`{"data":[${items}],"pagination":${JSON.stringify({ limit, offset, total })}}`);
  }

  async get(organizationId: string, id: string): Promise<Reply> {
    const json = await this.monitors.find(organizationId, id);
    if (json === undefined) throw ApiError.notFound('monitor', id);
    return Reply.json(json);
  }

  /** Name, type and state of those that the organization has; the others are left out. */
  async describe(organizationId: string, ids: readonly string[]): Promise<Reply> {
    return Reply.json(`{"monitors":[${await this.monitors.descriptions(organizationId, ids)}]}`);
  }

  create(context: RpcContext, fields: MonitorCreate): Promise<Reply> {
    const { organizationId, plan } = context.caller;
    return this.#once(context, async (tx, now) => {
      const faults = monitorFaults(fields);
      if (faults.length > 0) throw ApiError.validation(faults);
      const tooFast = intervalRefusal(fields.intervalSeconds, plan);
      if (tooFast !== undefined) throw ApiError.planLimit(tooFast);
      const isAllowed = await this.monitors.countIn(tx, organizationId, plan.monitors);
      if (!isAllowed) throw ApiError.planLimit(allowanceRefusal(plan));
      const id = newId('mon', now.getTime());
      const heartbeatToken = fields.type === 'CRON' ? newHeartbeatToken() : null;
      await this.monitors.insert(tx, { id, organizationId, fields, heartbeatToken, createdAt: now });
      const monitor = await this.monitors.read(tx, organizationId, id);
      await this.#tell(tx, eventMessage(organizationId, 'monitor.created', { monitor: eventMonitor(monitor) }, now));
      return monitor;
    });
  }

  update(context: RpcContext, id: string, update: MonitorUpdate): Promise<Reply> {
    const { organizationId, plan } = context.caller;
    return this.#once(context, async (tx, now) => {
      const current = await this.#lock(tx, organizationId, id);
      const change = changeMonitor(current, update, now);
      if (change.kind === 'refused') throw ApiError.validation(change.faults);
      const tooFast = update.intervalSeconds === undefined ? undefined : intervalRefusal(update.intervalSeconds, plan);
      if (tooFast !== undefined) throw ApiError.planLimit(tooFast);
      if (change.changed.length > 0) {
        const changes = { fields: update, ...tokenChange(change.heartbeat), updatedAt: now };
        await this.monitors.change(tx, id, changes, change.runtime, now);
      }
      const monitor = await this.monitors.read(tx, organizationId, id);
      const data = { monitor: eventMonitor(monitor), changed: [...change.changed] };
      await this.#tell(tx, eventMessage(organizationId, 'monitor.updated', data, now));
      return monitor;
    });
  }

  pause(context: RpcContext, id: string): Promise<Reply> {
    return this.#move(context, id, 'monitor.paused', pause);
  }

  resume(context: RpcContext, id: string): Promise<Reply> {
    return this.#move(context, id, 'monitor.resumed', resume);
  }

  async delete(context: RpcContext, id: string): Promise<Reply> {
    const { organizationId } = context;
    const reply = await this.#once(context, async (tx, now) => {
      const found = await this.monitors.lock(tx, organizationId, id);
      const decision = deletion(found?.presence);
      if (found === undefined || decision.kind === 'not found') throw ApiError.notFound('monitor', id);
      if (decision.kind === 'delete') {
        await this.monitors.change(tx, id, { deletedAt: now }, decision.runtime, now);
        await this.monitors.countOut(tx, organizationId);
        await this.#tell(
          tx,
          eventMessage(organizationId, 'monitor.deleted', { monitor: eventMonitor(found.monitor) }, now),
        );
      }
      return { data: { id } };
    });
    // Also after a replay: the request that stored the answer may not have come this far.
    await this.finishDeletion(id);
    return reply;
  }

  /** From here on nothing outside refers to the deleted monitor, and its row may be erased. May be repeated. */
  async finishDeletion(id: string): Promise<void> {
    await this.monitors.release(id, new Date());
  }

  #move(
    context: RpcContext,
    id: string,
    type: 'monitor.paused' | 'monitor.resumed',
    decide: (state: MonitorState, now: Date) => LifecycleDecision,
  ): Promise<Reply> {
    const { organizationId } = context;
    return this.#once(context, async (tx, now) => {
      const current = await this.#lock(tx, organizationId, id);
      const decision = decide(current.state, now);
      if (decision.kind === 'unchanged') return current;
      await this.monitors.change(tx, id, { updatedAt: now }, decision.runtime, now);
      const monitor = await this.monitors.read(tx, organizationId, id);
      await this.#tell(tx, eventMessage(organizationId, type, { monitor: eventMonitor(monitor) }, now));
      return monitor;
    });
  }

  async #lock(tx: Transaction, organizationId: string, id: string): Promise<Monitor> {
    const found = await this.monitors.lock(tx, organizationId, id);
    if (found?.presence !== 'live') throw ApiError.notFound('monitor', id);
    return found.monitor;
  }

  async #tell(tx: Transaction, event: OutboxMessage): Promise<void> {
    await this.database.outbox.write(tx, [event]);
  }

  /** One transaction holds the change, the events that tell of it and the answer under the request's key, or nothing. */
  async #once(context: RpcContext, work: (tx: Transaction, now: Date) => Promise<unknown>): Promise<Reply> {
    const { answers, relay } = this.database;
    const reply = await this.monitors.transaction((tx) => answers.once(tx, context, () => work(tx, new Date())));
    relay.wake();
    return reply;
  }
}

function tokenChange(change: HeartbeatChange): { heartbeatToken?: string | null } {
  switch (change) {
    case 'keep':
      return {};
    case 'make':
      return { heartbeatToken: newHeartbeatToken() };
    case 'drop':
      return { heartbeatToken: null };
  }
}
