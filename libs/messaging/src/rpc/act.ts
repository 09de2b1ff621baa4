// Decides whether a request leaves a line in the audit log, and what is known of that line before the mutation runs.
import type { Actor, RequestContext, ServiceName } from '@vedette/contract';

export interface Act {
  readonly actor: Actor;
  readonly service: ServiceName;
  readonly operation: string;
  /** The resource that the path of the request names. */
  readonly resourceId: string | undefined;
  /** Null for commands: the operator does not see the requests that they send. */
  readonly requestId: string | null;
  readonly address: string | null;
}

/** A request as a service receives it: `vedette.rpc.<service>.<operation>`, with the parameters of its path. */
export interface ReceivedRequest {
  readonly subject: string;
  readonly input: unknown;
}

/** Undefined for a request without an actor: reads, and requests of other services. */
export function actOf(
  { actor, requestId, sourceAddress }: RequestContext,
  { subject, input }: ReceivedRequest,
): Act | undefined {
  if (actor === undefined) return undefined;
  const [, , service, operation = ''] = subject.split('.');
  return {
    actor,
    service: service as ServiceName,
    operation,
    resourceId: paramsOf(input).at(-1),
    requestId: actor.kind === 'operator' ? null : requestId,
    address: sourceAddress ?? null,
  };
}

/** In the order of the path. Requests of the command line have no parameters. */
function paramsOf(input: unknown): string[] {
  const { params = {} } = (input ?? {}) as { params?: Readonly<Record<string, string>> };
  return Object.values(params);
}
