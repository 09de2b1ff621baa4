import type { LoggerService } from '@nestjs/common';
import { context, trace } from '@opentelemetry/api';
import pino from 'pino';
import { currentRequestId } from './request-scope.ts';

export type Logger = pino.Logger;
export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

const LAST_LINES_MS = 2_000;

/** Field names that hold secrets; their values are removed from log lines, at the top level and one level down. */
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

/** Ends the process after its last log lines are written, or after a timeout if the reader of the log is gone. */
export function endProcess(logger: Logger, code: number): void {
  // Without this, the logger's exit handler would retry a failing write for ever.
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), LAST_LINES_MS);
  logger.flush(() => process.exit(code));
}

/** Keeps an error's own text and drops attached objects: drivers attach whole connections to their errors. */
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

/** Sends Nest's own messages through our logger; its start-up messages get the level debug. */
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
