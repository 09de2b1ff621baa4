import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { subjects } from '@vedette/contract';
import { Host } from '@vedette/service-host';

interface Announcement {
  readonly from: string;
  readonly endpointIds: readonly string[];
  readonly isChange: boolean;
}

type Listener = (endpointIds: readonly string[], isChange: boolean) => void;

/**
 * Tells this replica and, over NATS, the others that endpoints have something to send, or have changed. A lost signal
 * only causes a delay, because replicas also poll.
 */
@Injectable()
export class DueSignal {
  readonly #host: Host;
  readonly #self = randomBytes(8).toString('hex');
  #listener: Listener = () => {};

  constructor(host: Host) {
    this.#host = host;
    host.link.subscribe(subjects.deliveriesDue, (message) => {
      const { from, endpointIds, isChange } = message.json<Announcement>();
      if (from !== this.#self) this.#listener(endpointIds, isChange);
    });
  }

  listen(listener: Listener): void {
    this.#listener = listener;
  }

  /** Call this after the commit that made the endpoints due. */
  announceDue(endpointIds: readonly string[]): void {
    if (endpointIds.length > 0) this.#announce(endpointIds, false);
  }

  /** Call this after the commit that changed the endpoint in any way. */
  announceChange(endpointId: string): void {
    this.#announce([endpointId], true);
  }

  #announce(endpointIds: readonly string[], isChange: boolean): void {
    this.#listener(endpointIds, isChange);
    const announcement: Announcement = { from: this.#self, endpointIds, isChange };
    this.#host.link.connection?.publish(subjects.deliveriesDue, JSON.stringify(announcement));
  }
}
