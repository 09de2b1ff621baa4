import { Injectable } from '@nestjs/common';
import { ApiError, internal, type RequestContext } from '@vedette/contract';
import { Host } from '@vedette/service-host';
import type { StoredWindow } from './maintenance-window-state.ts';
import { windowFacts } from './maintenance-window-view.ts';

/**
 * Longer than an answer takes. The request succeeds even without an answer, because the event carries the same facts.
 */
const PATIENCE_MS = 2_000;

export interface WindowNotice {
  readonly window: StoredWindow;
  readonly isCancelled: boolean;
  readonly at: Date;
}

/**
 * Tells the incident service of a window before the request is answered, so that alerts are suppressed from then on.
 */
@Injectable()
export class MaintenanceWindowNotices {
  constructor(private readonly host: Host) {}

  async send({ window, isCancelled, at }: WindowNotice, { requestId, deadlineAt }: RequestContext): Promise<void> {
    const notice = {
      organizationId: window.organizationId,
      windowId: window.id,
      at: at.toISOString(),
      isCancelled,
      facts: windowFacts(window, isCancelled),
    };
    const patience = { requestId, deadlineAt: Math.min(deadlineAt, Date.now() + PATIENCE_MS) };
    try {
      await this.host.rpc.ask(internal.applyMaintenance, notice, patience);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
  }
}
