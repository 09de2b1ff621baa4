import { Injectable } from '@nestjs/common';
import {
  ApiError,
  newId,
  type MaintenanceSpans,
  type MaintenanceSpansQuery,
  type MaintenanceWindow,
  type MaintenanceWindowCreate,
  type MaintenanceWindowUpdate,
  type NextWindow,
  type QueryOf,
  type ResponseOf,
} from '@vedette/contract';
import { changedFields, type Mutation, type Reply, type RpcContext } from '@vedette/messaging';
import { MaintenanceWindowHistoryRepository } from './maintenance-window-history.repository.ts';
import { MaintenanceWindowRepository } from './maintenance-window.repository.ts';
import { initialStage, type StoredWindow } from './maintenance-window-state.ts';
import { StatusPageMutations, type Transaction } from '../mutations.ts';
import { PageVersionRepository } from '../page-version.repository.ts';
import { ReferenceGuard } from '../monitors/reference-guard.ts';
import { listReferences } from '../monitors/references.ts';
import {
  addedMonitors,
  allowanceRefusal,
  changeWindow,
  crowdingFaults,
  MOST_WINDOWS_OF_MONITOR,
  planWindow,
} from './maintenance-window-change.ts';
import { MaintenanceWindowClock } from './maintenance-window-clock.ts';
import { MaintenanceWindowNotices, type WindowNotice } from './maintenance-window-notices.ts';
import { nextWindow, windowView } from './maintenance-window-view.ts';
import { MaintenanceWindowSteps } from './maintenance-window-steps.ts';

/** About 250 KB. */
const SPANS_OF_PAGE = 2_000;

@Injectable()
export class MaintenanceWindowService {
  constructor(
    private readonly mutations: StatusPageMutations,
    private readonly windows: MaintenanceWindowRepository,
    private readonly history: MaintenanceWindowHistoryRepository,
    private readonly references: ReferenceGuard,
    private readonly versions: PageVersionRepository,
    private readonly steps: MaintenanceWindowSteps,
    private readonly clock: MaintenanceWindowClock,
    private readonly notices: MaintenanceWindowNotices,
  ) {}

  async list(
    organizationId: string,
    { state, limit, offset }: QueryOf<'listMaintenanceWindows'>,
  ): Promise<ResponseOf<'listMaintenanceWindows'>> {
    await this.clock.settle(organizationId);
    const { windows, total } = await this.windows.list(organizationId, state, limit, offset);
    return { data: windows.map(windowView), pagination: { limit, offset, total } };
  }

  /** For the overview, which another service answers. */
  async next(organizationId: string, limit: number): Promise<{ windows: NextWindow[]; total: number }> {
    await this.clock.settle(organizationId);
    const { windows, total } = await this.windows.next(organizationId, limit);
    return { windows: windows.flatMap(nextWindow), total };
  }

  count(organizationId: string): Promise<number> {
    return this.windows.countOpen(organizationId);
  }

  async get(organizationId: string, id: string): Promise<MaintenanceWindow> {
    await this.clock.settle(organizationId);
    const window = await this.windows.find(organizationId, id);
    if (window === undefined) throw notFound(id);
    return windowView(window);
  }

  /** One page of the times in which monitors really were in maintenance. */
  async spans({ organizationId, monitorIds, from, to, after }: MaintenanceSpansQuery): Promise<MaintenanceSpans> {
    if (organizationId !== null && after === null) await this.clock.settle(organizationId);
    const cursor = after === null ? undefined : { monitorId: after.monitorId, endsAt: new Date(after.endsAt) };
    const query = { monitorIds, from: new Date(from), to: new Date(to), after: cursor };
    const found = await this.history.spansOf(query, SPANS_OF_PAGE);
    const spans = found.map(({ monitorId, startsAt, endsAt }) => ({
      monitorId,
      startsAt: startsAt.toISOString(),
      endsAt: endsAt.toISOString(),
    }));
    const last = spans.length === SPANS_OF_PAGE ? spans.at(-1) : undefined;
    return { spans, next: last === undefined ? null : { monitorId: last.monitorId, endsAt: last.endsAt } };
  }

