// Decides whether a failure is about the data at hand, which fails again on every try, or about what carries it.

/** A value that does not fit (22), or that breaks a constraint (23). Everything else of PostgreSQL's is no fault of the data. */
const DATA_SQLSTATE = /^2[23][0-9A-Z]{3}$/;
const SQLSTATE = /^[0-9A-Z]{5}$/;
/** Node's errors of sockets and files: ECONNREFUSED, ETIMEDOUT, … */
const SYSTEM_CODE = /^E[A-Z]+$/;
/** Prisma's own codes (P2010) have the form of a SQLSTATE; what it wraps tells more. */
const PRISMA_CODE = /^P[1-6]\d{3}$/;

export function isAboutData(error: unknown): boolean {
  const code = codeOf(error);
  if (code !== undefined) return DATA_SQLSTATE.test(code) && !isMissingPartition(code, error);
  if (error instanceof Error && error.name === 'ApiError') return 'code' in error && error.code === 'validation_error';
  // JSON that cannot be read, a field that is not what its type says, a value that is none of its kind.
  if (error instanceof SyntaxError || error instanceof TypeError || error instanceof RangeError) return true;
  return error instanceof Error && error.name === 'PrismaClientValidationError';
}

/** PostgreSQL reports it as a broken check; the partition is ours to make. */
function isMissingPartition(code: string, error: unknown): boolean {
  return code === '23514' && error instanceof Error && error.message.includes('no partition of relation');
}

/** What the database or the system says, however deep it is wrapped. */
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
