import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import { internal, type CheckOutcome, type CheckTarget } from '@vedette/contract';
import { Answers, RpcContext } from '@vedette/messaging';
import { CheckService } from './check.service.ts';

@Controller()
export class CheckController {
  constructor(private readonly checks: CheckService) {}

  @Answers(internal.runCheck)
  runCheck(
    @Payload() check: { organizationId: string; target: CheckTarget },
    @Ctx() context: RpcContext,
  ): Promise<CheckOutcome> {
    return this.checks.runNow(check, context.request.deadlineAt);
  }
}
