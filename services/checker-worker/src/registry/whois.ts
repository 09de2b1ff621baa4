import { endpointOf, readCapped, readInTurns, type Deadline, type Outbound, type Target } from '@vedette/outbound';
import type { WaysOut } from './rdap.ts';
import { noExpiry, notRegistered, registeredUntil, silent, type RegistryAnswer } from './registry-answer.ts';
import { readWhois } from './whois-answer.ts';
import { readWhoisServer } from './whois-server.ts';

/** The longest registry answers have a few KiB, most of it legal text. */
const MAX_ANSWER_BYTES = 32 * 1024;
const MAX_REFERRALS = 3;

/** Servers that need a special query format. */
const questions: Readonly<Record<string, (domain: string) => string>> = {
  'whois.jprs.jp': (domain) => `${domain}/e`,
  'whois.denic.de': (domain) => `-T dn,ace ${domain}`,
};

/** The older registry protocol (RFC 3912): one line is sent, text comes back. The first server refers to the others. */
export class Whois {
  readonly #ways: WaysOut;
  readonly #firstServer: Target;

  constructor(ways: WaysOut, firstServer: string) {
    const server = readWhoisServer(firstServer);
    if (server === null) throw new Error(`${firstServer} is not the address of a WHOIS server`);
    this.#ways = ways;
    this.#firstServer = server;
  }

  async ask(domain: string, deadline: Deadline): Promise<RegistryAnswer> {
    let server = this.#firstServer;
    for (let referrals = 0; referrals <= MAX_REFERRALS; referrals++) {
      const way = referrals === 0 ? this.#ways.operator : this.#ways.guarded;
      const text = await converse(way, server, domain, deadline);
      if (!text.ok) return silent(domain, text.message);
      const answer = readWhois(text.words);
      switch (answer.kind) {
        case 'referred': {
          const next = readWhoisServer(answer.server);
          if (next === null) return silent(domain, `${server.host} refers to a server whose address cannot be read`);
          server = next;
          break;
        }
        case 'registered':
          return registeredUntil(domain, answer.expiry);
        case 'not-registered':
          return notRegistered(domain);
        case 'NO_EXPIRY':
          return noExpiry(domain);
        case 'refused':
          return silent(domain, `${server.host} has been asked too often`);
      }
    }
    return silent(domain, `${server.host} refers to yet another server`);
  }
}

type Words = { readonly ok: true; readonly words: string } | { readonly ok: false; readonly message: string };

async function converse(way: Outbound, server: Target, domain: string, deadline: Deadline): Promise<Words> {
  const connection = await way.connect(server, deadline);
  if (!connection.ok) return connection;
  const { socket, address } = connection;
  readInTurns(socket, deadline);
  socket.write(`${questions[server.host]?.(domain) ?? domain}\r\n`);
  const answer = await readCapped(socket, { maxBytes: MAX_ANSWER_BYTES }, deadline);
  socket.destroy();
  // Some servers reset the connection after the whole answer.
  if (answer.ok || (answer.size > 0 && deadline.ended === null))
    return { ok: true, words: answer.bytes.toString('utf8') };
  return { ok: false, message: `no answer from ${endpointOf(address, server.port)}` };
}
