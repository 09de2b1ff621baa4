import type { PingTarget } from '@vedette/contract';
import { Deadline } from '@vedette/outbound';
import { failed, succeeded, type Probe } from './probe.ts';

/** Sends three echo requests. One answer is enough; the best round trip counts. */
export const probePing: Probe<PingTarget> = ({ host, timeoutSeconds }, { outbound, pings }, signal) =>
  pings.inTurn(signal, async () => {
    const deadline = Deadline.after(timeoutSeconds * 1000, signal);
    try {
      const resolved = await outbound.resolve(host, deadline);
      if (!resolved.ok) return failed(resolved.message, { ...resolved.phases, total: deadline.elapsedMs });
      const [target] = resolved.addresses;
      if (target === undefined) throw new Error(`${host} resolved to no address`);
      const verdict = await pings.send(target, deadline);
      const phases = { dns: resolved.dnsMs, total: deadline.elapsedMs };
      const who = target.address === host ? host : `${host} (${target.address})`;
      switch (verdict.kind) {
        case 'answered':
          return succeeded(phases, { responseMs: verdict.bestMs });
        case 'unanswered': {
          const { reason } = verdict;
          return failed(`${who} does not answer pings${reason === null ? '' : `: ${reason}`}`, phases);
        }
        case 'unable':
          throw new Error(`ping does not work here: ${verdict.reason}`);
      }
    } finally {
      deadline.clear();
    }
  });
