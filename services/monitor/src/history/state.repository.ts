import { Injectable } from '@nestjs/common';
import { ServiceDatabase } from '@vedette/service-host';

/** Keeps the state that was in effect at that time, so that the record has no hole. */
const FORGET_STATES = `
  DELETE FROM monitor.state_change AS old
  WHERE old.at < $1 AND EXISTS (
    SELECT FROM monitor.state_change AS later
    WHERE later.monitor_id = old.monitor_id AND later.at > old.at AND later.at <= $1
  )`;

@Injectable()
export class StateRepository {
  readonly #pool: ServiceDatabase['pool'];

  constructor({ pool }: ServiceDatabase) {
    this.#pool = pool;
  }

  /** Deletes states and listener outages that ended before the given time. */
  async forget(before: Date): Promise<void> {
    await this.#pool.query(FORGET_STATES, [before]);
    await this.#pool.query('DELETE FROM monitor.listener_outage WHERE ended_at < $1', [before]);
  }
}
