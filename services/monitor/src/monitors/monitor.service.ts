import { Injectable } from '@nestjs/common';
import {
  ApiError,
  detailsOf,
  eventMonitor,
  monitorFaults,
  newId,
  type BodyOf,
  type BulkAction,
  type MonitorCreate,
  type MonitorUpdate,
  type QueryOf,
  type RequestContext,
  type ResponseOf,
} from '@vedette/contract';
import { groupsOf, listJson, PIECE_BYTES, Reply, type RpcContext } from '@vedette/messaging';
import type { HeartbeatStep } from '../heartbeats/heartbeat-change.ts';
import { newHeartbeatToken } from '../heartbeats/heartbeat-token.ts';
import { MonitorEvents } from '../states/monitor-events.ts';
import { changeMonitor } from './monitor-change.ts';
import { momentAfter, MonitorMoves } from './monitor-moves.ts';
import { MonitorRepository } from './monitor.repository.ts';
import { MonitorSecrets } from '../views/monitor-secrets.ts';
import { MonitorTransition } from './monitor-transition.ts';
import {
  MonitorViewRepository,
  type LockedMonitor,
  type MonitorPage,
  type Reader,
} from '../views/monitor-view.repository.ts';
import { MonitorMutations, type Transaction } from '../mutations.ts';
import { eachOf } from '../outages/each-of.ts';
import { OtherServices } from '../outages/other-services.ts';
import { allowanceRefusal, intervalRefusal } from './plan-limits.ts';
import { Scheduler } from '../schedule/scheduler.ts';

/** Each deletion asks two other services. */
const FINISHED_AT_ONCE = 10;

/** The audit log names a change of many monitors as it names that of one, so that both are found together. */
const OPERATIONS = { pause: 'pauseMonitor', resume: 'resumeMonitor', delete: 'deleteMonitor' } as const;

type Work = Parameters<MonitorMutations['once']>[1];

@Injectable()
export class MonitorService {
  constructor(
    private readonly monitors: MonitorRepository,
    private readonly views: MonitorViewRepository,
    private readonly transition: MonitorTransition,
    private readonly moves: MonitorMoves,
    private readonly events: MonitorEvents,
    private readonly otherServices: OtherServices,
    private readonly scheduler: Scheduler,
    private readonly secrets: MonitorSecrets,
    private readonly mutations: MonitorMutations,
  ) {}

