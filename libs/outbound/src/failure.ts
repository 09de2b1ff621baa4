// Decides the reason of a failed connection or exchange, and describes it in one sentence that a person can act on.

import type { DeadlineEnd } from './deadline.ts';

export type Phase = 'dns' | 'connect' | 'tls' | 'request' | 'response';

export type FailureReason =
  /** The host is neither a host name nor an address. */
  | 'invalid_host'
  /** The policy refuses all addresses of the host. */
  | 'forbidden_address'
  /** The name does not exist. */
  | 'not_found'
  /** The name exists but has no address. */
  | 'no_address'
  /** The DNS server answered with a failure: SERVFAIL, REFUSED, a broken answer. */
  | 'server_failure'
  /** No DNS server could be reached: the fault is in our network, not the target's. */
  | 'resolver_unreachable'
  | 'refused'
  | 'unreachable'
  /** The other side closed or reset the connection. */
  | 'closed'
  /** The handshake succeeded, but the certificate is not acceptable. */
  | 'certificate'
  | 'tls'
  /** The answer is not HTTP, or not HTTP that we accept. */
  | 'protocol'
  | 'undecodable_body'
  | 'redirect'
  /** The deadline passed. */
  | 'timeout'
  /** The caller cancelled. */
  | 'aborted'
  /** The answer takes too much work to read. */
  | 'exhausted';

/** Milliseconds that each phase took; null if the phase was not entered or did not end. */
export interface Phases {
  readonly dns: number | null;
  readonly connect: number | null;
  readonly tls: number | null;
}

export interface OutboundFailure {
  readonly ok: false;
  readonly phase: Phase;
  readonly reason: FailureReason;
  /** One sentence without the full stop. */
  readonly message: string;
  /** Node's or OpenSSL's error code, for a closer look. */
  readonly code: string | null;
  readonly phases: Phases;
}

export interface FailedAt {
  readonly phase: Phase;
  /** `203.0.113.7:443` */
  readonly endpoint: string;
  /** The name that the certificate must contain. */
  readonly servername?: string;
}

export type Diagnosis = Pick<OutboundFailure, 'phase' | 'reason' | 'message' | 'code'>;

/** The code for a stream that closed before it ended. */
export const PREMATURE_CLOSE = 'ERR_STREAM_PREMATURE_CLOSE';

const CLOSED_CODES = new Set([
  'ECONNRESET',
  'EPIPE',
  'ECONNABORTED',
  PREMATURE_CLOSE,
  'ERR_HTTP_CONTENT_LENGTH_MISMATCH',
]);
const UNREACHABLE_CODES = new Set([
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
  'ENETDOWN',
  'EADDRNOTAVAIL',
  'EAFNOSUPPORT',
  'EACCES',
  'EPERM',
]);

const WHEN_CLOSED: Readonly<Record<Phase, string>> = {
  dns: 'while its name was looked up',
  connect: 'before it was established',
  tls: 'during the TLS handshake',
  request: 'before a response came',
  response: 'before the response was complete',
};

/** For errors of sockets, TLS and HTTP. The caller handles certificate errors, since it has the TLS socket. */
export function diagnose(error: unknown, at: FailedAt): Diagnosis {
  const code = codeOf(error);
  return { phase: at.phase, code, ...reasonFor(code, error, at) };
}

function reasonFor(code: string | null, error: unknown, at: FailedAt): Pick<Diagnosis, 'reason' | 'message'> {
  const { phase, endpoint } = at;
  if (code === 'ECONNREFUSED') return { reason: 'refused', message: `Connection refused by ${endpoint}` };
  if (code === 'ETIMEDOUT') return { reason: 'timeout', message: `${endpoint} stopped answering` };
  if (code !== null && CLOSED_CODES.has(code)) {
    return { reason: 'closed', message: `Connection closed by ${endpoint} ${WHEN_CLOSED[phase]}` };
  }
  if (code !== null && UNREACHABLE_CODES.has(code))
    return { reason: 'unreachable', message: `No route to ${endpoint}` };
  if (code === 'HPE_HEADER_OVERFLOW') {
    return { reason: 'protocol', message: `Response headers from ${endpoint} are too large` };
  }
  if (code?.startsWith('HPE_') === true) return { reason: 'protocol', message: `${endpoint} did not answer in HTTP` };
  if (phase === 'tls') return { reason: 'tls', message: tlsSentence(code, at) };
  const said = error instanceof Error ? error.message : String(error);
  return { reason: phase === 'request' || phase === 'response' ? 'protocol' : 'unreachable', message: said };
}

