import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import type { RequestOf } from '@vedette/contract';
import { Handles, RpcContext, type Reply } from '@vedette/messaging';
import { actingMemberOf } from '../acting.ts';
import { KeyService } from './key.service.ts';

@Controller()
export class KeyController {
  constructor(private readonly keys: KeyService) {}

  @Handles('listKeys')
  list(@Payload() { query }: RequestOf<'listKeys'>, @Ctx() context: RpcContext): Promise<Reply> {
    return this.keys.list(context.organizationId, query);
  }

  @Handles('createKey')
  create(@Payload() { body }: RequestOf<'createKey'>, @Ctx() context: RpcContext): Promise<Reply> {
    return this.keys.create(actingMemberOf(context), body);
  }

  @Handles('updateKey')
  update(@Payload() { params, body }: RequestOf<'updateKey'>, @Ctx() context: RpcContext): Promise<Reply> {
    return this.keys.update(actingMemberOf(context), params.keyId, body);
  }

  @Handles('deleteKey')
  delete(@Payload() { params }: RequestOf<'deleteKey'>, @Ctx() context: RpcContext): Promise<Reply> {
    return this.keys.delete(actingMemberOf(context), params.keyId);
  }

  @Handles('replaceKey')
  replace(@Payload() { params, body }: RequestOf<'replaceKey'>, @Ctx() context: RpcContext): Promise<Reply> {
    return this.keys.replace(actingMemberOf(context), params.keyId, body.overlapSeconds);
  }
}
