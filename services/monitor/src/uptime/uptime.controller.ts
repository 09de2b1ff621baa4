import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import { internal, type RequestOf, type ResponseOf, type UptimeAnswer, type UptimeQuery } from '@vedette/contract';
import { Answers, Handles, RpcContext } from '@vedette/messaging';
import { UptimeService } from './uptime.service.ts';

@Controller()
export class UptimeController {
  constructor(private readonly uptimes: UptimeService) {}

  @Handles('getUptime')
  uptimeOf(
    @Payload() { params, query }: RequestOf<'getUptime'>,
    @Ctx() context: RpcContext,
  ): Promise<ResponseOf<'getUptime'>> {
    return this.uptimes.uptimeOf(context, params.monitorId, query);
  }

  @Handles('listStates')
  states(
    @Payload() { params, query }: RequestOf<'listStates'>,
    @Ctx() context: RpcContext,
  ): Promise<ResponseOf<'listStates'>> {
    return this.uptimes.states(context, params.monitorId, query);
  }

  @Answers(internal.uptime)
  uptime(@Payload() query: UptimeQuery, @Ctx() { request }: RpcContext): Promise<UptimeAnswer> {
    return this.uptimes.uptimes(query, request);
  }
}
