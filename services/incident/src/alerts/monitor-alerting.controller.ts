import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import type { MonitorAlerting, RequestOf } from '@vedette/contract';
import { Handles, RpcContext, type Reply } from '@vedette/messaging';
import { MonitorAlertingService } from './monitor-alerting.service.ts';

@Controller()
export class MonitorAlertingController {
  constructor(private readonly alerting: MonitorAlertingService) {}

  @Handles('getMonitorAlerting')
  get(@Payload() { params }: RequestOf<'getMonitorAlerting'>, @Ctx() context: RpcContext): Promise<MonitorAlerting> {
    return this.alerting.get(context, params.monitorId);
  }

  @Handles('setMonitorAlerting')
  set(@Payload() { params, body }: RequestOf<'setMonitorAlerting'>, @Ctx() context: RpcContext): Promise<Reply> {
    return this.alerting.set(context, params.monitorId, body);
  }
}
