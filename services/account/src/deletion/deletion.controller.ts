import { Controller } from '@nestjs/common';
import { Ctx } from '@nestjs/microservices';
import { Handles, RpcContext, type Reply } from '@vedette/messaging';
import { actingMemberOf } from '../acting.ts';
import { DeletionService } from './deletion.service.ts';

@Controller()
export class DeletionController {
  constructor(private readonly deletions: DeletionService) {}

  @Handles('deleteOrganization')
  delete(@Ctx() context: RpcContext): Promise<Reply> {
    return this.deletions.delete(actingMemberOf(context));
  }
}
