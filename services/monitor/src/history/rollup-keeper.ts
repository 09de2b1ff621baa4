import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, Host } from '@vedette/service-host';
import type { MonitorConfig } from '../config.ts';
import { DAY_MS, dueDays, dueHours } from './rollup-schedule.ts';
import { RollupRepository } from './rollup.repository.ts';
import { KEPT_DAYS } from './state-keeper.ts';

const LOOK_EVERY_MS = 60_000;

/** Rolls up hours and days after they end, and hours that got late checks. */
@Injectable()
export class RollupKeeper {
  constructor(
    { lifecycle }: Host,
    private readonly rollups: RollupRepository,
    @Inject(CONFIG) private readonly config: MonitorConfig,
  ) {
    lifecycle.loop('rolling up checks', LOOK_EVERY_MS, () => this.rollUp());
  }

  async rollUp(now = new Date()): Promise<void> {
    const { historyDays } = this.config;
    const late = await this.rollups.lateHours();
    const hours = dueHours(await this.rollups.progress('HOUR'), late, historyDays, now);
    for (const hour of hours) await this.rollups.rollUpHour(hour, now);
    const days = dueDays(await this.rollups.progress('HOUR'), await this.rollups.progress('DAY'), now);
    for (const day of days) await this.rollups.rollUpDay(day, now);
    const before = (keptDays: number): Date => new Date(now.getTime() - keptDays * DAY_MS);
    await this.rollups.tidy(before(historyDays), before(KEPT_DAYS));
  }
}
