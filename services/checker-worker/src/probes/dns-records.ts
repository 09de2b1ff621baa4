import { Resolver } from 'node:dns/promises';
import type { StorableText } from '@vedette/outbound';
import { keptAnswer, type DnsRecordType } from '../answers/dns-answer.ts';
import { isInternalName } from '../answers/dns-privacy.ts';

export type DnsOutcome =
  /** Normalised as they are stored and compared; never empty. */
  { readonly ok: true; readonly records: readonly StorableText[] } | { readonly ok: false; readonly fault: DnsFault };

export type DnsFault =
  'INTERNAL_NAME' | 'NXDOMAIN' | 'NO_RECORDS' | 'SERVFAIL' | 'REFUSED' | 'TIMEOUT' | 'UNREACHABLE' | 'BROKEN';

/**
 * Asks DNS servers for records of a type, without a cache. It has its own resolver, because the machine's resolver also
 * answers from hosts files and search domains, which are not DNS.
 */
export class DnsRecords {
  // A lost packet costs one second; a slow server has about 17 seconds in all.
  readonly #resolver = new Resolver({ timeout: 1000, tries: 5, maxTimeout: 5000 });

  readonly #allowInternal: boolean;

  constructor(options: {
    /** If empty, the servers of the machine are used. */
    readonly servers: readonly string[];
    /** Also answers for names that only our own network knows. */
    readonly allowInternal: boolean;
  }) {
    this.#allowInternal = options.allowInternal;
    if (options.servers.length > 0) this.#resolver.setServers(options.servers);
  }

  async ask(name: string, type: DnsRecordType): Promise<DnsOutcome> {
    if (!this.#allowInternal && isInternalName(name)) return { ok: false, fault: 'INTERNAL_NAME' };
    try {
      const records = keptAnswer(type, await this.#query(name, type));
      return records.length === 0 ? { ok: false, fault: 'NO_RECORDS' } : { ok: true, records };
    } catch (error) {
      return { ok: false, fault: faultOf(error) };
    }
  }

  /** Cancels open queries, which would keep the process alive. */
  close(): void {
    this.#resolver.cancel();
  }

  async #query(name: string, type: DnsRecordType): Promise<string[]> {
    switch (type) {
      case 'A':
        return this.#resolver.resolve4(name);
      case 'AAAA':
        return this.#resolver.resolve6(name);
      case 'CNAME':
        return this.#resolver.resolveCname(name);
      case 'NS':
        return this.#resolver.resolveNs(name);
      case 'MX':
        return (await this.#resolver.resolveMx(name)).map(({ priority, exchange }) => `${priority} ${exchange}`);
      case 'TXT':
        return (await this.#resolver.resolveTxt(name)).map((parts) => parts.join(''));
    }
  }
}

function faultOf(error: unknown): DnsFault {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'ENOTFOUND':
    case 'EBADNAME':
      return 'NXDOMAIN';
    case 'ENODATA':
      return 'NO_RECORDS';
    case 'ESERVFAIL':
      return 'SERVFAIL';
    case 'EREFUSED':
      return 'REFUSED';
    case 'ETIMEOUT':
      return 'TIMEOUT';
    case 'ECONNREFUSED':
      return 'UNREACHABLE';
    case 'EFORMERR':
    case 'ENOTIMP':
    case 'EBADRESP':
    case 'EBADFAMILY':
      return 'BROKEN';
    default:
      throw error;
  }
}
