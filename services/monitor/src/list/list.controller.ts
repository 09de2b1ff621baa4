import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import type { Overview, RequestOf } from '@vedette/contract';
import { Handles, RpcContext, type Reply } from '@vedette/messaging';
import { MonitorListService } from './monitor-list.service.ts';
import { OverviewService } from './overview.service.ts';

@Controller()
export class ListController {
  constructor(
    private readonly lists: MonitorListService,
    private readonly overviews: OverviewService,
  ) {}

  @Handles('getMonitorList')
  list(@Payload() { query }: RequestOf<'getMonitorList'>, @Ctx() context: RpcContext): Promise<Reply> {
    return this.lists.list(context.organizationId, query);
  }

  @Handles('getOverview')
  overview(@Ctx() context: RpcContext): Promise<Overview> {
    return this.overviews.overview(context);
  }
}
