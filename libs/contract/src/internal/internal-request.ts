import { DEFAULT_DEADLINE_MS, operationSubject, type NatsUser, type ServiceName } from '../subject.ts';

/** A request between our own services, not part of the API. The type parameters are its input and its answer. */
export interface InternalRequest<Input, Answer> {
  readonly subject: string;
  readonly deadlineMs: number;
  /** `long`: the request waits for a third party. */
  readonly lane: 'internal' | 'long';
  /** The services whose NATS users may send this request. The operator's command line uses the account service's user. */
  readonly callers: readonly NatsUser[];
  /** Only for the compiler. */
  readonly types?: { input: Input; answer: Answer };
}

export function internalRequest<Input, Answer>(
  service: ServiceName | 'gateway',
  name: string,
  callers: readonly NatsUser[],
): InternalRequest<Input, Answer> {
  return { subject: operationSubject(service, name), deadlineMs: DEFAULT_DEADLINE_MS, lane: 'internal', callers };
}
