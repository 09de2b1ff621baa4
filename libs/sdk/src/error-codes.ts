// Made from libs/contract by `npx -y pnpm run sdk`: change it there.

/** The codes of the API's errors. */
export type ApiErrorCode =
  | 'validation_error'
  | 'invalid_idempotency_key'
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'conflict'
  | 'idempotency_conflict'
  | 'idempotency_in_progress'
  | 'plan_limit'
  | 'subscription_required'
  | 'rate_limited'
  | 'internal_error';
