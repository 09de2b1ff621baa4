import { Injectable } from '@nestjs/common';
import { Host, ServiceDatabase } from '@vedette/service-host';
import { AttemptRepository, rowsOf, type EndedDeliveryAttempt } from '../attempts/attempt.repository.ts';
import { DeliveryRepository } from '../deliveries/delivery.repository.ts';
import { WebhookMutations } from '../mutations.ts';

/** The name under which attempts are parked. */
const PARKED_AS = 'delivery-attempts';

/** Parks attempts whose record PostgreSQL refuses because of its data. Their deliveries wait for the replay. */
@Injectable()
export class AttemptParking {
  constructor(
    private readonly host: Host,
    private readonly database: ServiceDatabase,
    private readonly mutations: WebhookMutations,
    private readonly attempts: AttemptRepository,
    private readonly deliveries: DeliveryRepository,
  ) {
    database.parked.onReplay(PARKED_AS, (rows) => this.#replay(rows));
  }

  async park(attempt: EndedDeliveryAttempt, error: unknown): Promise<void> {
    const { id, deliveryId } = attempt;
    const payload = rowsOf([attempt]);
    await this.mutations.run(async (tx) => {
      await this.attempts.suspend(deliveryId, tx);
      const message = { consumer: PARKED_AS, messageId: id, subject: PARKED_AS, payload, error, deliveries: 1 };
      await this.database.parked.park(message, tx);
    });
    this.host.logger.error({ error, deliveryId, attemptId: id }, 'the record of an attempt was parked');
  }

  async #replay(rows: string): Promise<void> {
    const attempts = JSON.parse(rows) as readonly { readonly id: string; readonly delivery_id: string }[];
    for (const { id, delivery_id: deliveryId } of attempts) {
      await this.mutations.receive(id, async (tx) => {
        await this.attempts.recordRows(rows, tx);
        await this.deliveries.resume(tx, deliveryId);
      });
    }
  }
}
