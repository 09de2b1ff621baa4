import { Injectable } from '@nestjs/common';
import type { Monitor, MonitorState, MonitorUpdate } from '@vedette/contract';
import type { Sql } from '@vedette/database';
import { heartbeatStep, type HeartbeatStep } from './heartbeat-change.ts';
import { HeartbeatRepository } from './heartbeat.repository.ts';
import { HeartbeatService } from './heartbeat.service.ts';

/** Updates the deadlines of cron jobs after changes by hand. */
@Injectable()
export class HeartbeatChanges {
  constructor(
    private readonly heartbeats: HeartbeatRepository,
    private readonly service: HeartbeatService,
  ) {}

  /** Called after the same change has been written for all of these monitors. */
  async follow(
    sql: Sql,
    changed: readonly Monitor[],
    update: MonitorUpdate,
    enters: MonitorState | undefined,
    now: Date,
  ): Promise<void> {
    const steps = Map.groupBy(changed, (monitor) => heartbeatStep(monitor, update, enters));
    for (const [step, monitors] of steps) {
      await this.#step(
        sql,
        step,
        monitors.map(({ id }) => id),
        now,
      );
    }
  }

  async #step(sql: Sql, step: HeartbeatStep, ids: readonly string[], now: Date): Promise<void> {
    switch (step) {
      case 'none':
        return;
      case 'drop':
        for (const id of ids) await this.heartbeats.drop(sql, id);
        return;
      case 'make':
        for (const id of ids) await this.heartbeats.insert(sql, id, now);
        return;
      case 'restart':
      case 'new-period':
        await this.heartbeats.countFrom(sql, ids, now, step === 'restart');
        return this.service.recount(sql, ids);
      case 'recount':
        return this.service.recount(sql, ids);
    }
  }
}
