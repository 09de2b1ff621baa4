import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import { internal, type RequestOf } from '@vedette/contract';
import { Answers, Handles, RpcContext, type Reply } from '@vedette/messaging';
import { DeliveryService } from './delivery.service.ts';
import { FailedRetries } from './failed-retries.ts';
import { ManualAttemptService, type RehearsedEndpoint } from './manual-attempt.service.ts';

@Controller()
export class DeliveryController {
  constructor(
    private readonly deliveries: DeliveryService,
    private readonly manualAttempts: ManualAttemptService,
    private readonly failedRetries: FailedRetries,
  ) {}

  @Handles('testWebhookEndpoint')
  test(@Payload() { params }: RequestOf<'testWebhookEndpoint'>, @Ctx() context: RpcContext): Promise<Reply> {
    return this.manualAttempts.test(context, params.endpointId);
  }

  @Answers(internal.rehearseWebhookEndpoint)
  rehearse(
    @Payload() { organizationId, endpointId }: { organizationId: string; endpointId: string },
  ): Promise<RehearsedEndpoint> {
    return this.manualAttempts.rehearse(organizationId, endpointId);
  }

  @Handles('listWebhookDeliveries')
  list(@Payload() { query }: RequestOf<'listWebhookDeliveries'>, @Ctx() context: RpcContext): Promise<Reply> {
    return this.deliveries.list(context.organizationId, query);
  }

  @Handles('getWebhookDelivery')
  get(@Payload() { params }: RequestOf<'getWebhookDelivery'>, @Ctx() context: RpcContext): Promise<Reply> {
    return this.deliveries.get(context, params.deliveryId);
  }

  @Handles('retryWebhookDelivery')
  retry(@Payload() { params }: RequestOf<'retryWebhookDelivery'>, @Ctx() context: RpcContext): Promise<Reply> {
    return this.manualAttempts.retry(context, params.deliveryId);
  }

  @Handles('retryFailedWebhookDeliveries')
  retryFailed(
    @Payload() { body }: RequestOf<'retryFailedWebhookDeliveries'>,
    @Ctx() context: RpcContext,
  ): Promise<Reply> {
    return this.failedRetries.ask(context, body);
  }
}
