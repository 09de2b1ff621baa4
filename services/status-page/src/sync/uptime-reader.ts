import { Injectable } from '@nestjs/common';
import { ApiError, internal, newId, type OwnedMonitor, type UptimeAnswer } from '@vedette/contract';
import { Host } from '@vedette/service-host';
import { DAYS_SHOWN } from '../view/page-view.ts';

const PATIENCE_MS = 5_000;

/** Asks the monitor service, which alone computes uptime. */
@Injectable()
export class UptimeReader {
  constructor(private readonly host: Host) {}

  /** Undefined if there is no answer: then pages show what they showed before. */
  async ask(timezone: string, monitors: readonly OwnedMonitor[]): Promise<UptimeAnswer | undefined> {
    const query = { timezone, days: DAYS_SHOWN, monitors: distinct(monitors) };
    try {
      const cause = { requestId: newId('req'), deadlineAt: Date.now() + PATIENCE_MS };
      return await this.host.rpc.ask(internal.uptime, query, cause);
    } catch (error) {
      if (error instanceof ApiError) return undefined;
      throw error;
    }
  }
}

function distinct(monitors: readonly OwnedMonitor[]): OwnedMonitor[] {
  return [...new Map(monitors.map((monitor) => [monitor.id, monitor])).values()];
}
