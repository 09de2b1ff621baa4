import { Injectable } from '@nestjs/common';
import { Host, ServiceDatabase } from '@vedette/service-host';

/** States and daily rollups are kept for thirteen months: a year, and the month to compare it with. */
export const KEPT_DAYS = 400;

const KEEP_EVERY_MS = 6 * 3_600_000;

/** Forgets states that ended long ago. The one that was on at that time is kept: the record has no hole. */
const FORGET_STATES = `
  DELETE FROM monitor.state_change AS old
  WHERE old.at < $1 AND EXISTS (
    SELECT FROM monitor.state_change AS later
    WHERE later.monitor_id = old.monitor_id AND later.at > old.at AND later.at <= $1
  )`;

@Injectable()
export class StateKeeper {
  constructor(
    { lifecycle }: Host,
    private readonly database: ServiceDatabase,
  ) {
    lifecycle.loop('forgetting old states', KEEP_EVERY_MS, () => this.keep());
  }

  async keep(now = new Date()): Promise<void> {
    const before = new Date(now.getTime() - KEPT_DAYS * 86_400_000);
    await this.database.pool.query(FORGET_STATES, [before]);
    await this.database.pool.query('DELETE FROM monitor.listener_outage WHERE ended_at < $1', [before]);
  }
}
