// Decides which sentence an operator reads when a service refuses a command, or when something else makes it fail.
import { ConfigError } from '@vedette/configuration';
import type { Detail } from '@vedette/contract';
import type { WireError } from '@vedette/messaging/wire';

const NOT_MIGRATED = 'The database is not migrated for this version: start the stack or run its migrations first.';

/** By PostgreSQL error code. */
const DATABASE_FAILURES = new Map([
  ['42P01', NOT_MIGRATED],
  ['42703', NOT_MIGRATED],
  ['3F000', NOT_MIGRATED],
  ['28P01', 'PostgreSQL refuses the user or the password in DATABASE_URL.'],
  ['28000', 'PostgreSQL refuses the user in DATABASE_URL.'],
  ['3D000', 'PostgreSQL has no database of the name in DATABASE_URL.'],
  ['42501', 'The user in DATABASE_URL may not use the schema of the account service.'],
  ['53300', 'PostgreSQL has no connection left; try again.'],
  ['57P03', 'PostgreSQL is still starting; try again.'],
]);

const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EPIPE',
]);

export function failureSentence(error: unknown): string {
  if (error instanceof ConfigError) return `${error.faults.join(', and ')}.`;
  const code = codeOf(error);
  const known = DATABASE_FAILURES.get(code);
  if (known !== undefined) return known;
  if (UNREACHABLE.has(code)) return `PostgreSQL cannot be reached (${code}): is the stack running?`;
  const message = messageOf(error);
  // Connection timeouts of pg and its pool have no error code.
  if (/timeout|terminated unexpectedly/i.test(message)) {
    return `PostgreSQL does not answer (${message}): is the stack running?`;
  }
  return `The command failed: ${message}.`;
}

/** What the command did stays done; only its answer is lost. */
export function outputFailureSentence(error: Error): string {
  return `The answer cannot be written to standard output: ${messageOf(error)}.`;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return (text.split('\n', 1)[0] ?? '').trim().replace(/\.$/, '') || 'no reason was given';
}

/** Options go by their own names. */
export function refusalSentence({ message, details }: Pick<WireError, 'message' | 'details'>): string {
  const faults = details?.map(faultOf).join(', and ');
  return faults === undefined ? message : `${faults}.`;
}

/** A message that begins with the name of its field refers to the option of that name, or to a part of its value. */
function faultOf({ path, message }: Detail): string {
  if (!message.startsWith(`${path} `)) return message;
  const [field = '', ...parts] = path.split('.');
  const option = `--${field.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  if (parts.length === 0) return `${option}${message.slice(path.length)}`;
  return `${option}: ${message.replaceAll(`${field}.`, '')}`;
}
