import { ApiError } from '@vedette/contract';
import type { RoleVerdict } from './roles.ts';

/** What a client is told of a change that may not be made. */
export function roleRefusal(verdict: Exclude<RoleVerdict, { kind: 'allowed' }>): ApiError {
  switch (verdict.kind) {
    case 'forbidden':
    case 'stale':
      return ApiError.forbidden(verdict.reason);
    case 'conflict':
      return ApiError.conflict(verdict.reason);
  }
}
