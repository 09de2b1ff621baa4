import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import { internal, type MonitorUptime, type RequestOf, type ResponseOf, type UptimeQuery } from '@vedette/contract';
import { Answers, Handles, RpcContext } from '@vedette/messaging';
import { MonitorUptimeService } from './monitor-uptime.service.ts';
import { UptimeService } from './uptime.service.ts';

@Controller()
export class UptimeController {
  constructor(
    private readonly service: UptimeService,
    private readonly monitors: MonitorUptimeService,
  ) {}

  @Handles('getUptime')
  uptimeOf(
    @Payload() { params, query }: RequestOf<'getUptime'>,
    @Ctx() context: RpcContext,
  ): Promise<ResponseOf<'getUptime'>> {
    return this.monitors.uptime(context, params.monitorId, query);
  }

  @Handles('listStates')
  states(
    @Payload() { params, query }: RequestOf<'listStates'>,
    @Ctx() context: RpcContext,
  ): Promise<ResponseOf<'listStates'>> {
    return this.monitors.states(context, params.monitorId, query);
  }

  @Answers(internal.uptime)
  uptime(@Payload() query: UptimeQuery, @Ctx() { request }: RpcContext): Promise<{ monitors: MonitorUptime[] }> {
    return this.service.uptime(query, request);
  }
}
