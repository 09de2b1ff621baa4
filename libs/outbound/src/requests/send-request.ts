import type { Deadline } from '../deadline.ts';
import { exchange, type Guard } from './exchange.ts';
import { headersAcrossOrigins, nextHop } from './next-hop.ts';
import type { NotReplied, Replied, RequestOptions } from './reply.ts';

/** One request and its reply, redirects included, within one deadline. */
export async function sendRequest(
  guard: Guard,
  options: RequestOptions,
  deadline: Deadline,
  hops = 0,
): Promise<Replied | NotReplied> {
  const outcome = await exchange(guard, options, deadline);
  if (!outcome.ok || options.followRedirects !== true) return outcome;
  const { status, phases } = outcome;
  const { url, method = 'GET', headers = {} } = options;
  const hop = nextHop({ status, location: outcome.headers.location, url, method, hops });
  switch (hop.kind) {
    case 'final':
      return outcome;
    case 'refuse': {
      const { message } = hop;
      return { ok: false, phase: 'response', reason: 'redirect', code: null, message, phases, reply: outcome };
    }
    case 'follow': {
      const next = hop.keepsBody ? options : withoutBody(options);
      const kept = hop.leavesOrigin ? headersAcrossOrigins(headers) : headers;
      return sendRequest(guard, { ...next, url: hop.url, headers: kept }, deadline, hops + 1);
    }
  }
}

function withoutBody({ body: _body, ...options }: RequestOptions): RequestOptions {
  return { ...options, method: 'GET' };
}
