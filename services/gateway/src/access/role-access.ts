// Decides whether the role of a person in an organization is enough for an operation.
import { ApiError, ROLES, type Operation, type Role } from '@vedette/contract';

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
