import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import {
  internal,
  type Incident,
  type IncidentDetail,
  type RequestOf,
  type ResponseOf,
  type TimelineWords,
} from '@vedette/contract';
import { Answers, Handles, RpcContext, type Reply } from '@vedette/messaging';
import { IncidentService } from './incident.service.ts';

@Controller()
export class IncidentController {
  constructor(private readonly incidents: IncidentService) {}

  @Handles('listIncidents')
  list(
    @Payload() { query }: RequestOf<'listIncidents'>,
    @Ctx() context: RpcContext,
  ): Promise<ResponseOf<'listIncidents'>> {
    return this.incidents.list(context, query);
  }

  @Handles('getIncident')
  get(@Payload() { params }: RequestOf<'getIncident'>, @Ctx() context: RpcContext): Promise<IncidentDetail> {
    return this.incidents.get(context, params.incidentId);
  }

  @Handles('addIncidentNote')
  addNote(@Payload() { params, body }: RequestOf<'addIncidentNote'>, @Ctx() context: RpcContext): Promise<Reply> {
    return this.incidents.addNote(context, params.incidentId, body.text);
  }

  @Answers(internal.listOngoingIncidents)
  ongoing(
    @Payload() asked: { organizationId: string; limit: number },
    @Ctx() { request }: RpcContext,
  ): Promise<{ incidents: Incident[]; total: number }> {
    return this.incidents.ongoing(asked.organizationId, asked.limit, request);
  }

  @Answers(internal.maskedMessages)
  async maskedMessages(
    @Payload() asked: { organizationId: string; entries: TimelineWords[] },
  ): Promise<{ messages: string[] }> {
    return { messages: await this.incidents.maskedMessages(asked.organizationId, asked.entries) };
  }
}
