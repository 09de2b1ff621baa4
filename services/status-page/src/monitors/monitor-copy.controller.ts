import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { consumers, internal, type EventMessage } from '@vedette/contract';
import { Answers, type BackgroundLoop, EventConsumer, Gatherer } from '@vedette/messaging';
import { Host, ServiceDatabase } from '@vedette/service-host';
import { MonitorCopyService } from './monitor-copy.service.ts';

/**
 * Events keep the copies up to date. The refresh corrects what events did not, such as monitors that are older than
 * this service. It also runs at once when an event failed, because the redelivery may come a minute later.
 */
const REFRESH_EVERY_MS = 60_000;
/** Of each lane: leaves pool connections to requests and to the pages. */
const CONCURRENCY = 2;
/** They are out of their turns while they are written together. */
const BATCH = 20;

@Controller()
export class MonitorCopyController {
  readonly #refreshing: BackgroundLoop;
  #hasMissed = false;

  constructor(
    private readonly copies: MonitorCopyService,
    { link, logger, metrics, lifecycle }: Host,
    { parked, marks, deletedOrganizations }: ServiceDatabase,
  ) {
    const common = { link, parked, marks, logger, metrics, concurrency: CONCURRENCY * BATCH };
    for (const definition of [consumers.urgentMonitorCopies, consumers.monitorCopies]) {
      const gatherer = new Gatherer<EventMessage>({
        size: BATCH,
        concurrency: CONCURRENCY,
        run: (messages) => this.copies.receiveAll(messages),
      });
      const receive = deletedOrganizations.ignored((message: EventMessage) => this.#receive(gatherer, message));
      lifecycle.add('entrances', new EventConsumer<EventMessage>({ ...common, ...definition, receive }));
    }
    this.#refreshing = lifecycle.loop('refreshing copies of monitors', REFRESH_EVERY_MS, async () => {
      if (!link.isConnected) return;
      this.#hasMissed = false;
      await this.copies.refresh();
    });
    link.onConnect(() => this.#refreshing.wake());
  }

  async #receive(gatherer: Gatherer<EventMessage>, message: EventMessage): Promise<void> {
    try {
      await gatherer.add(message);
    } catch (error) {
      // Wakes the loop only once: if the refresh fails too, the loop retries by itself.
      if (!this.#hasMissed) this.#refreshing.wake();
      this.#hasMissed = true;
      throw error;
    }
  }

  @Answers(internal.forgetMonitorPages)
  async forget(@Payload() { organizationId, monitorId }: { organizationId: string; monitorId: string }): Promise<null> {
    await this.copies.forget(organizationId, monitorId);
    return null;
  }
}
