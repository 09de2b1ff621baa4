import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import { internal, type RequestOf } from '@vedette/contract';
import { Answers, Handles, RpcContext, type Reply } from '@vedette/messaging';
import { CheckService } from './check.service.ts';
import { MonitorTestService } from './monitor-test.service.ts';

@Controller()
export class CheckController {
  constructor(
    private readonly checks: CheckService,
    private readonly tests: MonitorTestService,
  ) {}

  @Handles('checkMonitor')
  check(@Payload() { params }: RequestOf<'checkMonitor'>, @Ctx() context: RpcContext): Promise<Reply> {
    return this.checks.check(context, params.monitorId);
  }

  @Handles('runMonitorTest')
  test(@Payload() { body }: RequestOf<'runMonitorTest'>, @Ctx() context: RpcContext): Promise<Reply> {
    return this.tests.test(context, body);
  }

  @Answers(internal.checkMonitorNow)
  checkNow(
    @Payload() asked: { organizationId: string; monitorId: string },
    @Ctx() { request }: RpcContext,
  ): Promise<void> {
    return this.checks.checkNow(asked.organizationId, asked.monitorId, request);
  }
}
