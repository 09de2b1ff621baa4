import { AsyncLocalStorage } from 'node:async_hooks';

export interface RequestScope {
  readonly requestId: string;
  /** Whose request it is; undefined for what a service does on its own behalf. */
  readonly organizationId?: string | undefined;
}

const scope = new AsyncLocalStorage<RequestScope>();

/** Everything logged inside `work`, however deep, carries the request's id, and takes turns in its organization's name. */
export function inRequestScope<T>(requestScope: RequestScope, work: () => T): T {
  return scope.run(requestScope, work);
}

export function currentRequestId(): string | undefined {
  return scope.getStore()?.requestId;
}

export function currentOrganizationId(): string | undefined {
  return scope.getStore()?.organizationId;
}
