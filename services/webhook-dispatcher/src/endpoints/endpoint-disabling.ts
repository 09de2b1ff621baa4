import { Injectable } from '@nestjs/common';
import { Host } from '@vedette/service-host';
import { isFailingTooLong } from '../attempts/delivery-outcome.ts';
import { DueSignal } from '../queue/due-signal.ts';
import { EndpointRepository } from './endpoint.repository.ts';
import { WebhookMutations } from '../mutations.ts';
import { WebhookMetrics } from '../webhook-metrics.ts';

/** Disables endpoints whose receivers are gone or keep failing. The dispatching loop ends their pending deliveries. */
@Injectable()
export class EndpointDisabling {
  constructor(
    private readonly mutations: WebhookMutations,
    private readonly endpoints: EndpointRepository,
    private readonly signal: DueSignal,
    private readonly metrics: WebhookMetrics,
    private readonly host: Host,
  ) {}

  async disable(endpointId: string, reason: 'GONE' | 'FAILING', now: Date): Promise<void> {
    const isDisabled = await this.mutations.run(async (tx) => {
      const failingSince = await this.endpoints.lockHealth(tx, endpointId);
      // A concurrent attempt may have succeeded.
      if (reason === 'FAILING' && !isFailingTooLong(failingSince, now)) return false;
      if (!(await this.endpoints.disable(tx, endpointId, reason, now))) return false;
      await this.endpoints.markDue(tx, endpointId);
      return true;
    });
    if (!isDisabled) return;
    this.metrics.disabled.inc({ reason });
    this.host.logger.info({ endpointId, reason }, 'a webhook endpoint was disabled');
    this.signal.announceChange(endpointId);
  }
}
