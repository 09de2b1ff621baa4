import { Resolver } from 'node:dns/promises';
import { readDnsError, type DnsFailure } from './dns-answer.ts';

/** The records of a name. A name that does not exist, or has no such records, is a failure with its reason. */
export type RecordsAnswer = { readonly ok: true; readonly records: readonly string[] } | DnsFailure;

/** Asks DNS servers for records other than addresses, without a cache. */
export interface RecordResolver {
  /** The parts of a TXT record are joined. */
  texts(name: string): Promise<RecordsAnswer>;
  aliases(name: string): Promise<RecordsAnswer>;
  /** Cancels open queries, which would keep the process alive. */
  close(): void;
}

/** `servers` as in `createOutbound`. Default: those of the machine. */
export function recordResolver(options: { readonly servers: readonly string[] }): RecordResolver {
  // A query is repeated once and abandoned after about three seconds.
  const resolver = new Resolver({ timeout: 1000, tries: 2, maxTimeout: 2000 });
  if (options.servers.length > 0) resolver.setServers(options.servers);
  return {
    texts: (name) => settle(resolver.resolveTxt(name).then((texts) => texts.map((parts) => parts.join('')))),
    aliases: (name) => settle(resolver.resolveCname(name)),
    close: () => resolver.cancel(),
  };
}

async function settle(question: Promise<string[]>): Promise<RecordsAnswer> {
  try {
    return { ok: true, records: await question };
  } catch (error) {
    return readDnsError(error);
  }
}
