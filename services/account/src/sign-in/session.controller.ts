import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import type { RequestOf } from '@vedette/contract';
import { Handles, RpcContext, type Reply } from '@vedette/messaging';
import { signedInOf } from '../acting.ts';
import { visitOf, visitorOf } from './session-start.ts';
import { SessionService } from './session.service.ts';
import { SignInRequestService } from './sign-in-request.service.ts';
import { SignInService } from './sign-in.service.ts';

@Controller()
export class SessionController {
  constructor(
    private readonly sessions: SessionService,
    private readonly requests: SignInRequestService,
    private readonly signIns: SignInService,
  ) {}

  @Handles('createSignInLink')
  createSignInLink(@Payload() { body }: RequestOf<'createSignInLink'>, @Ctx() context: RpcContext): Promise<Reply> {
    return this.requests.request(body.email, visitorOf(context));
  }

  @Handles('redeemSignInLink')
  redeemSignInLink(@Payload() { body }: RequestOf<'redeemSignInLink'>, @Ctx() context: RpcContext): Promise<Reply> {
    const present = context.request.session === undefined ? undefined : signedInOf(context);
    return this.signIns.redeem(visitOf(context), body, present);
  }

  @Handles('viewSignInLink')
  viewSignInLink(@Payload() { body }: RequestOf<'viewSignInLink'>, @Ctx() context: RpcContext): Promise<Reply> {
    return this.signIns.view(visitorOf(context), body.token);
  }

  @Handles('listSignInMethods')
  listSignInMethods(@Payload() { query }: RequestOf<'listSignInMethods'>): Reply {
    return this.requests.methods(query);
  }

  @Handles('getSession')
  get(@Ctx() context: RpcContext): Promise<Reply> {
    return this.sessions.get(signedInOf(context), context.request.caller?.organizationId ?? null);
  }

  @Handles('endSession')
  end(@Ctx() context: RpcContext): Promise<Reply> {
    return this.sessions.end(signedInOf(context));
  }

  @Handles('listSessions')
  list(@Payload() { query }: RequestOf<'listSessions'>, @Ctx() context: RpcContext): Promise<Reply> {
    return this.sessions.list(signedInOf(context), query);
  }

  @Handles('endOneSession')
  endOne(@Payload() { params }: RequestOf<'endOneSession'>, @Ctx() context: RpcContext): Promise<Reply> {
    return this.sessions.endOne(signedInOf(context), params.sessionId);
  }

  @Handles('endAllSessions')
  endAll(@Ctx() context: RpcContext): Promise<Reply> {
    return this.sessions.endAll(signedInOf(context));
  }
}
