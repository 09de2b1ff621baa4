import { Controller, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { internal } from '@vedette/contract';
import { Answers, BackgroundLoop, EventConsumer } from '@vedette/messaging';
import { Host, ServiceDatabase } from '@vedette/service-host';
import { MonitorCopyService } from './monitor-copy.service.ts';

/** Events tell what changes; this only mends what they could not, such as copies from before this service existed. */
const REFRESH_EVERY_MS = 60_000;

@Controller()
export class MonitorCopyController implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #consumer: EventConsumer;
  readonly #refreshing: BackgroundLoop;

  constructor(
    private readonly copies: MonitorCopyService,
    { link, logger, metrics }: Host,
    { parked, marks }: ServiceDatabase,
  ) {
    this.#consumer = new EventConsumer({
      name: 'status-page-monitors',
      subject: 'vedette.events.monitor.>',
      link,
      parked,
      marks,
      logger,
      metrics,
      receive: (message) => this.copies.receive(message),
    });
    this.#refreshing = new BackgroundLoop('refreshing copies of monitors', REFRESH_EVERY_MS, logger, async () => {
      if (link.isConnected) await this.copies.refresh();
    });
  }

  onApplicationBootstrap(): void {
    this.#consumer.start();
    this.#refreshing.start();
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all([this.#consumer.stop(), this.#refreshing.stop()]);
  }

  @Answers(internal.forgetMonitorPages)
  async forget(@Payload() { organizationId, monitorId }: { organizationId: string; monitorId: string }): Promise<null> {
    await this.copies.forget(organizationId, monitorId);
    return null;
  }
}
