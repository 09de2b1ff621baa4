// Decides whether the caller may run an operation at all: the key's access level, then the subscription.
import { ApiError, type Caller, type Operation } from '@vedette/contract';

export function accessFault(caller: Caller, operation: Operation): ApiError | undefined {
  if (operation.method === 'GET') return undefined;
  if (caller.access === 'READ_ONLY') return ApiError.forbidden();
  if (caller.subscription === 'CANCELED') return ApiError.subscriptionRequired();
  return undefined;
}
