import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import type { RequestOf, ResponseOf } from '@vedette/contract';
import { Handles, RpcContext } from '@vedette/messaging';
import { HistoryService } from './history.service.ts';

@Controller()
export class HistoryController {
  constructor(private readonly history: HistoryService) {}

  @Handles('listChecks')
  checks(
    @Payload() { params, query }: RequestOf<'listChecks'>,
    @Ctx() context: RpcContext,
  ): Promise<ResponseOf<'listChecks'>> {
    return this.history.list(context.organizationId, params.monitorId, query);
  }

  @Handles('getLatency')
  latency(
    @Payload() { params, query }: RequestOf<'getLatency'>,
    @Ctx() context: RpcContext,
  ): Promise<ResponseOf<'getLatency'>> {
    return this.history.latency(context.organizationId, params.monitorId, query);
  }
}
