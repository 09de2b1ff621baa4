import { Injectable } from '@nestjs/common';
import { consumers, subjects, type ResultBatch } from '@vedette/contract';
import { Host, ServiceDatabase } from '@vedette/service-host';
import { ResultMetrics } from './result-metrics.ts';

export interface BadResult {
  /** A monitor's newest bad result replaces the previous one, so that repeated failures cannot fill the table. */
  readonly id: string;
  readonly raw: unknown;
  readonly error: unknown;
  readonly deliveries: number;
}

/** Parks results that can never be applied, one by one. */
@Injectable()
export class ResultParking {
  constructor(
    private readonly host: Host,
    private readonly database: ServiceDatabase,
    private readonly metrics: ResultMetrics,
  ) {}

  async parkResult({ id, raw, error, deliveries }: BadResult): Promise<void> {
    // The payload is a message with one result, so that a replay reads it like any other message.
    const payload = JSON.stringify({ results: [raw] } satisfies Record<keyof ResultBatch, unknown>);
    await this.parkMessage(id, payload, error, deliveries);
  }

  async parkMessage(
    messageId: string,
    payload: string | Uint8Array,
    error: unknown,
    deliveries: number,
  ): Promise<void> {
    await this.database.parked.park({
      consumer: consumers.results.name,
      messageId,
      subject: subjects.checkResults,
      payload,
      error,
      deliveries,
    });
    this.host.logger.error({ error, messageId }, 'a result was parked');
    this.metrics.parked();
  }
}
