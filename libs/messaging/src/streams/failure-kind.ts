// Decides whether a failure is caused by the data, which fails again on every try, or by infrastructure, and what happens
// to an event whose effect failed: it is delivered again after a growing delay, or parked.

/** SQLSTATE classes of data errors: a value that does not fit (22), or that breaks a constraint (23). */
const DATA_SQLSTATE = /^2[23][0-9A-Z]{3}$/;
const SQLSTATE = /^[0-9A-Z]{5}$/;
/** Node's codes for socket and file errors: ECONNREFUSED, ETIMEDOUT, … */
const SYSTEM_CODE = /^E[A-Z]+$/;
/** Prisma's own codes (P2010) look like a SQLSTATE; the wrapped error is more specific. */
const PRISMA_CODE = /^P[1-6]\d{3}$/;

export function isAboutData(error: unknown): boolean {
  const code = codeOf(error);
  if (code !== undefined) return DATA_SQLSTATE.test(code) && !isMissingPartition(code, error);
  if (error instanceof Error && error.name === 'ApiError') return 'code' in error && error.code === 'validation_error';
  // Unreadable JSON, a field of the wrong type, or a value out of range.
  if (error instanceof SyntaxError || error instanceof TypeError || error instanceof RangeError) return true;
  return error instanceof Error && error.name === 'PrismaClientValidationError';
}

/** PostgreSQL reports a missing partition as a check violation. Creating partitions is the service's task. */
function isMissingPartition(code: string, error: unknown): boolean {
  return code === '23514' && error instanceof Error && error.message.includes('no partition of relation');
}

/** Returns the error code of the database or the system, at any depth of wrapping. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Object)) return undefined;
  const { code, originalCode, meta, cause }: ErrorFields = error;
  const own = [originalCode, code].find(isTelling);
  return own ?? codeOf(meta?.driverAdapterError) ?? codeOf(cause);
}

function isTelling(code: unknown): code is string {
  return typeof code === 'string' && (SQLSTATE.test(code) || SYSTEM_CODE.test(code)) && !PRISMA_CODE.test(code);
}

interface ErrorFields {
  readonly code?: unknown;
  readonly originalCode?: unknown;
  readonly meta?: { readonly driverAdapterError?: unknown };
  readonly cause?: unknown;
}

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 60_000;
const DELIVERIES_BEFORE_PARKING = 20;

export type Redelivery = { kind: 'again'; delayMs: number } | { kind: 'park'; delayMs: number };

/**
 * `deliveryCount` counts from 1. Only failures of the event's own data lead to parking: failures of infrastructure
 * pass. If parking fails, it is tried again after `delayMs`.
 */
export function redelivery(deliveryCount: number, isDataFault: boolean): Redelivery {
  const delayMs = Math.min(FIRST_DELAY_MS * 2 ** (deliveryCount - 1), LONGEST_DELAY_MS);
  return { kind: isDataFault && deliveryCount >= DELIVERIES_BEFORE_PARKING ? 'park' : 'again', delayMs };
}
