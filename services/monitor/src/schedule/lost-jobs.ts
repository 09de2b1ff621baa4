import { Injectable } from '@nestjs/common';
import { Host, ServiceDatabase } from '@vedette/service-host';
import { lostAfterRestart } from './check-slots.ts';
import { ScheduleRepository } from './schedule.repository.ts';

/** Results wait for locked rows. */
const LOCKED_TOGETHER = 1_000;

interface Shortened {
  /** Behind which the next checks are; undefined if there are no more. */
  readonly next: string | undefined;
  readonly shortened: number;
}

/** After an outage, NATS may have lost jobs or results that it had acknowledged: checks in flight end earlier. */
@Injectable()
export class LostJobs {
  /** How often NATS was connected, and after which of these times the checks in flight were looked at. */
  #connects = 0;
  #lookedAfter = 0;

  constructor(
    private readonly host: Host,
    private readonly database: ServiceDatabase,
    private readonly schedule: ScheduleRepository,
  ) {
    host.link.onConnect(() => {
      this.#connects += 1;
    });
  }

  /** PostgreSQL may be away as well: this is called before every look, until it has succeeded after each connection. */
  async expect(): Promise<void> {
    const connects = this.#connects;
    if (this.#lookedAfter === connects) return;
    const now = new Date();
    let behind: string | undefined = '';
    let shortened = 0;
    while (behind !== undefined) {
      const page: Shortened = await this.#shorten(behind, now);
      behind = page.next;
      shortened += page.shortened;
    }
    this.#lookedAfter = connects;
    if (shortened > 0) this.host.logger.info({ checks: shortened }, 'checks in flight are waited for a shorter time');
  }

  #shorten(behind: string, now: Date): Promise<Shortened> {
    return this.database.mutations.run(async (connection) => {
      const leases = await this.schedule.lockLeases(connection, behind, LOCKED_TOGETHER);
      const moved = leases.flatMap((lease) => {
        const lostAt = lostAfterRestart(lease, now);
        return lostAt < lease.lostAt ? [{ id: lease.id, lostAt }] : [];
      });
      await this.schedule.moveLeases(connection, moved);
      return { next: leases.at(-1)?.id, shortened: moved.length };
    });
  }
}
