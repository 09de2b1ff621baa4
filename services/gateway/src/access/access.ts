// Decides whether a party may run an operation at all: the key's access level or the role, then the subscription.
import { ApiError, type Operation } from '@vedette/contract';
import type { Party } from './acting-party.ts';
import { namesSelf, roleFault } from './role-access.ts';

export function accessFault(
  { caller, session }: Party,
  operation: Operation,
  params: Readonly<Record<string, string>>,
): ApiError | undefined {
  if (caller === undefined) return undefined;
  if ('role' in caller) {
    const fault = roleFault(caller.role, operation, namesSelf(operation, params, session?.person.id));
    if (fault !== undefined) return fault;
  }
  if (operation.effect === 'read') return undefined;
  if ('access' in caller && caller.access === 'READ_ONLY') return ApiError.forbidden();
  if (caller.subscription === 'CANCELED' && operation.worksCanceled !== true) return ApiError.subscriptionRequired();
  return undefined;
}
