import { LONG_REQUEST_LIMIT, noQuery, operation } from '../operation.ts';
import { ANSWER_BYTES, BODY_BYTES, ORDINARY } from '../operation-bounds.ts';
import { emptyBody } from '../schema.ts';
import { monitorCreateSchema, monitorSchema, monitorUpdateSchema } from '../resources/monitor.ts';
import { monitorCreateByType } from '../resources/monitor-create.ts';
import { deletedSchema, pageOf, pageQuery } from '../resources/pagination.ts';
import { monitorFaults } from '../resources/monitor-fields.ts';
import { requestHeaderFaults } from '../resources/request-headers.ts';

const common = {
  ...ORDINARY,
  service: 'monitor',
  tag: 'Monitors',
  credentials: ['key'],
  query: noQuery,
  body: undefined,
} as const;

// A check makes at most two attempts (the second confirms a failure), each limited by the longest timeoutSeconds.
const LONGEST_TIMEOUT_MS = 60_000;
export const CHECK_DEADLINE_MS = 2 * LONGEST_TIMEOUT_MS + 10_000;

export const monitorOperations = {
  listMonitors: operation({
    ...common,
    id: 'listMonitors',
    method: 'GET',
    path: '/api/v1/monitors',
    summary: 'List monitors',
    description: 'Lists the monitors of the organization, newest first.',
    query: pageQuery({}),
    response: pageOf('MonitorList', monitorSchema),
    maxAnswerBytes: ANSWER_BYTES.pieces,
  }),
  createMonitor: operation({
    ...common,
    id: 'createMonitor',
    method: 'POST',
    path: '/api/v1/monitors',
    summary: 'Create a monitor',
    description:
      'Creates a monitor in the state PENDING and queues its first check at once. All alert contacts that the organization has at this time are attached to it. `type` decides which fields are required: HTTP `url`; KEYWORD `url` and `keyword`; PING `host`; PORT `host` and `port`; SSL, DOMAIN and DNS `url`; CRON none, it waits to be pinged on its `heartbeatUrl`. An empty string counts as missing. 422 `plan_limit` when the monitor allowance of the plan is used up or `intervalSeconds` is faster than the plan permits. Emits `monitor.created`.',
    body: monitorCreateSchema,
    maxBodyBytes: BODY_BYTES.any,
    documentedBody: monitorCreateByType,
    response: monitorSchema,
    sensitive: true,
    status: 201,
    errors: ['plan_limit'],
    refine: (body) => [...monitorFaults(body), ...requestHeaderFaults(body.requestHeaders)],
  }),
  getMonitor: operation({
    ...common,
    id: 'getMonitor',
    method: 'GET',
    path: '/api/v1/monitors/{monitorId}',
    summary: 'Get a monitor',
    description: 'Returns one monitor.',
    response: monitorSchema,
  }),
  updateMonitor: operation({
    ...common,
    id: 'updateMonitor',
    method: 'PATCH',
    path: '/api/v1/monitors/{monitorId}',
    summary: 'Update a monitor',
    description:
      'Changes the fields that are sent and keeps the others; no defaults are applied, `null` clears a nullable field. The resulting monitor is validated as a whole: an inconsistent result (a PORT monitor without `port`) is a 400 and nothing is applied. A change of what is checked queues a check at once unless the monitor is paused; the state stays until that check lands. A change of `type` moves the monitor to PENDING, resolves its ongoing incident and makes or drops `heartbeatUrl`. The interval of the plan is checked only when `intervalSeconds` is sent. Emits `monitor.updated`, with an empty `changed` when nothing did.',
    body: monitorUpdateSchema,
    maxBodyBytes: BODY_BYTES.any,
    response: monitorSchema,
    sensitive: true,
    errors: ['plan_limit'],
    refine: (body) => requestHeaderFaults(body.requestHeaders),
  }),
  deleteMonitor: operation({
    ...common,
    id: 'deleteMonitor',
    method: 'DELETE',
    path: '/api/v1/monitors/{monitorId}',
    summary: 'Delete a monitor',
    description:
      'Permanently removes the monitor with its check history and its incidents, and from every status page, published incident and maintenance window. Emits `monitor.deleted`.',
    response: deletedSchema,
    maxAnswerBytes: ANSWER_BYTES.brief,
  }),
  pauseMonitor: operation({
    ...common,
    id: 'pauseMonitor',
    method: 'POST',
    path: '/api/v1/monitors/{monitorId}/pause',
    summary: 'Pause a monitor',
    description:
      'Stops checks and alerts and keeps the history; paused time is excluded from uptime. An ongoing incident is resolved without telling the alert contacts. Emits `monitor.paused`. A paused monitor is returned unchanged, without an event.',
    body: emptyBody,
    maxBodyBytes: BODY_BYTES.any,
    response: monitorSchema,
    sensitive: true,
  }),
  resumeMonitor: operation({
    ...common,
    id: 'resumeMonitor',
    method: 'POST',
    path: '/api/v1/monitors/{monitorId}/resume',
    summary: 'Resume a monitor',
    description:
      'Moves a paused monitor to PENDING and checks it straight away; it stays PENDING until that check lands. Emits `monitor.resumed`. A monitor that is not paused is returned unchanged, without an event.',
    body: emptyBody,
    maxBodyBytes: BODY_BYTES.any,
    response: monitorSchema,
    sensitive: true,
  }),
  checkMonitor: operation({
    ...common,
    id: 'checkMonitor',
    method: 'POST',
    path: '/api/v1/monitors/{monitorId}/check',
    summary: 'Check a monitor now',
    description: `Runs one check and returns the monitor with its result. The check counts toward uptime and can open or resolve an incident like a scheduled one; a failed first attempt is confirmed by a second before the monitor goes DOWN, so the answer can take twice \`timeoutSeconds\`. A CRON monitor has its deadline evaluated now. 409 \`conflict\` when the monitor is paused, or is paused or pointed elsewhere while the check runs. ${LONG_REQUEST_LIMIT}`,
    body: emptyBody,
    maxBodyBytes: BODY_BYTES.any,
    response: monitorSchema,
    sensitive: true,
    errors: ['conflict'],
    deadlineMs: CHECK_DEADLINE_MS,
    lane: 'long',
  }),
};
