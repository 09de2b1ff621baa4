import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The rules that the simulation composes, the rules that those use, and the rule of what may be a parent. */
export const DECIDERS = [
  'libs/contract/src/messages/check-lane.ts',
  'services/monitor/src/states/monitor-state.ts',
  'services/monitor/src/states/observation-gap.ts',
  'services/monitor/src/states/state-record.ts',
  'services/monitor/src/outages/outage.ts',
  'services/monitor/src/results/result-application.ts',
  'services/monitor/src/observations/check-outcome.ts',
  'services/monitor/src/schedule/check-slots.ts',
  'services/monitor/src/schedule/handout.ts',
  'services/monitor/src/schedule/next-lane.ts',
  'services/monitor/src/schedule/shares.ts',
  'services/monitor/src/heartbeats/heartbeat-deadline.ts',
  'services/monitor/src/heartbeats/ping-results.ts',
  'services/monitor/src/heartbeats/heartbeat-change.ts',
  'services/monitor/src/states/monitor-lifecycle.ts',
  'services/monitor/src/monitors/monitor-change.ts',
  'services/checker-worker/src/check-outcome.ts',
  'services/checker-worker/src/attempt-pace.ts',
  'services/checker-worker/src/confirmation/confirmation-admission.ts',
  'services/checker-worker/src/peers/choose-peer.ts',
  'services/checker-worker/src/peers/peer-search.ts',
  'services/checker-worker/src/trust/contradictions.ts',
  'services/checker-worker/src/places/capacity.ts',
  'services/checker-worker/src/places/held-places.ts',
  'services/incident/src/outages/incident-lifecycle.ts',
  'services/incident/src/messages/timeline-entry.ts',
  'services/incident/src/messages/timeline-message.ts',
  'services/incident/src/plans/alert-schedule.ts',
  'services/incident/src/plans/alert-storm.ts',
  'services/incident/src/plans/contact-news.ts',
  'services/incident/src/plans/expiry-plan.ts',
  'services/incident/src/plans/spans.ts',
  'services/incident/src/plans/stand-in.ts',
  'services/incident/src/plans/subject-plan.ts',
  'services/incident/src/alerts/parent-wait.ts',
  'services/incident/src/alerts/parent-fault.ts',
  'services/incident/src/alerts/maintenance-window-spans.ts',
  'services/status-page/src/windows/maintenance-window-state.ts',
  'services/webhook-dispatcher/src/attempts/delivery-outcome.ts',
  'services/webhook-dispatcher/src/attempts/retry-schedule.ts',
  'services/webhook-dispatcher/src/dispatch/next-step.ts',
  'services/webhook-dispatcher/src/dispatch/sending-pace.ts',
  'services/webhook-dispatcher/src/events/subscription.ts',
] as const;

/** The tables of a rule: the one beside it first, then all others of its service or lib that import it. */
export function tablesOf(root: string, rule: string): string[] {
  const path = join(root, rule);
  const own = path.replace(/\.ts$/, '.spec.ts');
  const service = path.slice(0, path.indexOf('/src/'));
  const importing = globSync(`${service}/src/**/*.spec.ts`).filter((spec) => spec !== own && isImporting(spec, path));
  return [own, ...importing.toSorted()];
}

/** A type that a test imports notices nothing. */
function isImporting(spec: string, path: string): boolean {
  const imports = readFileSync(spec, 'utf8').matchAll(/^import (?!type )[^;]* from '(\.[^']+)'/gm);
  return [...imports].some(([, relative = '']) => resolve(spec, '..', relative) === path);
}
