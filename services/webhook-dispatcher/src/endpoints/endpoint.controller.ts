import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import { internal, type RequestOf } from '@vedette/contract';
import { Answers, Handles, RpcContext, type Reply } from '@vedette/messaging';
import { EndpointService } from './endpoint.service.ts';

@Controller()
export class EndpointController {
  constructor(private readonly endpoints: EndpointService) {}

  @Handles('listWebhookEndpoints')
  list(@Payload() { query }: RequestOf<'listWebhookEndpoints'>, @Ctx() context: RpcContext): Promise<Reply> {
    return this.endpoints.list(context.organizationId, query);
  }

  @Handles('createWebhookEndpoint')
  create(@Payload() { body }: RequestOf<'createWebhookEndpoint'>, @Ctx() context: RpcContext): Promise<Reply> {
    return this.endpoints.create(context, body);
  }

  @Handles('getWebhookEndpoint')
  get(@Payload() { params }: RequestOf<'getWebhookEndpoint'>, @Ctx() context: RpcContext): Promise<Reply> {
    return this.endpoints.get(context.organizationId, params.endpointId);
  }

  @Handles('updateWebhookEndpoint')
  update(@Payload() { params, body }: RequestOf<'updateWebhookEndpoint'>, @Ctx() context: RpcContext): Promise<Reply> {
    return this.endpoints.update(context, params.endpointId, body);
  }

  @Handles('deleteWebhookEndpoint')
  delete(@Payload() { params }: RequestOf<'deleteWebhookEndpoint'>, @Ctx() context: RpcContext): Promise<Reply> {
    return this.endpoints.delete(context, params.endpointId);
  }

  @Answers(internal.countWebhookEndpoints)
  async count(@Payload() { organizationId }: { organizationId: string }): Promise<{ count: number }> {
    return { count: await this.endpoints.count(organizationId) };
  }

  @Answers(internal.namedWebhookEndpoints)
  async named(@Payload() { organizationId }: { organizationId: string }) {
    return { endpoints: await this.endpoints.named(organizationId) };
  }

  @Handles('rotateWebhookEndpointSecret')
  rotateSecret(
    @Payload() { params }: RequestOf<'rotateWebhookEndpointSecret'>,
    @Ctx() context: RpcContext,
  ): Promise<Reply> {
    return this.endpoints.rotateSecret(context, params.endpointId);
  }
}
