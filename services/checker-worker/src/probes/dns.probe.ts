import type { DnsTarget } from '@vedette/contract';
import { Deadline, diagnoseEnd, readTargetHost } from '@vedette/outbound';
import { dnsAnswerFault, isDnsRecordType, type DnsRecordType } from '../answers/dns-answer.ts';
import type { DnsFault, DnsOutcome } from './dns-records.ts';
import { failed, succeeded, type Probe } from './probe.ts';
import { hostOf } from './target-host.ts';

/** Sends one DNS query. It fails without an answer, and with an answer that differs from the expected or known one. */
export const probeDns: Probe<DnsTarget> = async (target, { records }, signal) => {
  const { recordType: type, expected, baseline, timeoutSeconds } = target;
  if (!isDnsRecordType(type)) throw new Error(`There are no ${type} records that we ask for`);
  const host = readTargetHost(hostOf(target.url));
  if (host.kind === 'invalid') return failed(host.message, {});
  if (host.kind === 'address') return failed(`${host.address} is an address, which has no records in DNS`, {});
  const { name, servername } = host;
  const deadline = Deadline.after(timeoutSeconds * 1000, signal);
  try {
    const outcome = await untilEnd(records.ask(name, type), deadline);
    const total = deadline.elapsedMs;
    const phases = { dns: total, total };
    if (outcome === null) {
      const { ended, limitMs } = deadline;
      return failed(diagnoseEnd(ended ?? 'aborted', limitMs, 'dns', servername).message, { total });
    }
    if (!outcome.ok) return failed(faultSentence(outcome.fault, type, servername), phases);
    const dnsAnswer = outcome.records;
    const fault = dnsAnswerFault({ type, name: servername, expected, baseline }, dnsAnswer);
    return fault === null
      ? succeeded(phases, { responseMs: total, dnsAnswer })
      : failed(fault, phases, { responseMs: total, dnsAnswer });
  } finally {
    deadline.clear();
  }
};

/** Null when the deadline ended first; the query then ends by itself. */
function untilEnd(outcome: Promise<DnsOutcome>, deadline: Deadline): Promise<DnsOutcome | null> {
  return new Promise((resolve, reject) => {
    const release = deadline.onEnd(() => resolve(null));
    void outcome.then(resolve, reject).finally(release);
  });
}

function faultSentence(fault: DnsFault, type: DnsRecordType, name: string): string {
  switch (fault) {
    case 'INTERNAL_NAME':
      return `${name} is no name of the public DNS`;
    case 'NXDOMAIN':
      return `The name ${name} does not exist in DNS (NXDOMAIN)`;
    case 'NO_RECORDS':
      return `${name} has no ${type} records in DNS`;
    case 'SERVFAIL':
      return `DNS failed to answer for ${name} (SERVFAIL)`;
    case 'REFUSED':
      return `DNS refused to answer for ${name} (REFUSED)`;
    case 'TIMEOUT':
      return `DNS did not answer for ${name} in time`;
    case 'UNREACHABLE':
      return `No DNS server could be reached to look up ${name}`;
    case 'BROKEN':
      return `DNS gave an answer for ${name} that cannot be read`;
  }
}
