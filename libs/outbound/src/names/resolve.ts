import { phraseOf, type AddressPolicy, type ForbiddenKind } from './address-policy.ts';
import { attemptOrder } from './attempt-order.ts';
import type { Deadline } from '../deadline.ts';
import { dnsSentence, type DnsAnswer, type ResolvedAddress } from './dns-answer.ts';
import { diagnoseEnd, type Diagnosis, type OutboundFailure, type Phases } from '../failure.ts';
import type { HostResolver } from './resolvers.ts';
import { readTargetHost } from './target-host.ts';

export interface Resolved {
  readonly ok: true;
  /** The allowed addresses, in the order to try them; never empty. Connect only to these. */
  readonly addresses: readonly ResolvedAddress[];
  /** For SNI and certificates; empty for a literal address. */
  readonly servername: string;
  /** Null for a literal address, which needs no DNS query. */
  readonly dnsMs: number | null;
}

export type Resolution = Resolved | OutboundFailure;

const LOOPBACK: DnsAnswer = {
  ok: true,
  addresses: [
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ],
  ttlSeconds: 0,
};

/**
 * A name with allowed and forbidden addresses keeps the allowed ones, since split-horizon names exist. Only addresses
 * that were checked here are connected to, so the forbidden ones stay unreachable.
 */
export async function resolveTarget(
  policy: AddressPolicy,
  resolver: HostResolver,
  host: string,
  deadline: Deadline,
): Promise<Resolution> {
  const target = readTargetHost(host);
  if (target.kind === 'invalid') {
    return failed({ phase: 'dns', reason: 'invalid_host', code: null, message: target.message }, null);
  }
  if (target.kind === 'address') {
    const { address, family } = target;
    const kind = policy(address);
    if (kind !== null) return failed(forbidden(`${address} is ${phraseOf(kind)}`), null);
    return { ok: true, addresses: [{ address, family }], servername: '', dnsMs: null };
  }
  const { name, servername } = target;
  const startedAt = performance.now();
  // RFC 6761: these names always mean this machine, whatever a DNS server answers.
  const isLoopback = servername === 'localhost' || servername.endsWith('.localhost');
  const answer = isLoopback ? LOOPBACK : await untilEnd(resolver.resolve(name), deadline);
  const dnsMs = answer?.isRemembered === true ? 0 : performance.now() - startedAt;
  if (answer === null) {
    return failed(diagnoseEnd(deadline.ended ?? 'aborted', deadline.limitMs, 'dns', servername), null);
  }
  if (!answer.ok) {
    const { reason, code } = answer;
    return failed({ phase: 'dns', reason, code, message: dnsSentence(answer, servername) }, dnsMs);
  }
  let refused: ForbiddenKind | null = null;
  const allowed = answer.addresses.filter(({ address }) => {
    const kind = policy(address);
    refused ??= kind;
    return kind === null;
  });
  if (allowed.length > 0) return { ok: true, addresses: attemptOrder(allowed), servername, dnsMs };
  // The message omits the address: it may belong to our own network, and the customer may have only guessed its name.
  const kind = phraseOf(refused ?? 'not_an_address');
  return failed(forbidden(`${servername} resolves to ${kind}`), dnsMs);
}

function forbidden(what: string): Diagnosis {
  return {
    phase: 'dns',
    reason: 'forbidden_address',
    code: null,
    message: `${what}; only public addresses are allowed`,
  };
}

function failed(diagnosis: Diagnosis, dnsMs: Phases['dns']): OutboundFailure {
  return { ok: false, ...diagnosis, phases: { dns: dnsMs, connect: null, tls: null } };
}

/** Returns null if the deadline ends first; the query then ends by itself. */
function untilEnd(answer: Promise<DnsAnswer>, deadline: Deadline): Promise<DnsAnswer | null> {
  return new Promise((resolve, reject) => {
    const release = deadline.onEnd(() => resolve(null));
    void answer.then(resolve, reject).finally(release);
  });
}
