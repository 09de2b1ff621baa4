import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { subjects } from '@vedette/contract';
import { Host } from '@vedette/service-host';

type Listener = () => void;

/**
 * Tells this replica and, over NATS, the others that pages have changed. A lost signal only causes a delay, because
 * replicas also poll.
 */
@Injectable()
export class PageSignal {
  readonly #link: Host['link'];
  readonly #self = randomBytes(8).toString('hex');
  #listener: Listener = () => {};

  constructor({ link }: Host) {
    this.#link = link;
    link.subscribe(subjects.pagesChanged, (message) => {
      if (message.string() !== this.#self) this.#listener();
    });
  }

  listen(listener: Listener): void {
    this.#listener = listener;
  }

  /** Call this after the commit that changed pages. */
  announce(): void {
    this.#listener();
    try {
      this.#link.connection?.publish(subjects.pagesChanged, this.#self);
    } catch {
      // The connection is being closed. The change is committed already, and must not fail.
    }
  }
}