function tlsSentence(code: string | null, { endpoint, servername }: FailedAt): string {
  const peer = servername === undefined || servername === '' ? endpoint : `${servername} (${endpoint})`;
  switch (code) {
    case 'ERR_SSL_WRONG_VERSION_NUMBER':
    case 'ERR_SSL_PACKET_LENGTH_TOO_LONG':
      return `${peer} does not speak TLS`;
    case 'ERR_SSL_UNSUPPORTED_PROTOCOL':
    case 'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION':
      return `${peer} offers no TLS version of at least 1.2`;
    case 'ERR_SSL_TLSV1_UNRECOGNIZED_NAME':
    case 'ERR_SSL_TLSV1_ALERT_UNRECOGNIZED_NAME':
      return `${peer} does not know the name it was asked for`;
    default:
      return `TLS handshake with ${peer} failed${code === null ? '' : ` (${code})`}`;
  }
}

const CERTIFICATE_FAULTS: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'has expired',
  CERT_NOT_YET_VALID: 'is not valid yet',
  CERT_REVOKED: 'was revoked',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'comes from an authority that is not trusted',
  UNABLE_TO_GET_ISSUER_CERT: 'comes with an incomplete chain or from an unknown authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'comes with an incomplete chain or from an unknown authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'comes with an incomplete chain or from an unknown authority',
  ERR_TLS_CERT_ALTNAME_INVALID: 'is for another name',
  INVALID_PURPOSE: 'is not meant for servers',
};

export function diagnoseCertificate(code: string, host: string): Diagnosis {
  const fault = CERTIFICATE_FAULTS[code] ?? `is not acceptable (${code})`;
  return { phase: 'tls', reason: 'certificate', code, message: `Certificate for ${host} ${fault}` };
}

const awaited: Readonly<Record<Phase, (who: string) => string>> = {
  dns: (who) => `No DNS answer for ${who}`,
  connect: (who) => `No connection to ${who}`,
  tls: (who) => `No TLS handshake with ${who}`,
  request: (who) => `No response from ${who}`,
  response: (who) => `No complete response from ${who}`,
};

/** The deadline ended while the attempt waited for `who`. */
export function diagnoseEnd(ended: DeadlineEnd, limitMs: number, phase: Phase, who: string): Diagnosis {
  return { phase, reason: ended, code: null, message: endSentence(ended, limitMs, phase, who) };
}

function endSentence(ended: DeadlineEnd, limitMs: number, phase: Phase, who: string): string {
  switch (ended) {
    case 'timeout':
      return `${awaited[phase](who)} within ${seconds(limitMs)}`;
    case 'aborted':
      return `${awaited[phase](who)} before the attempt was cancelled`;
    case 'exhausted':
      return `${who} sends its response in too many tiny pieces to be read`;
  }
}

/** `203.0.113.7:443`, `[2001:db8::1]:443` */
export function endpointOf(host: string, port: number): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}

/** Returns the code of the innermost error that has one: got wraps Node's errors in errors with its own codes. */
export function codeOf(error: unknown): string | null {
  if (typeof error !== 'object' || error === null) return null;
  const inner = 'cause' in error ? codeOf(error.cause) : null;
  if (inner !== null) return inner;
  return 'code' in error && typeof error.code === 'string' ? error.code : null;
}

function seconds(ms: number): string {
  const value = Number((ms / 1000).toFixed(3));
  return value === 1 ? '1 second' : `${value} seconds`;
}
