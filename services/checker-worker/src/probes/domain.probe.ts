import type { DomainTarget } from '@vedette/contract';
import { Deadline, readTargetHost } from '@vedette/outbound';
import { registrableDomain } from '../registry/registrable-domain.ts';
import { registrationFault } from '../registry/registration.ts';
import { failed, succeeded, type Probe } from './probe.ts';
import { hostOf } from './target-host.ts';

/** Finds out when the registration of the domain expires. The registry's response time does not count as latency. */
export const probeDomain: Probe<DomainTarget> = async ({ url, known, timeoutSeconds }, { registry }, signal) => {
  const host = readTargetHost(hostOf(url));
  if (host.kind === 'invalid') return failed(host.message, {});
  const domain = host.kind === 'name' ? registrableDomain(host.servername) : null;
  if (domain === null) return failed(`${hostOf(url)} is under no domain that somebody registers`, {});
  const deadline = Deadline.after(timeoutSeconds * 1000, signal);
  try {
    const answer = await registry.registrationOf(domain, known, deadline);
    const phases = { total: deadline.elapsedMs };
    if (answer === null) {
      return failed(`The registry of ${domain} did not answer within ${timeoutSeconds} seconds`, phases);
    }
    if (!answer.ok) return failed(answer.reason, phases);
    const { registration } = answer;
    const fault = registrationFault(registration, new Date());
    return fault === null ? succeeded(phases, { registration }) : failed(fault, phases, { registration });
  } finally {
    deadline.clear();
  }
};
