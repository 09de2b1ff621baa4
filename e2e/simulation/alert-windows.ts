import type { StoredWindow, WindowNotice } from '@vedette/incident/maintenance-window-spans';
import type { Span } from '@vedette/incident/spans';
import type { Stage, Transaction } from './stage.ts';

interface WindowRow extends StoredWindow {
  readonly spans: readonly (Span & { readonly monitorId: string })[];
}

/** The maintenance windows that suppress alerts: services/incident/src/alerts. */
export class AlertWindows {
  readonly #stage: Stage;
  readonly #windows = new Map<string, WindowRow>();

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  /** As maintenance.service.ts and maintenance.repository.ts. */
  applyNotice(
    tx: Transaction,
    windowId: string,
    notice: WindowNotice,
    onChange: (monitorIds: readonly string[]) => void,
  ): void {
    const stored = this.#windows.get(windowId);
    tx.write(() => this.#stage.promises.windowKnown(windowId, notice.isCancelled));
    const decision = this.#stage.deciders.applyNotice(notice, stored);
    if (decision.kind === 'ignore') return;
    const { monitorIds, revision } = notice.facts;
    const kept = decision.kind === 'add' ? (stored?.spans ?? []) : cutOff(stored?.spans ?? [], decision.from);
    const added = decision.spans.flatMap((span) => monitorIds.map((monitorId) => ({ ...span, monitorId })));
    const isReplaced = (one: Span): boolean =>
      added.some(({ startsAt }) => startsAt.getTime() === one.startsAt.getTime());
    const spans = [...kept.filter((span) => !isReplaced(span)), ...added];
    tx.write(() => {
      this.#windows.set(windowId, { revision, isCancelled: notice.isCancelled, spans });
      onChange(monitorIds);
    });
  }

  spansOf(monitorId: string, from: Date): Span[] {
    return [...this.#windows.values()]
      .flatMap(({ spans }) => spans)
      .filter((span) => span.monitorId === monitorId && span.endsAt > from);
  }
}

/** Planned spans from that time on are dropped; time that has already passed in maintenance stays. */
function cutOff<S extends Span>(spans: readonly S[], from: Date): S[] {
  const cut = (span: S): S => (span.endsAt > from ? { ...span, endsAt: from } : span);
  return spans.filter(({ startsAt }) => startsAt < from).map(cut);
}
