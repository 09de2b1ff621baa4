import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import type { RequestOf } from '@vedette/contract';
import { Handles, RpcContext, type Reply } from '@vedette/messaging';
import { StatusIncidentService } from './status-incident.service.ts';

@Controller()
export class StatusIncidentController {
  constructor(private readonly incidents: StatusIncidentService) {}

  @Handles('listStatusIncidents')
  list(@Payload() { query }: RequestOf<'listStatusIncidents'>, @Ctx() context: RpcContext): Promise<Reply> {
    return this.incidents.list(context.organizationId, query);
  }

  @Handles('createStatusIncident')
  create(@Payload() { body }: RequestOf<'createStatusIncident'>, @Ctx() context: RpcContext): Promise<Reply> {
    return this.incidents.create(context, body);
  }

  @Handles('getStatusIncident')
  get(@Payload() { params }: RequestOf<'getStatusIncident'>, @Ctx() context: RpcContext): Promise<Reply> {
    return this.incidents.get(context.organizationId, params.statusIncidentId);
  }

  @Handles('updateStatusIncident')
  update(@Payload() { params, body }: RequestOf<'updateStatusIncident'>, @Ctx() context: RpcContext): Promise<Reply> {
    return this.incidents.update(context, params.statusIncidentId, body);
  }

  @Handles('deleteStatusIncident')
  delete(@Payload() { params }: RequestOf<'deleteStatusIncident'>, @Ctx() context: RpcContext): Promise<Reply> {
    return this.incidents.delete(context, params.statusIncidentId);
  }

  @Handles('createStatusIncidentUpdate')
  post(
    @Payload() { params, body }: RequestOf<'createStatusIncidentUpdate'>,
    @Ctx() context: RpcContext,
  ): Promise<Reply> {
    return this.incidents.post(context, params.statusIncidentId, body);
  }
}
