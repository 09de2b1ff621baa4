import { noQuery, operation } from '../operation.ts';
import { BODY_BYTES, ORDINARY } from '../operation-bounds.ts';
import { monitorAlertingFaults } from '../resources/monitor-alerting-fields.ts';
import { monitorAlertingPutSchema, monitorAlertingSchema } from '../resources/monitor-alerting.ts';

const common = {
  ...ORDINARY,
  service: 'incident',
  tag: 'Alert contacts',
  path: '/api/console/v1/monitors/{monitorId}/alerting',
  credentials: ['session', 'key'],
  query: noQuery,
  body: undefined,
} as const;

export const monitorAlertingOperations = {
  getMonitorAlerting: operation({
    ...common,
    id: 'getMonitorAlerting',
    method: 'GET',
    summary: 'Get the parent and the runbook of a monitor',
    description: 'Returns the monitor on which this one depends, and the address of its runbook.',
    response: monitorAlertingSchema,
  }),
  setMonitorAlerting: operation({
    ...common,
    id: 'setMonitorAlerting',
    method: 'PUT',
    summary: 'Set the parent and the runbook of a monitor',
    description:
      'Sets both; a field that is left out becomes null. When the monitor goes down, its parent is checked once, and alerts wait for that, for 10 seconds at most. While the parent is DOWN, alerts are held back; when it has recovered, the monitor is checked, and contacts are told if it is still down. A parent is another monitor of the organization that has no parent itself, and a monitor that is a parent has none; anything else is a 400 at `parentId`. A parent that is deleted becomes null.',
    body: monitorAlertingPutSchema,
    maxBodyBytes: BODY_BYTES.brief,
    response: monitorAlertingSchema,
    refine: monitorAlertingFaults,
  }),
};
