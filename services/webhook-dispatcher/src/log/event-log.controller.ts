import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import type { RequestOf, StreamPage, StreamPageRequest } from '@vedette/contract';
import { Handles, RpcContext, type Reply } from '@vedette/messaging';
import { EventLogService } from './event-log.service.ts';

@Controller()
export class EventLogController {
  constructor(private readonly log: EventLogService) {}

  @Handles('listEvents')
  list(@Payload() { query }: RequestOf<'listEvents'>, @Ctx() context: RpcContext): Promise<Reply> {
    return this.log.list(context, query);
  }

  @Handles('streamEvents')
  stream(@Payload() { after }: StreamPageRequest, @Ctx() context: RpcContext): Promise<StreamPage> {
    return this.log.stream(context, after);
  }
}
