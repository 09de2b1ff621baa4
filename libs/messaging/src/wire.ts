import { headers, type MsgHdrs } from '@nats-io/transport-node';
import type { RequestContext } from '@vedette/contract';
// Not the whole contract: the operator's command line reads and writes this too, and must not wait for schemas.
import { ApiError, type Detail, type ErrorCode, isErrorCode } from '@vedette/contract/errors';
import type { TraceCarrier } from '@vedette/telemetry';

const CONTEXT_HEADER = 'vedette-context';
const ERROR_HEADER = 'vedette-error';
const REPLAYED_HEADER = 'vedette-replayed';
const TRACE_HEADERS = ['traceparent', 'tracestate'];

export function contextHeaders(context: RequestContext, trace: TraceCarrier = {}): MsgHdrs {
  const message = headers();
  message.set(CONTEXT_HEADER, JSON.stringify(context));
  writeTrace(message, trace);
  return message;
}

export function readContext(message: MsgHdrs | undefined): RequestContext | undefined {
  const text = message?.get(CONTEXT_HEADER);
  return text === undefined || text === '' ? undefined : (JSON.parse(text) as RequestContext);
}

export function writeTrace(message: MsgHdrs, carrier: TraceCarrier): void {
  for (const [name, value] of Object.entries(carrier)) message.set(name, value);
}

export function readTrace(message: MsgHdrs | undefined): TraceCarrier {
  if (message === undefined) return {};
  return Object.fromEntries(
    TRACE_HEADERS.map((name) => [name, message.get(name)] as const).filter(([, value]) => value !== ''),
  );
}

export function replayedHeaders(): MsgHdrs {
  const message = headers();
  message.set(REPLAYED_HEADER, 'true');
  return message;
}

export function isReplayed(message: MsgHdrs | undefined): boolean {
  return message?.get(REPLAYED_HEADER) === 'true';
}

interface WireError {
  readonly message: string;
  readonly details?: Detail[];
}

export function errorReply(error: ApiError): { headers: MsgHdrs; body: string } {
  const message = headers();
  message.set(ERROR_HEADER, error.code);
  const body: WireError = { message: error.message, ...(error.details && { details: [...error.details] }) };
  return { headers: message, body: JSON.stringify(body) };
}

/** The error that a reply carries, or undefined when it is an answer. */
export function readError(message: MsgHdrs | undefined, body: () => unknown): ApiError | undefined {
  const code = message?.get(ERROR_HEADER);
  if (code === undefined || code === '') return undefined;
  const { message: text, details } = body() as WireError;
  const known: ErrorCode = isErrorCode(code) ? code : 'internal_error';
  return new ApiError(known, text, details);
}
