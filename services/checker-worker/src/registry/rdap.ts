import type { Deadline, Outbound } from '@vedette/outbound';
import { rdapExpiry, rdapServerFor, readBootstrap } from './rdap-answer.ts';
import { notRegistered, registeredUntil, silent, type RegistryAnswer } from './registry-answer.ts';

/** IANA's list is smaller than 100 KiB; a domain with all its contacts and notices has about 30 KiB. */
const MAX_LIST_BYTES = 1024 * 1024;
const MAX_ANSWER_BYTES = 256 * 1024;
const LIST_LIFETIME_MS = 24 * 3_600_000;

/** Two outbound clients: one for addresses that the operator configured, a guarded one for all others. */
export interface WaysOut {
  readonly operator: Outbound;
  readonly guarded: Outbound;
}

interface ServerList {
  readonly servers: ReadonlyMap<string, URL>;
  readonly readAt: number;
}

/** Asks registries over RDAP (RFC 9082, 9083), and finds their servers in IANA's list (RFC 9224). */
export class Rdap {
  readonly #ways: WaysOut;
  readonly #bootstrapUrl: URL;
  #list: ServerList | undefined;

  constructor(ways: WaysOut, bootstrapUrl: URL) {
    this.#ways = ways;
    this.#bootstrapUrl = bootstrapUrl;
  }

  /** Null when WHOIS must be asked instead: the registry has no RDAP, or its RDAP answer has no expiry. */
  async ask(domain: string, deadline: Deadline): Promise<RegistryAnswer | null> {
    const list = await this.#servers(deadline);
    if (typeof list === 'string') return silent(domain, list);
    const server = rdapServerFor(list, domain);
    if (server === null) return null;
    const url = new URL(`domain/${domain}`, server.href.endsWith('/') ? server : `${server.href}/`);
    const reply = await this.#ways.guarded.request(
      { url, headers: { accept: 'application/rdap+json' }, maxResponseBytes: MAX_ANSWER_BYTES, followRedirects: true },
      deadline,
    );
    if (!reply.ok) return silent(domain, reply.message);
    if (reply.status === 404) return notRegistered(domain);
    if (reply.status !== 200) return silent(domain, `${url.host} answered with status ${reply.status}`);
    const answer = parsed(reply.body);
    if (answer === undefined) return silent(domain, `${url.host} did not answer in JSON`);
    const expiry = rdapExpiry(answer);
    return expiry === null ? null : registeredUntil(domain, expiry);
  }

  /** An old list is better than none, because registries rarely move. */
  async #servers(deadline: Deadline): Promise<ReadonlyMap<string, URL> | string> {
    const known = this.#list;
    if (known !== undefined && performance.now() - known.readAt < LIST_LIFETIME_MS) return known.servers;
    const url = this.#bootstrapUrl;
    const reply = await this.#ways.operator.request(
      { url, maxResponseBytes: MAX_LIST_BYTES, followRedirects: true },
      deadline,
    );
    const servers = reply.ok && reply.status === 200 ? readBootstrap(parsed(reply.body)) : undefined;
    if (servers !== undefined) {
      this.#list = { servers, readAt: performance.now() };
      return servers;
    }
    if (known !== undefined) return known.servers;
    const why = reply.ok ? `it answered with status ${reply.status} and no such list` : reply.message;
    return `the list of RDAP servers could not be read from ${url.host} (${why})`;
  }
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