  async list(context: RpcContext, { limit, offset }: QueryOf<'listMonitors'>): Promise<Reply> {
    const page = await this.views.page(context, limit, offset, PIECE_BYTES);
    return Reply.json(listJson(this.#items(context, page), { limit, offset, total: page.total }));
  }

  async get(context: RpcContext, id: string): Promise<Reply> {
    const json = await this.views.findJson(context, id);
    if (json === undefined) throw ApiError.notFound('monitor', id);
    return Reply.json(json);
  }

  /** The status-page service knows the pages; this service knows whether the monitor exists. */
  async statusPages(
    { organizationId, request }: RpcContext,
    id: string,
    { limit, offset }: QueryOf<'listMonitorStatusPages'>,
  ): Promise<ResponseOf<'listMonitorStatusPages'>> {
    const owned = await this.views.findOwned(id);
    if (owned?.organizationId !== organizationId) throw ApiError.notFound('monitor', id);
    const { pages, total } = await this.otherServices.pagesOf(
      { organizationId, monitorId: id, limit, offset },
      request,
    );
    const data = pages.map((page) => Object.assign(page, { componentName: page.componentName ?? owned.monitor.name }));
    return { data, pagination: { limit, offset, total } };
  }

  /** Name, type and state of the given monitors; monitors of other organizations are left out. */
  async describe(organizationId: string, ids: readonly string[]): Promise<Reply> {
    return Reply.json(`{"monitors":[${await this.views.descriptionsJson(organizationId, ids)}]}`);
  }

  count(organizationId: string): Promise<number> {
    return this.monitors.count(organizationId);
  }

  async create(context: RpcContext, fields: MonitorCreate): Promise<Reply> {
    const { organizationId, plan } = context.caller;
    const work: Work = async (tx, _now, mutation) => {
      const faults = detailsOf(monitorFaults(fields));
      if (faults.length > 0) throw ApiError.validation(faults);
      const tooFast = intervalRefusal(fields.intervalSeconds, plan);
      if (tooFast !== undefined) throw ApiError.planLimit(tooFast);
      const now = new Date();
      const id = newId('mon', now.getTime());
      const heartbeatToken = fields.type === 'CRON' ? newHeartbeatToken() : null;
      await this.monitors.insert(tx, { id, organizationId, fields, heartbeatToken, createdAt: now });
      const monitor = await this.views.read(tx, organizationId, id);
      const data = { monitor: eventMonitor(monitor) };
      await this.events.tell(tx, mutation, [{ organizationId, type: 'monitor.created', data }], now);
      // Concurrent creates of one organization wait here for each other's commit, each with a connection of the pool.
      mutation.atEnd(async () => {
        const isAllowed = await this.monitors.countIn(tx, organizationId, plan.monitors);
        if (!isAllowed) throw ApiError.planLimit(allowanceRefusal(plan));
      });
      return monitor;
    };
    const reply = await this.mutations.once(context, work, this.secrets.answers);
    // No check of a cron job is ever due.
    if (fields.type !== 'CRON') this.scheduler.wake();
    return reply;
  }

  async update(context: RpcContext, id: string, update: MonitorUpdate): Promise<Reply> {
    const { organizationId, plan } = context.caller;
    let isDueSooner = false;
    const work: Work = async (tx, _now, mutation) => {
      const locked = await this.#lock(tx, organizationId, id);
      const now = momentAfter([locked]);
      const change = changeMonitor(locked.monitor, update, now);
      if (change.kind === 'refused') throw ApiError.validation(change.faults);
      const tooFast = update.intervalSeconds === undefined ? undefined : intervalRefusal(update.intervalSeconds, plan);
      if (tooFast !== undefined) throw ApiError.planLimit(tooFast);
      const { changed, runtime, forgetsTarget } = change;
      isDueSooner = runtime.nextCheck.kind === 'no-later-than';
      mutation.describe({ changedFields: changed });
      const changes = { fields: update, ...tokenChange(change.heartbeat), updatedAt: now };
      const ended =
        changed.length === 0
          ? undefined
          : await this.transition.update(tx, locked, { changes, runtime, forgetsTarget }, now);
      const monitor = await this.views.read(tx, organizationId, id);
      const data = { monitor: eventMonitor(monitor), changed: [...changed] };
      await this.events.tell(
        tx,
        mutation,
        [{ organizationId, type: 'monitor.updated', data, facts: ended?.get(id) }],
        now,
      );
      return monitor;
    };
    const reply = await this.mutations.once(context, work, this.secrets.answers);
    if (isDueSooner) this.scheduler.wake();
    // Also runs without a change and after a replay: the request that changed the type may have stopped early.
    if (update.type !== undefined) await this.otherServices.showOutage(id, context.request, ['TYPE_CHANGED']);
    return reply;
  }

  async pause(context: RpcContext, id: string): Promise<Reply> {
    const reply = await this.#move(context, id, 'pause');
    // Also runs without a change and after a replay: the request that paused the monitor may have stopped early.
    await this.otherServices.showPauses(context.organizationId, [id], context.request);
    return reply;
  }

  resume(context: RpcContext, id: string): Promise<Reply> {
    return this.#move(context, id, 'resume');
  }

  async delete(context: RpcContext, id: string): Promise<Reply> {
    const reply = await this.#move(context, id, 'delete');
    await this.finishDeletion(context.organizationId, id, context.request);
    return reply;
  }

  /** Pauses, resumes or deletes many monitors in one transaction, and answers what happened to each. */
  async bulk(context: RpcContext, { action, monitorIds }: BodyOf<'bulkMonitors'>): Promise<Reply> {
    const { organizationId, request } = context;
    const reply = await this.#moveOnce(context, action, async (tx, _now, mutation) => {
      const moves = [...(await this.moves.move(tx, mutation, organizationId, monitorIds, action))];
      const moved = moves.filter(([, { outcome }]) => outcome !== 'NOT_FOUND' && outcome !== 'UNCHANGED');
      mutation.describe({ each: moved.map(([id, { name }]) => ({ operation: OPERATIONS[action], id, name })) });
      return { data: moves.map(([id, { outcome }]) => ({ id, outcome })) };
    });
    // These steps also run after a replay, and leave out what is done.
    if (action === 'pause') await this.otherServices.showPauses(organizationId, monitorIds, request);
    if (action === 'delete') {
      const unreleased = await this.monitors.unreleasedAmong(organizationId, monitorIds);
      await eachOf(unreleased, FINISHED_AT_ONCE, (id) => this.finishDeletion(organizationId, id, request));
    }
    return reply;
  }

  /** After this, no other service refers to the deleted monitor, and its row may be erased. May be repeated. */
  async finishDeletion(organizationId: string, id: string, cause?: RequestContext): Promise<void> {
    await this.otherServices.forgetMonitor(organizationId, id, cause);
    await this.monitors.release(id, new Date());
  }

  /** Monitors with long request bodies are read a few at a time. */
  async *#items(reader: Reader, { shown, rest }: MonitorPage): AsyncGenerator<string, void, undefined> {
    if (shown.length > 0) yield shown.join(',');
    for (const group of groupsOf(rest, PIECE_BYTES)) {
      const ids = group.map(({ id }) => id);
      yield* await this.views.shownJson(reader, ids);
    }
  }

  #move(context: RpcContext, id: string, action: BulkAction): Promise<Reply> {
    const { organizationId } = context;
    return this.#moveOnce(context, action, async (tx, _now, mutation) => {
      const move = (await this.moves.move(tx, mutation, organizationId, [id], action)).get(id);
      if (move === undefined || move.outcome === 'NOT_FOUND') throw ApiError.notFound('monitor', id);
      if (action !== 'delete') return this.views.read(tx, organizationId, id);
      mutation.describe({ name: move.name });
      return { data: { id } };
    });
  }

  async #lock(tx: Transaction, organizationId: string, id: string): Promise<LockedMonitor> {
    const [locked] = await this.views.lock(tx, organizationId, [id]);
    if (locked?.presence !== 'live') throw ApiError.notFound('monitor', id);
    return locked;
  }

  /** Monitors that are resumed are due at once. */
  async #moveOnce(context: RpcContext, action: BulkAction, work: Work): Promise<Reply> {
    const reply = await this.mutations.once(context, work, this.secrets.answers);
    if (action === 'resume') this.scheduler.wake();
    return reply;
  }
}

function tokenChange(step: HeartbeatStep): { heartbeatToken?: string | null } {
  if (step === 'make') return { heartbeatToken: newHeartbeatToken() };
  return step === 'drop' ? { heartbeatToken: null } : {};
}
