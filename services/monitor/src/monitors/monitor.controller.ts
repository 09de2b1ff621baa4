import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import { internal, type RequestOf, type ResponseOf } from '@vedette/contract';
import { Answers, Handles, RpcContext, type Reply } from '@vedette/messaging';
import { MonitorService } from './monitor.service.ts';

@Controller()
export class MonitorController {
  constructor(private readonly monitors: MonitorService) {}

  @Handles('listMonitors')
  list(@Payload() { query }: RequestOf<'listMonitors'>, @Ctx() context: RpcContext): Promise<Reply> {
    return this.monitors.list(context, query);
  }

  @Handles('createMonitor')
  create(@Payload() { body }: RequestOf<'createMonitor'>, @Ctx() context: RpcContext): Promise<Reply> {
    return this.monitors.create(context, body);
  }

  @Handles('getMonitor')
  get(@Payload() { params }: RequestOf<'getMonitor'>, @Ctx() context: RpcContext): Promise<Reply> {
    return this.monitors.get(context, params.monitorId);
  }

  @Handles('updateMonitor')
  update(@Payload() { params, body }: RequestOf<'updateMonitor'>, @Ctx() context: RpcContext): Promise<Reply> {
    return this.monitors.update(context, params.monitorId, body);
  }

  @Handles('deleteMonitor')
  delete(@Payload() { params }: RequestOf<'deleteMonitor'>, @Ctx() context: RpcContext): Promise<Reply> {
    return this.monitors.delete(context, params.monitorId);
  }

  @Handles('pauseMonitor')
  pause(@Payload() { params }: RequestOf<'pauseMonitor'>, @Ctx() context: RpcContext): Promise<Reply> {
    return this.monitors.pause(context, params.monitorId);
  }

  @Handles('resumeMonitor')
  resume(@Payload() { params }: RequestOf<'resumeMonitor'>, @Ctx() context: RpcContext): Promise<Reply> {
    return this.monitors.resume(context, params.monitorId);
  }

  @Handles('bulkMonitors')
  bulk(@Payload() { body }: RequestOf<'bulkMonitors'>, @Ctx() context: RpcContext): Promise<Reply> {
    return this.monitors.bulk(context, body);
  }

  @Handles('listMonitorStatusPages')
  statusPages(
    @Payload() { params, query }: RequestOf<'listMonitorStatusPages'>,
    @Ctx() context: RpcContext,
  ): Promise<ResponseOf<'listMonitorStatusPages'>> {
    return this.monitors.statusPages(context, params.monitorId, query);
  }

  @Answers(internal.describeMonitors)
  describe(@Payload() asked: { organizationId: string; monitorIds: string[] }): Promise<Reply> {
    return this.monitors.describe(asked.organizationId, asked.monitorIds);
  }

  @Answers(internal.countMonitors)
  async count(@Payload() { organizationId }: { organizationId: string }): Promise<{ count: number }> {
    return { count: await this.monitors.count(organizationId) };
  }
}
