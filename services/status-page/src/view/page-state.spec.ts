import { describe, expect, it } from '@jest/globals';
import type { MonitorState, StatusIncidentImpact, StatusPageState } from '@vedette/contract';
import { componentState, pageState, type ComponentState } from './page-state.ts';

describe('state of a component', () => {
  const rows: { monitor: MonitorState | undefined; isInMaintenance: boolean; is: ComponentState }[] = [
    { monitor: 'UP', isInMaintenance: false, is: 'OPERATIONAL' },
    { monitor: 'DEGRADED', isInMaintenance: false, is: 'DEGRADED' },
    { monitor: 'DOWN', isInMaintenance: false, is: 'OUTAGE' },
    { monitor: 'PENDING', isInMaintenance: false, is: 'UNKNOWN' },
    { monitor: 'PAUSED', isInMaintenance: false, is: 'UNKNOWN' },
    { monitor: undefined, isInMaintenance: false, is: 'UNKNOWN' },
    { monitor: 'UP', isInMaintenance: true, is: 'MAINTENANCE' },
    { monitor: 'DOWN', isInMaintenance: true, is: 'MAINTENANCE' },
    { monitor: 'PAUSED', isInMaintenance: true, is: 'MAINTENANCE' },
  ];
  it.each(rows)('$monitor, in maintenance: $isInMaintenance → $is', ({ monitor, isInMaintenance, is }) => {
    expect(componentState(monitor, isInMaintenance)).toBe(is);
  });
});

describe('state of a page', () => {
  const up = 'OPERATIONAL';
  const slow = 'DEGRADED';
  const down = 'OUTAGE';
  const worked = 'MAINTENANCE';
  const unknown = 'UNKNOWN';
  const rows: {
    name: string;
    components: ComponentState[];
    incidents?: StatusIncidentImpact[];
    is: StatusPageState;
  }[] = [
    { name: 'without components', components: [], is: 'OPERATIONAL' },
    { name: 'all up', components: [up, up], is: 'OPERATIONAL' },
    { name: 'one degraded', components: [up, slow], is: 'DEGRADED' },
    { name: 'all degraded', components: [slow, slow], is: 'DEGRADED' },
    { name: 'one down', components: [up, down], is: 'PARTIAL_OUTAGE' },
    { name: 'one down, the other degraded', components: [slow, down], is: 'PARTIAL_OUTAGE' },
    { name: 'all down', components: [down, down], is: 'MAJOR_OUTAGE' },
    { name: 'the only one down', components: [down], is: 'MAJOR_OUTAGE' },
    { name: 'all that are checked down', components: [down, unknown], is: 'MAJOR_OUTAGE' },
    { name: 'all outside maintenance down', components: [down, worked], is: 'MAJOR_OUTAGE' },
    { name: 'none checked', components: [unknown, unknown], is: 'OPERATIONAL' },
    { name: 'one in maintenance', components: [up, worked], is: 'MAINTENANCE' },
    { name: 'all in maintenance', components: [worked, worked], is: 'MAINTENANCE' },
    { name: 'one in maintenance, the others not checked', components: [worked, unknown], is: 'MAINTENANCE' },
    { name: 'one in maintenance, one degraded', components: [worked, slow, up], is: 'DEGRADED' },
    { name: 'one in maintenance, one of the others down', components: [worked, down, up], is: 'PARTIAL_OUTAGE' },
    { name: 'an incident without impact', components: [up], incidents: ['NONE'], is: 'OPERATIONAL' },
    { name: 'one without impact in maintenance', components: [worked], incidents: ['NONE'], is: 'MAINTENANCE' },
    { name: 'a minor incident', components: [up], incidents: ['MINOR'], is: 'DEGRADED' },
    { name: 'a major incident', components: [up], incidents: ['MAJOR'], is: 'PARTIAL_OUTAGE' },
    { name: 'a critical incident', components: [up], incidents: ['CRITICAL'], is: 'MAJOR_OUTAGE' },
    { name: 'an incident on a page without components', components: [], incidents: ['MAJOR'], is: 'PARTIAL_OUTAGE' },
    { name: 'an incident in maintenance', components: [worked], incidents: ['MINOR'], is: 'DEGRADED' },
    {
      name: 'the worst of several incidents',
      components: [],
      incidents: ['MINOR', 'CRITICAL', 'NONE'],
      is: 'MAJOR_OUTAGE',
    },
    { name: 'an incident never lowers', components: [down, up], incidents: ['MINOR'], is: 'PARTIAL_OUTAGE' },
  ];
  it.each(rows)('$name: $is', ({ components, incidents = [], is }) => {
    expect(pageState(components, incidents)).toBe(is);
  });
});
