import { noQuery, operation } from '../operation.ts';
import { ANSWER_BYTES, BODY_BYTES, ORDINARY } from '../operation-bounds.ts';
import { maintenanceChangeFaults, maintenanceWindowFaults } from '../resources/maintenance-window-fields.ts';
import {
  MAINTENANCE_STATES,
  maintenanceWindowCreateSchema,
  maintenanceWindowSchema,
  maintenanceWindowUpdateSchema,
} from '../resources/maintenance-window.ts';
import { deletedSchema, pageOf, pageQuery } from '../resources/pagination.ts';
import { choice } from '../schema.ts';

const common = {
  ...ORDINARY,
  service: 'status-page',
  tag: 'Maintenance windows',
  credentials: ['key'],
  query: noQuery,
  body: undefined,
} as const;

export const maintenanceWindowOperations = {
  listMaintenanceWindows: operation({
    ...common,
    id: 'listMaintenanceWindows',
    method: 'GET',
    path: '/api/v1/maintenance-windows',
    summary: 'List maintenance windows',
    description: 'Lists the maintenance windows of the organization, newest first.',
    query: pageQuery({ state: choice(MAINTENANCE_STATES, 'Only windows in this state.') }),
    response: pageOf('MaintenanceWindowList', maintenanceWindowSchema),
    lane: 'heavy',
  }),
  createMaintenanceWindow: operation({
    ...common,
    id: 'createMaintenanceWindow',
    method: 'POST',
    path: '/api/v1/maintenance-windows',
    summary: 'Create a maintenance window',
    description:
      'Plans a time in which alert contacts are not told of incidents of these monitors, and which status pages show. Webhook events are sent all the same. `endsAt` lies in the future, after `startsAt` and at most 31 days after it; an occurrence longer than the period of its recurrence is a 400. `startsAt`, `endsAt` and `recurrence.until` lie in the years 2000 to 2199. Start and end take effect within 2 seconds. 422 `plan_limit` when as many windows are not completed as the plan allows. A monitor is in at most 20 windows that are not completed; beyond, it is a 400 at its path. Emits `maintenance.scheduled`.',
    body: maintenanceWindowCreateSchema,
    maxBodyBytes: BODY_BYTES.any,
    response: maintenanceWindowSchema,
    status: 201,
    errors: ['plan_limit'],
    refine: maintenanceWindowFaults,
    lane: 'heavy',
  }),
  getMaintenanceWindow: operation({
    ...common,
    id: 'getMaintenanceWindow',
    method: 'GET',
    path: '/api/v1/maintenance-windows/{maintenanceId}',
    summary: 'Get a maintenance window',
    description: 'Returns one maintenance window with its current or next occurrence.',
    response: maintenanceWindowSchema,
  }),
  updateMaintenanceWindow: operation({
    ...common,
    id: 'updateMaintenanceWindow',
    method: 'PATCH',
    path: '/api/v1/maintenance-windows/{maintenanceId}',
    summary: 'Update a maintenance window',
    description:
      'Changes the fields that are sent; `recurrence` is replaced as a whole. The resulting window is validated as a whole; a monitor that is added and already in 20 windows that are not completed is a 400 at its path. 409 `conflict` when the window is COMPLETED. Emits `maintenance.updated`.',
    body: maintenanceWindowUpdateSchema,
    maxBodyBytes: BODY_BYTES.any,
    response: maintenanceWindowSchema,
    errors: ['conflict'],
    // The service judges the years: it knows what is stored.
    refine: (body) => maintenanceChangeFaults(body, body),
    lane: 'heavy',
  }),
  deleteMaintenanceWindow: operation({
    ...common,
    id: 'deleteMaintenanceWindow',
    method: 'DELETE',
    path: '/api/v1/maintenance-windows/{maintenanceId}',
    summary: 'Delete a maintenance window',
    description:
      'Deletes a maintenance window and ends its suppression. Emits `maintenance.cancelled` unless it was COMPLETED. The times in which it really ran stay out of uptime.',
    response: deletedSchema,
    maxAnswerBytes: ANSWER_BYTES.brief,
    lane: 'heavy',
  }),
};
