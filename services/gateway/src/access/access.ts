// Decides whether a party may run an operation at all: the key's access level or the role, then the subscription.
import { ApiError, ROLES, type Operation, type Role } from '@vedette/contract';
import type { Party } from './acting-party.ts';

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

/** `isSelf`: the request names the person who sends it, in the parameter that the operation says names a person. */
export function roleFault(role: Role, operation: Operation, isSelf: boolean): ApiError | undefined {
  if (operation.role === null || isSelf || ROLES.indexOf(role) >= ROLES.indexOf(operation.role)) return undefined;
  return ApiError.forbidden(`This takes the role ${operation.role}; yours is ${role}.`);
}

export function namesSelf(
  { selfParam }: Operation,
  params: Readonly<Record<string, string>>,
  personId: string | undefined,
): boolean {
  return selfParam !== undefined && personId !== undefined && params[selfParam] === personId;
}
