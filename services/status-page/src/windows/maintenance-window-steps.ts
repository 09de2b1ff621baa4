import { Injectable } from '@nestjs/common';
import type { EventType } from '@vedette/contract';
import { eventMessage, type Mutation, type OutboxMessage } from '@vedette/messaging';
import { MaintenanceWindowRepository } from './maintenance-window.repository.ts';
import { dueSteps, type Stage, type StoredWindow } from './maintenance-window-state.ts';
import type { Span } from './recurrence.ts';
import type { Transaction } from '../mutations.ts';
import { MaintenanceWindowHistoryRepository } from './maintenance-window-history.repository.ts';
import { windowFacts, windowView } from './maintenance-window-view.ts';

type MaintenanceEvent = Extract<EventType, `maintenance.${string}`>;

/** Carries out the due steps of a locked window and publishes their events, in the transaction that holds the lock. */
@Injectable()
export class MaintenanceWindowSteps {
  constructor(
    private readonly windows: MaintenanceWindowRepository,
    private readonly history: MaintenanceWindowHistoryRepository,
  ) {}

  /** Returns the window after the steps, already saved. */
  async take(tx: Transaction, mutation: Mutation, window: StoredWindow, now: Date): Promise<StoredWindow> {
    const [taken] = await this.takeAll(tx, mutation, [window], now);
    return taken ?? window;
  }

  /** Uses a few statements for all windows, because many windows start at the full hour. */
  async takeAll(
    tx: Transaction,
    mutation: Mutation,
    windows: readonly StoredWindow[],
    now: Date,
  ): Promise<StoredWindow[]> {
    const due = windows.map((window) => ({ window, steps: dueSteps(window, window.stage, now) }));
    const moved = due.filter(({ steps }) => steps.length > 0);
    if (moved.length === 0) return [...windows];
    const transitions = moved.flatMap(({ window, steps }) => steps.map(({ transition }) => ({ window, transition })));
    const isNews = await this.history.recordTransitions(tx, transitions, now);
    const starts = transitions.filter(({ transition }) => transition.kind === 'STARTED');
    await this.history.openSpans(
      tx,
      starts.map(({ window: { id, monitorIds }, transition: { occurrence } }) => ({
        windowId: id,
        monitorIds,
        span: occurrence,
      })),
    );
    const messages: OutboxMessage[] = [];
    const taken = due.map(({ window, steps }) => {
      let { stage, revision } = window;
      for (const step of steps) {
        stage = step.stage;
        if (!isNews(window, step.transition)) continue;
        revision += 1;
        const type = step.transition.kind === 'STARTED' ? 'maintenance.started' : 'maintenance.ended';
        messages.push(windowEvent(type, at(window, stage, revision), now));
      }
      return at(window, stage, revision);
    });
    mutation.tell(messages);
    await this.windows.saveStages(tx, taken);
    return taken;
  }

  /** Ends an occurrence early; `window` is the window after the change. */
  async interrupt(
    tx: Transaction,
    mutation: Mutation,
    before: StoredWindow,
    { startsAt }: Span,
    window: StoredWindow,
    now: Date,
  ): Promise<StoredWindow> {
    const transition = { kind: 'ENDED' as const, occurrence: { startsAt, endsAt: now } };
    await this.history.recordTransitions(tx, [{ window: before, transition }], now);
    return this.announce(mutation, 'maintenance.ended', window, now);
  }

  /** After this, the window no longer puts its monitors in maintenance. */
  async release(tx: Transaction, { id, stage, monitorIds }: StoredWindow, now: Date): Promise<void> {
    if (stage.state === 'ACTIVE') await this.history.moveSpanEnds(tx, id, monitorIds, now, now);
  }

  /** Corrects the recorded maintenance times when a running window is changed or ended. */
  async adjustSpans(tx: Transaction, before: StoredWindow, after: StoredWindow, now: Date): Promise<void> {
    if (before.stage.state !== 'ACTIVE') return;
    const isRunning = after.stage.state === 'ACTIVE';
    const kept = isRunning ? before.monitorIds.filter((id) => after.monitorIds.includes(id)) : [];
    const left = before.monitorIds.filter((id) => !kept.includes(id));
    await this.history.moveSpanEnds(tx, before.id, left, now, now);
    if (after.stage.state !== 'ACTIVE') return;
    const { endsAt } = after.stage.occurrence;
    const joined = after.monitorIds.filter((id) => !kept.includes(id));
    await this.history.moveSpanEnds(tx, before.id, kept, now, endsAt);
    await this.history.openSpans(tx, [{ windowId: before.id, monitorIds: joined, span: { startsAt: now, endsAt } }]);
  }

  /** Tells the event and returns the window with its new revision, which is not saved yet. */
  announce(mutation: Mutation, type: MaintenanceEvent, window: StoredWindow, now: Date): StoredWindow {
    const told = { ...window, revision: window.revision + 1 };
    mutation.tell([windowEvent(type, told, now)]);
    return told;
  }
}

function at(window: StoredWindow, stage: Stage, revision: number): StoredWindow {
  return { ...window, stage, revision };
}

function windowEvent(type: MaintenanceEvent, window: StoredWindow, now: Date): OutboxMessage {
  const facts = windowFacts(window, type === 'maintenance.cancelled');
  return eventMessage(window.organizationId, type, { maintenanceWindow: windowView(window) }, now, facts);
}
