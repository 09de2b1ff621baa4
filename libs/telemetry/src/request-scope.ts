import { AsyncLocalStorage } from 'node:async_hooks';

export interface RequestScope {
  readonly requestId: string;
  /** The organization of the request; undefined for work that a service does on its own behalf. */
  readonly organizationId?: string | undefined;
}

const scope = new AsyncLocalStorage<RequestScope>();

/** Runs `work` in the scope of a request: log lines carry its id, and turns are taken for its organization. */
export function inRequestScope<T>(requestScope: RequestScope, work: () => T): T {
  return scope.run(requestScope, work);
}

export function currentRequestId(): string | undefined {
  return scope.getStore()?.requestId;
}

export function currentOrganizationId(): string | undefined {
  return scope.getStore()?.organizationId;
}
