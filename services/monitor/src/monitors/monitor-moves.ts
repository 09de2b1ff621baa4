import { Injectable } from '@nestjs/common';
import { eventMonitor, type BulkAction, type BulkOutcome } from '@vedette/contract';
import type { Mutation } from '@vedette/messaging';
import { MonitorEvents } from '../states/monitor-events.ts';
import { deletion, pause, resume, type RuntimeChange } from '../states/monitor-lifecycle.ts';
import { MonitorRepository } from './monitor.repository.ts';
import { MonitorTransition, type Move } from './monitor-transition.ts';
import { MonitorViewRepository, type LockedMonitor } from '../views/monitor-view.repository.ts';
import type { Transaction } from '../mutations.ts';

/** All monitors of a statement are held in memory, and one monitor may be large. */
const MOVED_TOGETHER = 50;

const MOVES = {
  pause: { decide: pause, event: 'monitor.paused', outcome: 'PAUSED' },
  resume: { decide: resume, event: 'monitor.resumed', outcome: 'RESUMED' },
} as const;

/** What happened to one monitor. */
export interface MonitorMove {
  readonly outcome: BulkOutcome;
  /** Null for a monitor that was not found. */
  readonly name: string | null;
}

interface Moved {
  readonly moves: readonly { readonly one: LockedMonitor; readonly outcome: BulkOutcome }[];
  /** How many monitors the organization has less. */
  readonly deleted: number;
}

/** Pauses, resumes and deletes monitors, one or many, in the caller's transaction. */
@Injectable()
export class MonitorMoves {
  constructor(
    private readonly monitors: MonitorRepository,
    private readonly views: MonitorViewRepository,
    private readonly transition: MonitorTransition,
    private readonly events: MonitorEvents,
  ) {}

  /** What happened to each of these monitors, in their order. They are locked in order of id, as all code does. */
  async move(
    tx: Transaction,
    mutation: Mutation,
    organizationId: string,
    ids: readonly string[],
    action: BulkAction,
  ): Promise<Map<string, MonitorMove>> {
    const moves = new Map<string, MonitorMove>(ids.map((id) => [id, { outcome: 'NOT_FOUND', name: null }]));
    const inOrder = ids.toSorted();
    let deleted = 0;
    for (let first = 0; first < inOrder.length; first += MOVED_TOGETHER) {
      const locked = await this.views.lock(tx, organizationId, inOrder.slice(first, first + MOVED_TOGETHER));
      const moved =
        action === 'delete'
          ? await this.#delete(tx, mutation, organizationId, locked)
          : await this.#pauseOrResume(tx, mutation, organizationId, locked, action);
      for (const { one, outcome } of moved.moves) moves.set(one.monitor.id, { outcome, name: one.monitor.name });
      deleted += moved.deleted;
    }
    // Creates and deletes of one organization wait here for each other's commit.
    if (deleted > 0) mutation.atEnd(() => this.monitors.countOut(tx, organizationId, deleted));
    return moves;
  }

  async #pauseOrResume(
    tx: Transaction,
    mutation: Mutation,
    organizationId: string,
    locked: readonly LockedMonitor[],
    action: keyof typeof MOVES,
  ): Promise<Moved> {
    const { decide, event, outcome } = MOVES[action];
    const live = locked.filter(({ presence }) => presence === 'live');
    const now = momentAfter(live);
    const decided = live.map((one) => ({ one, decision: decide(one.monitor, now) }));
    const changed = decided.flatMap(({ one, decision }) =>
      decision.kind === 'changed' ? { one, runtime: decision.runtime } : [],
    );
    for (const move of alike(changed)) {
      const ids = move.locked.map(({ monitor }) => monitor.id);
      const ended = await this.transition.move(tx, move, now);
      const shown = await this.views.readMany(tx, ids);
      const events = [...shown.values()].map((monitor) => {
        const data = { monitor: eventMonitor(monitor) };
        return { organizationId, type: event, data, facts: ended.get(monitor.id) };
      });
      await this.events.tell(tx, mutation, events, now);
    }
    return {
      moves: decided.map(({ one, decision }) => ({
        one,
        outcome: decision.kind === 'changed' ? outcome : 'UNCHANGED',
      })),
      deleted: 0,
    };
  }

  async #delete(
    tx: Transaction,
    mutation: Mutation,
    organizationId: string,
    locked: readonly LockedMonitor[],
  ): Promise<Moved> {
    const now = momentAfter(locked);
    const decided = locked.map((one) => ({ one, decision: deletion(one.presence) }));
    const deleted = decided.flatMap(({ one, decision }) =>
      decision.kind === 'delete' ? { one, runtime: decision.runtime } : [],
    );
    for (const { locked: gone, runtime } of alike(deleted)) {
      await this.transition.end(
        tx,
        gone.map(({ monitor }) => monitor.id),
        runtime,
        now,
      );
      const events = gone.map(({ monitor }) => {
        return { organizationId, type: 'monitor.deleted' as const, data: { monitor: eventMonitor(monitor) } };
      });
      await this.events.tell(tx, mutation, events, now);
    }
    return {
      moves: decided.map(({ one, decision }) => ({
        one,
        outcome: decision.kind === 'not-found' ? 'NOT_FOUND' : 'DELETED',
      })),
      deleted: deleted.length,
    };
  }
}

/** Decisions about one action differ only in when the next check is. */
function alike(changed: readonly { one: LockedMonitor; runtime: RuntimeChange }[]): Move[] {
  const groups = Map.groupBy(changed, ({ runtime }) => runtime.nextCheck.kind);
  return [...groups.values()].flatMap((group) =>
    group[0] === undefined ? [] : { locked: group.map(({ one }) => one), runtime: group[0].runtime },
  );
}

/**
 * The time of a change, read while the monitors are locked. It is not earlier than the times that other replicas, whose
 * clocks differ, have written.
 */
export function momentAfter(locked: readonly LockedMonitor[]): Date {
  const written = locked.flatMap(({ monitor, observedAt }) => [
    Date.parse(monitor.lastStatusChangedAt ?? monitor.createdAt),
    observedAt?.getTime() ?? 0,
  ]);
  return new Date(Math.max(Date.now(), ...written));
}
