import { Injectable } from '@nestjs/common';
import { Host } from '@vedette/service-host';
import { ScheduleRepository } from './schedule.repository.ts';
import { WorkerPlaces } from './worker-places.ts';

const EVERY_MS = 60_000;
const NAMED = 5;
const MAX_COUNTED = 10_000;

/** Logs which organizations fill the slow lane. An organization's id must not be a metric label. */
@Injectable()
export class SlowLaneWatch {
  constructor(
    private readonly host: Host,
    private readonly schedule: ScheduleRepository,
    private readonly workers: WorkerPlaces,
  ) {
    host.lifecycle.loop('watching the slow lane', EVERY_MS, () => this.look());
  }

  async look(): Promise<void> {
    const places = this.workers.of('SLOW');
    if (places.length === 0 || places.some(({ free }) => free > 0)) return;
    const waiting = await this.schedule.countWaiting('SLOW', MAX_COUNTED);
    if (waiting === 0) return;
    const organizations = [...this.workers.heldBySlow()].slice(0, NAMED).map(([id, held]) => ({ id, places: held }));
    const total = places.reduce((sum, each) => sum + each.total, 0);
    this.host.logger.warn({ waiting, places: total, organizations }, 'the slow lane is full');
  }
}
