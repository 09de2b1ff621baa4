import type {
  DnsTarget,
  DomainTarget,
  HttpTarget,
  KeywordTarget,
  PingTarget,
  PortTarget,
  SslTarget,
} from '@vedette/contract';

/** Long enough for a busy machine. */
const TIMEOUT_SECONDS = 10;

/** For servers that stall until the probe times out. */
export const impatient = { timeoutSeconds: 0.5 };

const request = {
  method: 'GET',
  expectedStatus: [200, 201, 202, 203, 204, 205, 206, 301, 302, 307, 308],
  followRedirects: true,
  verifySsl: true,
  requestHeaders: null,
  requestBody: null,
  timeoutSeconds: TIMEOUT_SECONDS,
} as const;

export function httpTarget(url: string, rest: Partial<HttpTarget> = {}): HttpTarget {
  return { ...request, expectedStatus: [...request.expectedStatus], type: 'HTTP', url, ...rest };
}

export function keywordTarget(url: string, keyword: string, rest: Partial<KeywordTarget> = {}): KeywordTarget {
  return { ...httpTarget(url), keywordMatch: 'EXISTS', keyword, ...rest, type: 'KEYWORD' };
}

export function pingTarget(host: string, rest: Partial<PingTarget> = {}): PingTarget {
  return { type: 'PING', host, timeoutSeconds: TIMEOUT_SECONDS, ...rest };
}

export function portTarget(host: string, port: number, rest: Partial<PortTarget> = {}): PortTarget {
  return { type: 'PORT', host, port, timeoutSeconds: TIMEOUT_SECONDS, ...rest };
}

export function sslTarget(url: string, rest: Partial<SslTarget> = {}): SslTarget {
  return { type: 'SSL', url, timeoutSeconds: TIMEOUT_SECONDS, ...rest };
}

export function dnsTarget(url: string, recordType: string, rest: Partial<DnsTarget> = {}): DnsTarget {
  return { type: 'DNS', url, recordType, expected: null, baseline: null, timeoutSeconds: TIMEOUT_SECONDS, ...rest };
}

export function domainTarget(url: string, rest: Partial<DomainTarget> = {}): DomainTarget {
  return { type: 'DOMAIN', url, known: null, timeoutSeconds: TIMEOUT_SECONDS, ...rest };
}
