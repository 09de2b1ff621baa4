import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import type { RequestOf, ResponseOf } from '@vedette/contract';
import { Handles, RpcContext } from '@vedette/messaging';
import { AlertLogService } from './alert-log.service.ts';

@Controller()
export class AlertController {
  constructor(private readonly alerts: AlertLogService) {}

  @Handles('listAlerts')
  list(@Payload() { query }: RequestOf<'listAlerts'>, @Ctx() context: RpcContext): Promise<ResponseOf<'listAlerts'>> {
    return this.alerts.list(context, query);
  }
}
