import { headers, type MsgHdrs } from '@nats-io/transport-node';
import type { RequestContext } from '@vedette/contract';
// Imports single modules of the contract: the operator's command line uses this file and should not load all schemas.
import { ApiError, type Detail, type ErrorCode, isErrorCode } from '@vedette/contract/errors';
import type { TraceCarrier } from '@vedette/telemetry';

const CONTEXT_HEADER = 'vedette-context';
const ERROR_HEADER = 'vedette-error';
const REPLAYED_HEADER = 'vedette-replayed';
const PARCEL_HEADER = 'vedette-parcel';
const BYTES_HEADER = 'vedette-bytes';
const LAST_PART_HEADER = 'vedette-last-part';
const ORGANIZATION_HEADER = 'vedette-organization';
const TRACE_HEADERS = ['traceparent', 'tracestate'];

export function contextHeaders(context: RequestContext, trace: TraceCarrier = {}): MsgHdrs {
  const message = headers();
  // The client's `set` would look for an older value first.
  message.append(CONTEXT_HEADER, JSON.stringify(context));
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

/** The organization that a fact is about, so that organizations can take turns before the fact is read. */
export function writeOrganization(message: MsgHdrs, organizationId: string): void {
  message.set(ORGANIZATION_HEADER, organizationId);
}

export function readOrganization(message: MsgHdrs | undefined): string {
  return message?.get(ORGANIZATION_HEADER) ?? '';
}

export function replayedHeaders(): MsgHdrs {
  const message = headers();
  message.set(REPLAYED_HEADER, 'true');
  return message;
}

export function isReplayed(message: MsgHdrs | undefined): boolean {
  return message?.get(REPLAYED_HEADER) === 'true';
}

/** The subject from which the rest of a large message is fetched, and the length of the whole message if known. */
export interface ParcelLabel {
  readonly subject: string;
  readonly bytes: number | undefined;
}

export function writeParcel(message: MsgHdrs, subject: string, bytes: number | undefined): void {
  message.set(PARCEL_HEADER, subject);
  if (bytes !== undefined) message.set(BYTES_HEADER, String(bytes));
}

export function readParcel(message: MsgHdrs | undefined): ParcelLabel | undefined {
  const subject = message?.get(PARCEL_HEADER);
  if (message === undefined || subject === undefined || subject === '') return undefined;
  const bytes = message.get(BYTES_HEADER);
  return { subject, bytes: bytes === '' ? undefined : Number(bytes) };
}

export function lastPartHeaders(): MsgHdrs {
  const message = headers();
  message.set(LAST_PART_HEADER, 'true');
  return message;
}

export function isLastPart(message: MsgHdrs | undefined): boolean {
  return message?.get(LAST_PART_HEADER) === 'true';
}

/** The body of a message that carries an error; its code is in a header. */
export interface WireError {
  readonly message: string;
  readonly details?: Detail[];
  readonly retryAfterSeconds?: number;
}

export function errorReply(error: ApiError): { headers: MsgHdrs; body: string } {
  const message = headers();
  message.set(ERROR_HEADER, error.code);
  const body: WireError = {
    message: error.message,
    ...(error.details && { details: [...error.details] }),
    ...(error.retryAfterSeconds !== undefined && { retryAfterSeconds: error.retryAfterSeconds }),
  };
  return { headers: message, body: JSON.stringify(body) };
}

/** The code of the error that a message carries, or undefined when it carries none. */
export function errorCodeOf(message: MsgHdrs | undefined): ErrorCode | undefined {
  const code = message?.get(ERROR_HEADER);
  if (code === undefined || code === '') return undefined;
  return isErrorCode(code) ? code : 'internal_error';
}
