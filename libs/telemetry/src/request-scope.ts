import { AsyncLocalStorage } from 'node:async_hooks';

export interface RequestScope {
  readonly requestId: string;
}

const scope = new AsyncLocalStorage<RequestScope>();

/** Everything logged inside `work`, however deep, carries the request's id. */
export function inRequestScope<T>(requestScope: RequestScope, work: () => T): T {
  return scope.run(requestScope, work);
}

export function currentRequestId(): string | undefined {
  return scope.getStore()?.requestId;
}
