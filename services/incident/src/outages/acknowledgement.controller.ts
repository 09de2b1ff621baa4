import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import type { Acknowledgement, RequestOf } from '@vedette/contract';
import { Handles, RpcContext, type Reply } from '@vedette/messaging';
import { AcknowledgementService } from './acknowledgement.service.ts';

@Controller()
export class AcknowledgementController {
  constructor(private readonly acknowledgements: AcknowledgementService) {}

  @Handles('acknowledgeIncident')
  acknowledge(@Payload() { params }: RequestOf<'acknowledgeIncident'>, @Ctx() context: RpcContext): Promise<Reply> {
    return this.acknowledgements.acknowledge(context, params.incidentId);
  }

  @Handles('viewAcknowledgement')
  view(@Payload() { body }: RequestOf<'viewAcknowledgement'>, @Ctx() context: RpcContext): Promise<Acknowledgement> {
    return this.acknowledgements.view(context, body.token);
  }

  @Handles('createAcknowledgement')
  create(@Payload() { body }: RequestOf<'createAcknowledgement'>, @Ctx() context: RpcContext): Promise<Reply> {
    return this.acknowledgements.acknowledgeByLink(context, body.token);
  }
}
