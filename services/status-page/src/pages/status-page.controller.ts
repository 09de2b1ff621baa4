import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import {
  internal,
  type PageOfMonitor,
  type PagesOfMonitorQuery,
  type RequestOf,
  type StatusPage,
} from '@vedette/contract';
import { Answers, Handles, RpcContext, type Reply } from '@vedette/messaging';
import { StatusPageService } from './status-page.service.ts';

@Controller()
export class StatusPageController {
  constructor(private readonly pages: StatusPageService) {}

  @Handles('listStatusPages')
  list(@Payload() { query }: RequestOf<'listStatusPages'>, @Ctx() context: RpcContext): Promise<Reply> {
    return this.pages.list(context, query);
  }

  @Handles('createStatusPage')
  create(@Payload() { body }: RequestOf<'createStatusPage'>, @Ctx() context: RpcContext): Promise<Reply> {
    return this.pages.create(context, body);
  }

  @Handles('getStatusPage')
  get(@Payload() { params }: RequestOf<'getStatusPage'>, @Ctx() context: RpcContext): Promise<StatusPage> {
    return this.pages.get(context, params.statusPageId);
  }

  @Handles('updateStatusPage')
  update(@Payload() { params, body }: RequestOf<'updateStatusPage'>, @Ctx() context: RpcContext): Promise<Reply> {
    return this.pages.update(context, params.statusPageId, body);
  }

  @Handles('deleteStatusPage')
  delete(@Payload() { params }: RequestOf<'deleteStatusPage'>, @Ctx() context: RpcContext): Promise<Reply> {
    return this.pages.delete(context, params.statusPageId);
  }

  @Answers(internal.countStatusPages)
  async count(@Payload() { organizationId }: { organizationId: string }): Promise<{ count: number }> {
    return { count: await this.pages.count(organizationId) };
  }

  @Answers(internal.listPagesOfMonitor)
  showing(@Payload() query: PagesOfMonitorQuery): Promise<{ pages: PageOfMonitor[]; total: number }> {
    return this.pages.showing(query);
  }
}
