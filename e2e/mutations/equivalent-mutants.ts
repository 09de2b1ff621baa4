import type { Mutant } from './mutants.ts';

interface Equivalent {
  readonly file: string;
  /** The changed line, as the mutant has it. */
  readonly after: string;
  readonly reason: string;
}

const SAME = 'The two values are equal at this boundary, and either is the result.';
const UNTOLD = 'Nobody who was not told of the beginning is asked whether it heard of more.';
const MORE_SLOW = 'Here more checks are slow than there are scheduled places, and the slow places are a part of those.';

/** Mutants that behave as the rule itself does: no test can notice them. */
const EQUIVALENT: readonly Equivalent[] = [
  {
    file: 'services/monitor/src/states/observation-gap.ts',
    after: 'const at = observedAt >= since ? observedAt : since;',
    reason: SAME,
  },
  {
    file: 'services/monitor/src/results/result-application.ts',
    after: 'const earliest = check.observedAt !== null && check.observedAt >= since ? check.observedAt : since;',
    reason: SAME,
  },
  {
    file: 'services/monitor/src/results/result-application.ts',
    after: 'if (ms <= earliest.getTime()) return earliest;',
    reason: SAME,
  },
  {
    file: 'services/monitor/src/results/result-application.ts',
    after: 'return ms >= latest.getTime() ? latest : at;',
    reason: SAME,
  },
  {
    file: 'services/monitor/src/schedule/check-slots.ts',
    after: 'return newestAt >= plannedAt.getTime() ? new Date(newestAt) : plannedAt;',
    reason: SAME,
  },
  {
    file: 'services/monitor/src/schedule/handout.ts',
    after: 'return room >= 0 && room * 4 >= buffer ? room : 0;',
    reason: 'Without room, the result is 0 in both branches.',
  },
  {
    file: 'services/monitor/src/schedule/shares.ts',
    after: 'if (claimants.length === 0 || room < 0) return shares;',
    reason: 'Without room, nobody gets a share in the loops either.',
  },
  {
    file: 'services/monitor/src/schedule/shares.ts',
    after: 'if (height * i - sum >= room) break;',
    reason: 'If the room just reaches this height, the level is the height with and without this organization.',
  },
  {
    file: 'services/monitor/src/heartbeats/heartbeat-deadline.ts',
    after: 'return lastPingAt !== null && lastPingAt >= countsFromAt ? lastPingAt : countsFromAt;',
    reason: SAME,
  },
  {
    file: 'services/monitor/src/heartbeats/heartbeat-deadline.ts',
    after: 'if (to.getTime() < at) continue;',
    reason: 'An outage of the listener that ends where the time begins takes nothing from it.',
  },
  {
    file: 'services/monitor/src/heartbeats/ping-results.ts',
    after: 'if (lastPingAt === null || receivedAt >= lastPingAt) lastPingAt = receivedAt;',
    reason: SAME,
  },
  {
    file: 'services/checker-worker/src/places/capacity.ts',
    after: "return true ? 'REPLACE' : 'WAIT';",
    reason: MORE_SLOW,
  },
  {
    file: 'services/checker-worker/src/places/capacity.ts',
    after: "return running.slow >= places.slow ? 'REPLACE' : 'WAIT';",
    reason: MORE_SLOW,
  },
  {
    file: 'services/incident/src/outages/incident-lifecycle.ts',
    after: 'return difference === 0 ? fact.incidentId <= other.id : difference < 0;',
    reason: 'The other incident has another id.',
  },
  {
    file: 'services/incident/src/outages/incident-lifecycle.ts',
    after: 'return difference === 0 ? fact.incidentId < other.id : difference <= 0;',
    reason: 'The difference is not 0 in this branch.',
  },
  {
    file: 'services/incident/src/plans/alert-storm.ts',
    after: 'if (true) {',
    reason: 'Without a time, both comparisons are false.',
  },
  {
    file: 'services/incident/src/plans/expiry-plan.ts',
    after: 'hasAcknowledgement: true,',
    reason: UNTOLD,
  },
  {
    file: 'services/incident/src/plans/expiry-plan.ts',
    after: 'hasEnd: true,',
    reason: UNTOLD,
  },
  {
    file: 'services/incident/src/plans/expiry-plan.ts',
    after:
      "(step) => step.outcome !== 'HELD' && (step.days === days || (step.outcome === 'TOLD' && step.days <= days)),",
    reason: 'A step of the same day counts already.',
  },
  {
    file: 'services/incident/src/plans/expiry-plan.ts',
    after: 'return one <= other ? one : other;',
    reason: SAME,
  },
  {
    file: 'services/incident/src/plans/contact-news.ts',
    after: 'if (wait !== undefined && (lasting === undefined || rank(wait.because) <= rank(lasting))) {',
    reason: 'No reason both passes with time and lasts: a parent is either being asked or down.',
  },
  {
    file: 'services/incident/src/plans/subject-plan.ts',
    after: 'return false ? null : new Date(now.getTime() + remindEveryMinutes * MINUTE_MS);',
    reason: 'Only a contact with reminders has one to tell.',
  },
  {
    file: 'services/incident/src/plans/spans.ts',
    after: 'if (endsAt >= at) at = endsAt;',
    reason: SAME,
  },
  {
    file: 'services/webhook-dispatcher/src/dispatch/next-step.ts',
    after: "if (run.isChanged || (ready >= 0 && run.oldestReadyMs > STALE_MS)) return { kind: 'give-back' };",
    reason: 'Without a ready delivery, the age of the oldest one is 0.',
  },
];

export function reasonOf(file: string, { after }: Mutant): string | undefined {
  return EQUIVALENT.find((each) => each.file === file && each.after === after)?.reason;
}
