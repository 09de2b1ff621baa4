import { BaseRpcContext } from '@nestjs/microservices';
import type { Actor, Caller, Idempotency, RequestContext } from '@vedette/contract';
import { actOf, type Act, type ReceivedRequest } from './act.ts';

/** The information about a request, besides its input, that a handler gets. */
export class RpcContext extends BaseRpcContext<[RequestContext, ReceivedRequest]> {
  get request(): RequestContext {
    return this.getArgs()[0];
  }

  get caller(): Caller {
    const { caller } = this.request;
    if (caller === undefined) throw new Error('This request carries no caller');
    return caller;
  }

  get organizationId(): string {
    return this.caller.organizationId;
  }

  /** True if the answer must mask secrets from the caller. */
  get seesMasks(): boolean {
    return this.request.seesMasks === true;
  }

  get idempotency(): Idempotency | undefined {
    return this.request.idempotency;
  }

  get act(): Act | undefined {
    return actOf(...this.getArgs());
  }

  /** For a request without a credential, where the operation finds out who acts. */
  actAs(actor: Actor): Act | undefined {
    const [request, received] = this.getArgs();
    return actOf({ ...request, actor }, received);
  }
}
