import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import {
  internal,
  type MaintenanceSpans,
  type MaintenanceSpansQuery,
  type MaintenanceWindow,
  type NextWindow,
  type RequestOf,
  type ResponseOf,
} from '@vedette/contract';
import { Answers, Handles, RpcContext, type Reply } from '@vedette/messaging';
import { MaintenanceWindowService } from './maintenance-window.service.ts';

@Controller()
export class MaintenanceWindowController {
  constructor(private readonly windows: MaintenanceWindowService) {}

  @Handles('listMaintenanceWindows')
  list(
    @Payload() { query }: RequestOf<'listMaintenanceWindows'>,
    @Ctx() context: RpcContext,
  ): Promise<ResponseOf<'listMaintenanceWindows'>> {
    return this.windows.list(context.organizationId, query);
  }

  @Handles('createMaintenanceWindow')
  create(@Payload() { body }: RequestOf<'createMaintenanceWindow'>, @Ctx() context: RpcContext): Promise<Reply> {
    return this.windows.create(context, body);
  }

  @Handles('getMaintenanceWindow')
  get(
    @Payload() { params }: RequestOf<'getMaintenanceWindow'>,
    @Ctx() context: RpcContext,
  ): Promise<MaintenanceWindow> {
    return this.windows.get(context.organizationId, params.maintenanceId);
  }

  @Handles('updateMaintenanceWindow')
  update(
    @Payload() { params, body }: RequestOf<'updateMaintenanceWindow'>,
    @Ctx() context: RpcContext,
  ): Promise<Reply> {
    return this.windows.update(context, params.maintenanceId, body);
  }

  @Handles('deleteMaintenanceWindow')
  delete(@Payload() { params }: RequestOf<'deleteMaintenanceWindow'>, @Ctx() context: RpcContext): Promise<Reply> {
    return this.windows.delete(context, params.maintenanceId);
  }

  @Answers(internal.listMaintenanceSpans)
  spans(@Payload() query: MaintenanceSpansQuery): Promise<MaintenanceSpans> {
    return this.windows.spans(query);
  }

  @Answers(internal.countMaintenanceWindows)
  async count(@Payload() { organizationId }: { organizationId: string }): Promise<{ count: number }> {
    return { count: await this.windows.count(organizationId) };
  }

  @Answers(internal.listNextWindows)
  next(
    @Payload() { organizationId, limit }: { organizationId: string; limit: number },
  ): Promise<{ windows: NextWindow[]; total: number }> {
    return this.windows.next(organizationId, limit);
  }
}