  create(context: RpcContext, body: MaintenanceWindowCreate): Promise<Reply> {
    const { organizationId, plan: allowed } = context.caller;
    const references = referencesOf(body);
    return this.#told(
      context,
      async () => {
        await this.clock.settle(organizationId);
        return this.references.verify(organizationId, references.monitors, context.request);
      },
      async (tx, monitors, now, mutation) => {
        const plan = planWindow(body, now);
        if (plan.kind === 'refused') throw ApiError.validation(plan.faults);
        await this.references.hold(tx, organizationId, references, monitors);
        const open = await this.windows.countOpen(organizationId, tx);
        if (open >= allowed.maintenanceWindows) throw ApiError.planLimit(allowanceRefusal(allowed));
        await this.#requireRoom(tx, organizationId, body.monitorIds, []);
        const window: StoredWindow = {
          ...plan.fields,
          id: newId('mw', now.getTime()),
          organizationId,
          stage: initialStage(plan.fields, now),
          scheduleNumber: 1,
          revision: 0,
          createdAt: now,
          updatedAt: now,
        };
        const told = this.steps.announce(mutation, 'maintenance.scheduled', window, now);
        await this.windows.insert(tx, told);
        const settled = await this.#settle(tx, mutation, told, now);
        return { answer: windowView(settled), notice: { window: settled, isCancelled: false, at: now } };
      },
    );
  }

  update(context: RpcContext, id: string, body: MaintenanceWindowUpdate): Promise<Reply> {
    const { organizationId } = context;
    const references = referencesOf(body);
    return this.#told(
      context,
      async () => {
        if ((await this.windows.find(organizationId, id)) === undefined) throw notFound(id);
        if (body.monitorIds !== undefined) await this.clock.settle(organizationId);
        return this.references.verify(organizationId, references.monitors, context.request);
      },
      async (tx, monitors, now, mutation) => {
        await this.references.hold(tx, organizationId, references, monitors);
        const before = await this.#lock(tx, mutation, organizationId, id, now);
        const change = changeWindow(before, body, now);
        if (change.kind === 'completed') throw ApiError.conflict(`The maintenance window ${id} is COMPLETED.`);
        if (change.kind === 'refused') throw ApiError.validation(change.faults);
        await this.#requireRoom(tx, organizationId, change.fields.monitorIds, before.monitorIds);
        const changed: StoredWindow = {
          ...before,
          ...change.fields,
          stage: change.times?.stage ?? before.stage,
          scheduleNumber: before.scheduleNumber + (change.times === undefined ? 0 : 1),
          updatedAt: change.isSame ? before.updatedAt : now,
        };
        mutation.describe({ changedFields: changedFields(body, windowView(before), windowView(changed)) });
        await this.steps.adjustSpans(tx, before, changed, now);
        let told = this.steps.announce(mutation, 'maintenance.updated', changed, now);
        const interrupted = change.times?.interrupted ?? null;
        if (interrupted !== null) told = await this.steps.interrupt(tx, mutation, before, interrupted, told, now);
        await this.windows.save(tx, told);
        const settled = await this.#settle(tx, mutation, told, now, before);
        return { answer: windowView(settled), notice: { window: settled, isCancelled: false, at: now } };
      },
    );
  }

  delete(context: RpcContext, id: string): Promise<Reply> {
    const { organizationId } = context;
    return this.#told(
      context,
      () => Promise.resolve(),
      async (tx, _, now, mutation) => {
        const before = await this.#lock(tx, mutation, organizationId, id, now);
        mutation.describe({ name: before.title });
        const isCancelled = before.stage.state !== 'COMPLETED';
        await this.steps.release(tx, before, now);
        const window = isCancelled ? this.steps.announce(mutation, 'maintenance.cancelled', before, now) : before;
        await this.windows.delete(tx, id);
        await this.versions.touchWith(tx, mutation, window.monitorIds, window.pageIds);
        return { answer: { data: { id } }, notice: isCancelled ? { window, isCancelled, at: now } : undefined };
      },
    );
  }

  /**
   * Runs a mutation and tells the incident service before it answers, so that the client can rely on the suppression.
   */
  async #told<P>(
    context: RpcContext,
    prepare: () => Promise<P>,
    work: (
      tx: Transaction,
      prepared: P,
      now: Date,
      mutation: Mutation,
    ) => Promise<{ answer: unknown; notice: WindowNotice | undefined }>,
  ): Promise<Reply> {
    let notice: WindowNotice | undefined;
    const reply = await this.mutations.prepareOnce(context, prepare, async (tx, prepared, now, mutation) => {
      await this.windows.lockOrganization(tx, context.organizationId);
      const outcome = await work(tx, prepared, now, mutation);
      notice = outcome.notice;
      return outcome.answer;
    });
    this.clock.wake();
    if (notice !== undefined) await this.notices.send(notice, context.request);
    return reply;
  }

  /** Refuses monitors that the window gets, and that are in as many windows as one can be. */
  async #requireRoom(
    tx: Transaction,
    organizationId: string,
    monitorIds: readonly string[],
    before: readonly string[],
  ): Promise<void> {
    const added = addedMonitors(monitorIds, before);
    if (added.length === 0) return;
    const full = await this.windows.monitorsInMost(tx, organizationId, added, MOST_WINDOWS_OF_MONITOR);
    if (full.size > 0) throw ApiError.validation(crowdingFaults(monitorIds, full));
  }

  /** Locks the window and carries out its due steps first, so that a due window has started before it is changed. */
  async #lock(
    tx: Transaction,
    mutation: Mutation,
    organizationId: string,
    id: string,
    now: Date,
  ): Promise<StoredWindow> {
    const window = await this.windows.lock(tx, organizationId, id);
    if (window === undefined) throw notFound(id);
    return this.steps.take(tx, mutation, window, now);
  }

  async #settle(
    tx: Transaction,
    mutation: Mutation,
    window: StoredWindow,
    now: Date,
    before = window,
  ): Promise<StoredWindow> {
    const settled = await this.steps.take(tx, mutation, window, now);
    const monitorIds = [...before.monitorIds, ...settled.monitorIds];
    await this.versions.touchWith(tx, mutation, monitorIds, [...before.pageIds, ...settled.pageIds]);
    return settled;
  }
}

function referencesOf({ statusPageIds = [], monitorIds = [] }: MaintenanceWindowUpdate) {
  return {
    monitors: listReferences('monitorIds', monitorIds),
    pages: listReferences('statusPageIds', statusPageIds),
  };
}

function notFound(id: string): ApiError {
  return ApiError.notFound('maintenance window', id);
}
