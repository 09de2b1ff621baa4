import type { ClientRequest, IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import type { HttpTarget, KeywordTarget } from '@vedette/contract';
import {
  ACCEPT_ENCODING,
  diagnose,
  diagnoseEnd,
  endpointOf,
  headersAcrossOrigins,
  nextHop,
  readBody,
  requestOver,
  targetOf,
  type BodySearch,
  type Deadline,
  type Outbound,
} from '@vedette/outbound';
import { certificateExpiry, examineRefused } from './certificate-look.ts';
import { statusFault } from '../answers/expected-status.ts';
import { throwIfOurs } from '../answers/own-fault.ts';
import { splitCredentials } from './url-credentials.ts';

const MAX_BODY_BYTES = 2 * 1024 * 1024;

export interface HttpExchange {
  /** Null when the whole exchange succeeded. */
  readonly failure: string | null;
  readonly statusCode: number | null;
  readonly responseMs: number | null;
  readonly certExpiresAt: Date | null;
  readonly phases: {
    dns: number | null;
    connect: number | null;
    tls: number | null;
    firstByte: number | null;
    total: number;
  };
  /** True when the body is longer than the part that was read. */
  readonly isTruncated: boolean;
}

type Request = Pick<
  HttpTarget | KeywordTarget,
  'url' | 'method' | 'requestHeaders' | 'requestBody' | 'followRedirects' | 'verifySsl' | 'expectedStatus'
>;

/** Starts a search in a body of the given content type. */
export type SearchIn = (contentType: string | undefined) => BodySearch;

/**
 * Sends one request, follows its redirects, and reads the body of the last answer: to its end, to 2 MiB, or until the
 * search is done. Without a search only the status matters, and the body is not read.
 */
export function exchangeHttp(
  outbound: Outbound,
  request: Request,
  searchIn: SearchIn | null,
  deadline: Deadline,
): Promise<HttpExchange> {
  return new Exchange(outbound, request, deadline).run(searchIn);
}

interface Hop {
  readonly url: URL;
  readonly method: string;
  readonly headers: OutgoingHttpHeaders;
  readonly body: string | null;
}

interface Answer {
  readonly response: IncomingMessage;
  readonly endpoint: string;
}

class Exchange {
  // Phases add up over redirects, to show where the time of the whole attempt went.
  #dns: number | null = null;
  #connect: number | null = null;
  #tls: number | null = null;
  #firstByte: number | null = null;
  #statusCode: number | null = null;
  #certExpiresAt: Date | null = null;

  constructor(
    private readonly outbound: Outbound,
    private readonly request: Request,
    private readonly deadline: Deadline,
  ) {}

  async run(searchIn: SearchIn | null): Promise<HttpExchange> {
    const answer = await this.#follow();
    if (typeof answer === 'string') return this.#failed(answer);
    const { response, endpoint } = answer;
    const { statusCode = 0, headers } = response;
    const fault = statusFault(this.request.expectedStatus, statusCode);
    if (fault !== null || searchIn === null) {
      end(response);
      return { ...this.#measured(this.deadline.elapsedMs), failure: fault, isTruncated: true };
    }
    const search = searchIn(headers['content-type']);
    const contentEncoding = headers['content-encoding'];
    const limits = { maxBytes: MAX_BODY_BYTES, keepBytes: 0, endpoint, search, contentEncoding };
    const read = await readBody(response, limits, this.deadline);
    if (!read.ok) return this.#failed(read.message);
    return { ...this.#measured(this.deadline.elapsedMs), failure: null, isTruncated: read.isTruncated };
  }

  /** The last answer, or a sentence about what failed on the way to it. */
  async #follow(): Promise<Answer | string> {
    const { url, method, requestHeaders, requestBody, followRedirects } = this.request;
    const { url: first, authorization } = splitCredentials(url);
    let hop: Hop = {
      url: first,
      method,
      headers: headersOf(requestHeaders ?? {}, authorization),
      body: method === 'HEAD' ? null : requestBody,
    };
    for (let hops = 0; ; hops++) {
      const answer = await this.#send(hop);
      if (typeof answer === 'string') return hops === 0 ? answer : `Redirected to ${shown(hop.url)}: ${answer}`;
      if (!followRedirects) return answer;
      const { statusCode: status = 0, headers } = answer.response;
      const next = nextHop({ status, location: headers.location, url: hop.url, method: hop.method, hops });
      if (next.kind === 'final') return answer;
      end(answer.response);
      if (next.kind === 'refuse') return next.message;
      hop = {
        url: next.url,
        method: next.method,
        headers: next.leavesOrigin ? headersAcrossOrigins(hop.headers) : hop.headers,
        body: next.keepsBody ? hop.body : null,
      };
    }
  }

  async #send({ url, method, headers, body }: Hop): Promise<Answer | string> {
    const { outbound, deadline } = this;
    const connection = await outbound.connectUrl(url, { verify: this.request.verifySsl }, deadline);
    const { dns, connect, tls } = connection.phases;
    this.#dns = sum(this.#dns, dns);
    this.#connect = sum(this.#connect, connect);
    this.#tls = sum(this.#tls, tls);
    if (!connection.ok) {
      throwIfOurs(connection);
      if (connection.reason !== 'certificate') return connection.message;
      const verdict = await examineRefused(outbound, targetOf(url), connection, deadline);
      this.#noteCertificate(verdict.certExpiresAt);
      return verdict.reason;
    }
    this.#noteCertificate(certificateExpiry(connection.socket));
    const length = body === null ? {} : { 'content-length': Buffer.byteLength(body) };
    const request = requestOver(connection, url, { method, headers: { ...headers, ...length } }, deadline);
    const startedAt = performance.now();
    const endpoint = endpointOf(connection.address, targetOf(url).port);
    const response = await responseTo(request, body, endpoint, deadline);
    if (typeof response === 'string') {
      connection.socket.destroy();
      return response;
    }
    this.#firstByte = sum(this.#firstByte, performance.now() - startedAt);
    this.#statusCode = response.statusCode ?? null;
    return { response, endpoint };
  }

  /** The certificate that expires first will be the first to break the check. */
  #noteCertificate(expiresAt: Date | null): void {
    if (expiresAt === null || (this.#certExpiresAt !== null && this.#certExpiresAt <= expiresAt)) return;
    this.#certExpiresAt = expiresAt;
  }

  #failed(failure: string): HttpExchange {
    return { ...this.#measured(null), failure, isTruncated: false };
  }

  #measured(responseMs: number | null): Pick<HttpExchange, 'statusCode' | 'responseMs' | 'certExpiresAt' | 'phases'> {
    return {
      statusCode: this.#statusCode,
      responseMs,
      certExpiresAt: this.#certExpiresAt,
      phases: {
        dns: this.#dns,
        connect: this.#connect,
        tls: this.#tls,
        firstByte: this.#firstByte,
        total: responseMs ?? this.deadline.elapsedMs,
      },
    };
  }
}

/** The head of the answer, or a sentence about why there is none. */
function responseTo(
  request: ClientRequest,
  body: string | null,
  endpoint: string,
  deadline: Deadline,
): Promise<IncomingMessage | string> {
  return new Promise((resolve) => {
    request.once('response', resolve);
    // Node emits an upgrade, not a response, for status 101 only.
    request.once('upgrade', (response, socket) => {
      socket.destroy();
      resolve(response);
    });
    request.on('error', (error) => {
      const { ended, limitMs } = deadline;
      const at = { phase: 'request', endpoint } as const;
      resolve((ended === null ? diagnose(error, at) : diagnoseEnd(ended, limitMs, at.phase, endpoint)).message);
    });
    request.end(body ?? undefined);
  });
}

/**
 * Ends a response whose body nobody reads, and its connection. Breaking off a response makes Node create an error, which
 * costs a tenth of a check, so one that has arrived ends by itself. Closing in order costs less than breaking off, too, but
 * over TLS, or while a part of the request is unsent, the other side could delay it for ever.
 */
function end(response: IncomingMessage): void {
  if (!response.complete) {
    response.destroy();
    return;
  }
  const { socket } = response;
  if ('encrypted' in socket || socket.writableLength > 0) response.once('end', () => socket.destroy());
  response.resume();
}

const OWN_HEADERS = { 'user-agent': 'Vedette', accept: '*/*', 'accept-encoding': ACCEPT_ENCODING } as const;

/** The monitor's headers override our own, regardless of case. */
function headersOf(
  requestHeaders: Readonly<Record<string, string>>,
  authorization: string | null,
): OutgoingHttpHeaders {
  const headers: OutgoingHttpHeaders = { ...OWN_HEADERS, ...(authorization !== null && { authorization }) };
  for (const [name, value] of Object.entries(requestHeaders)) headers[name.toLowerCase()] = value;
  return headers;
}

function sum(before: number | null, ms: number | null): number | null {
  return before === null || ms === null ? (before ?? ms) : before + ms;
}

function shown(url: URL): string {
  return `${url.origin}${url.pathname}`.slice(0, 200);
}
