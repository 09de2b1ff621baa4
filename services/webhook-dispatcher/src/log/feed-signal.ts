import { Injectable } from '@nestjs/common';
import { subjects, type StreamGrowth } from '@vedette/contract';
import { Host } from '@vedette/service-host';
import type { Growth } from './event-log.repository.ts';

/** Tells gateways whose clients follow a log that it has grown. A lost signal only costs time: gateways also poll. */
@Injectable()
export class FeedSignal {
  constructor(private readonly host: Host) {}

  /** Call this after the commit. */
  announce(grown: readonly Growth[]): void {
    const { connection } = this.host.link;
    for (const { organizationId, position, bytes } of grown) {
      const growth: StreamGrowth = { position, bytes };
      connection?.publish(subjects.feed(organizationId), JSON.stringify(growth));
    }
  }
}
