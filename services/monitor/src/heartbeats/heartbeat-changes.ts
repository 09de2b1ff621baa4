import { Injectable } from '@nestjs/common';
import type { Monitor, MonitorState, MonitorUpdate } from '@vedette/contract';
import type { Sql } from '@vedette/database';
import { heartbeatStep } from './heartbeat-change.ts';
import { HeartbeatRepository } from './heartbeat.repository.ts';
import { HeartbeatService } from './heartbeat.service.ts';

/** Updates the deadline of a cron job after changes by hand. */
@Injectable()
export class HeartbeatChanges {
  constructor(
    private readonly heartbeats: HeartbeatRepository,
    private readonly service: HeartbeatService,
  ) {}

  async begin(sql: Sql, monitorId: string, now: Date): Promise<void> {
    await this.heartbeats.insert(sql, monitorId, now);
  }

  /** Called after the change itself has been written. */
  async follow(
    sql: Sql,
    current: Monitor,
    update: MonitorUpdate,
    enters: MonitorState | undefined,
    now: Date,
  ): Promise<void> {
    const { id } = current;
    const step = heartbeatStep(current, update, enters);
    switch (step) {
      case 'none':
        return;
      case 'drop':
        return this.heartbeats.drop(sql, id);
      case 'make':
        return this.heartbeats.insert(sql, id, now);
      case 'restart':
      case 'new-period':
        await this.heartbeats.countFrom(sql, id, now, step === 'restart');
        return this.service.recount(sql, id);
      case 'recount':
        return this.service.recount(sql, id);
    }
  }
}
