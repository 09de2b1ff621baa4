// Decides whether the caller may run an operation at all: the key's access level, then the subscription.
import { ApiError, type KeyCaller, type Operation } from '@vedette/contract';

export function accessFault(caller: KeyCaller, operation: Operation): ApiError | undefined {
  if (operation.effect === 'read') return undefined;
  if (caller.access === 'READ_ONLY') return ApiError.forbidden();
  if (caller.subscription === 'CANCELED') return ApiError.subscriptionRequired();
  return undefined;
}
