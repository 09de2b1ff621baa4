import { Injectable } from '@nestjs/common';
import { Host } from '@vedette/service-host';
import { StateRepository } from './state.repository.ts';

/** States and daily rollups are kept for thirteen months: one year, and the month to compare it with. */
export const KEPT_DAYS = 400;

const KEEP_EVERY_MS = 6 * 3_600_000;

/** Deletes states that ended more than `KEPT_DAYS` ago. */
@Injectable()
export class StateKeeper {
  constructor(
    { lifecycle }: Host,
    private readonly states: StateRepository,
  ) {
    lifecycle.loop('forgetting old states', KEEP_EVERY_MS, () => this.keep());
  }

  async keep(now = new Date()): Promise<void> {
    await this.states.forget(new Date(now.getTime() - KEPT_DAYS * 86_400_000));
  }
}
