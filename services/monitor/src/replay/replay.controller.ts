import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import type { ReplayResult, RequestOf } from '@vedette/contract';
import { Handles, RpcContext } from '@vedette/messaging';
import { ReplayService } from './replay.service.ts';

@Controller()
export class ReplayController {
  constructor(private readonly replays: ReplayService) {}

  @Handles('replayMonitor')
  replay(@Payload() { params, body }: RequestOf<'replayMonitor'>, @Ctx() context: RpcContext): Promise<ReplayResult> {
    return this.replays.replay(context, params.monitorId, body);
  }
}
