import type { LoggerService } from '@nestjs/common';
import { context, trace } from '@opentelemetry/api';
import pino from 'pino';
import { currentRequestId } from './request-scope.ts';

export type Logger = pino.Logger;
export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

const LAST_LINES_MS = 2_000;

/** Names under which secrets travel; their values never reach a log line, at the top or one level down. */
const SECRET_FIELDS = [
  'authorization',
  'password',
  'secret',
  'apiKey',
  'requestHeaders',
  'requestBody',
  'heartbeatUrl',
  'databaseUrl',
];

export function createLogger(
  service: string,
  level: LogLevel,
  destination: pino.DestinationStream = pino.destination({ fd: 1, sync: false, minLength: 1 }),
): Logger {
  return pino(
    {
      level,
      base: { service },
      messageKey: 'message',
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: SECRET_FIELDS.flatMap((name) => [name, `*.${name}`]), censor: '[redacted]' },
      serializers: { error: describeError },
      mixin: correlation,
    },
    destination,
  );
}

/** Ends the process once its last lines are written. When nobody reads them any more, it ends without. */
export function endProcess(logger: Logger, code: number): void {
  // Left to itself, the log's exit handler tries a write that fails for ever.
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), LAST_LINES_MS);
  logger.flush(() => process.exit(code));
}

/** What an error says, and nothing that hangs on it: drivers attach whole connections to theirs. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  const cause = error.cause === undefined ? {} : { cause: describeError(error.cause) };
  return { type: error.name, message: error.message, ...code, stack: error.stack, ...cause };
}

function correlation(): object {
  const requestId = currentRequestId();
  const traceId = trace.getSpanContext(context.active())?.traceId;
  return { ...(requestId !== undefined && { requestId }), ...(traceId !== undefined && { traceId }) };
}

/** Sends what Nest itself has to say through our logger; its start-up chatter is debug. */
export function nestLogger(logger: Logger): LoggerService {
  const write =
    (level: LogLevel) =>
    (message: unknown, ...rest: unknown[]) => {
      const details = { context: rest.at(-1), ...(message instanceof Error && { error: message }) };
      logger[level](details, message instanceof Error ? message.message : String(message));
    };
  return {
    log: write('debug'),
    debug: write('debug'),
    verbose: write('debug'),
    warn: write('warn'),
    error: write('error'),
  };
}
