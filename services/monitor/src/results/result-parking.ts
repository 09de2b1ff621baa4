import { Injectable } from '@nestjs/common';
import { consumers, subjects, type ResultBatch } from '@vedette/contract';
import { Host, ServiceDatabase } from '@vedette/service-host';
import { ResultMetrics } from './result-metrics.ts';

export interface BadResult {
  /** A monitor's newest bad result replaces the one before it: a check that always fails so must not fill the table. */
  readonly id: string;
  readonly raw: unknown;
  readonly error: unknown;
  readonly deliveries: number;
}

/** Puts results aside that can never be applied, one by one. */
@Injectable()
export class ResultParking {
  constructor(
    private readonly host: Host,
    private readonly database: ServiceDatabase,
    private readonly metrics: ResultMetrics,
  ) {}

  async parkResult({ id, raw, error, deliveries }: BadResult): Promise<void> {
    // A message of one result, which can be read like any other.
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
