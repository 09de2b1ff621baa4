import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import type { RequestOf } from '@vedette/contract';
import { Handles, RpcContext, type Reply } from '@vedette/messaging';
import { actingMemberOf, signedInOf } from '../acting.ts';
import { visitOf } from '../sign-in/session-start.ts';
import { InvitationAcceptance } from './invitation-acceptance.ts';
import { InvitationService } from './invitation.service.ts';

@Controller()
export class InvitationController {
  constructor(
    private readonly invitations: InvitationService,
    private readonly acceptance: InvitationAcceptance,
  ) {}

  @Handles('listInvitations')
  list(@Payload() { query }: RequestOf<'listInvitations'>, @Ctx() context: RpcContext): Promise<Reply> {
    return this.invitations.list(context.organizationId, query);
  }

  @Handles('createInvitation')
  create(@Payload() { body }: RequestOf<'createInvitation'>, @Ctx() context: RpcContext): Promise<Reply> {
    return this.invitations.create(actingMemberOf(context), body);
  }

  @Handles('deleteInvitation')
  delete(@Payload() { params }: RequestOf<'deleteInvitation'>, @Ctx() context: RpcContext): Promise<Reply> {
    return this.invitations.delete(actingMemberOf(context), params.invitationId);
  }

  @Handles('acceptInvitation')
  accept(@Payload() { body }: RequestOf<'acceptInvitation'>, @Ctx() context: RpcContext): Promise<Reply> {
    return context.request.session === undefined
      ? this.acceptance.enter(visitOf(context), body.token)
      : this.acceptance.join(signedInOf(context), body.token);
  }
}
