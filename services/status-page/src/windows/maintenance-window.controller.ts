import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import {
  internal,
  type MaintenanceSpansQuery,
  type MaintenanceWindow,
  type NextWindow,
  type RequestOf,
  type ResponseOf,
  type TimeSpan,
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

  @Answers(internal.maintenanceSpans)
  spans(@Payload() query: MaintenanceSpansQuery): Promise<{ spans: TimeSpan[] }> {
    return this.windows.spans(query);
  }

  @Answers(internal.listNextWindows)
  next(
    @Payload() { organizationId, limit }: { organizationId: string; limit: number },
  ): Promise<{ windows: NextWindow[]; total: number }> {
    return this.windows.next(organizationId, limit);
  }

  @Answers(internal.listMaintenanceSpans)
  spansOfMany(
    @Payload() { monitorIds, from, to }: { monitorIds: string[]; from: string; to: string },
  ): Promise<{ spans: ({ monitorId: string } & TimeSpan)[] }> {
    return this.windows.spansOfMany(monitorIds, new Date(from), new Date(to));
  }
}
