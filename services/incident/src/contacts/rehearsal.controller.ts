import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import type { Rehearsal, RequestOf } from '@vedette/contract';
import { Handles, RpcContext, type Reply } from '@vedette/messaging';
import { RehearsalService } from './rehearsal.service.ts';

@Controller()
export class RehearsalController {
  constructor(private readonly rehearsals: RehearsalService) {}

  @Handles('startRehearsal')
  start(@Ctx() context: RpcContext): Promise<Reply> {
    return this.rehearsals.start(context);
  }

  @Handles('getRehearsal')
  get(@Payload() { params }: RequestOf<'getRehearsal'>, @Ctx() context: RpcContext): Promise<Rehearsal> {
    return this.rehearsals.get(context, params.rehearsalId);
  }
}
