// Decides which state the public sees, of one component and of a whole page.

import type { MonitorState, StatusIncidentImpact, StatusPageState } from '@vedette/contract';

export type ComponentState = 'OPERATIONAL' | 'DEGRADED' | 'OUTAGE' | 'MAINTENANCE' | 'UNKNOWN';

/** An unknown monitor counts as a monitor that is not checked. */
export function componentState(monitor: MonitorState | undefined, isInMaintenance: boolean): ComponentState {
  if (isInMaintenance) return 'MAINTENANCE';
  switch (monitor) {
    case 'UP':
      return 'OPERATIONAL';
    case 'DEGRADED':
      return 'DEGRADED';
    case 'DOWN':
      return 'OUTAGE';
    case 'PENDING':
    case 'PAUSED':
    case undefined:
      return 'UNKNOWN';
  }
}

const SEVERITY = ['OPERATIONAL', 'DEGRADED', 'PARTIAL_OUTAGE', 'MAJOR_OUTAGE'] as const;
type Severity = (typeof SEVERITY)[number];

const RAISED_BY: Readonly<Record<StatusIncidentImpact, Severity>> = {
  NONE: 'OPERATIONAL',
  MINOR: 'DEGRADED',
  MAJOR: 'PARTIAL_OUTAGE',
  CRITICAL: 'MAJOR_OUTAGE',
};

/** `ongoingImpacts` are the impacts of the page's unresolved published incidents. */
export function pageState(
  components: readonly ComponentState[],
  ongoingImpacts: readonly StatusIncidentImpact[],
): StatusPageState {
  const levels = [observedSeverity(components), ...ongoingImpacts.map((impact) => RAISED_BY[impact])];
  const worst = SEVERITY[Math.max(...levels.map((level) => SEVERITY.indexOf(level)))] ?? 'OPERATIONAL';
  return worst === 'OPERATIONAL' && components.includes('MAINTENANCE') ? 'MAINTENANCE' : worst;
}

function observedSeverity(components: readonly ComponentState[]): Severity {
  const observed = components.filter((state) => state !== 'MAINTENANCE' && state !== 'UNKNOWN');
  if (observed.length > 0 && observed.every((state) => state === 'OUTAGE')) return 'MAJOR_OUTAGE';
  if (observed.includes('OUTAGE')) return 'PARTIAL_OUTAGE';
  return observed.includes('DEGRADED') ? 'DEGRADED' : 'OPERATIONAL';
}
