import { LONG_REQUEST_LIMIT, noQuery, operation } from '../operation.ts';
import { BODY_BYTES, ORDINARY } from '../operation-bounds.ts';
import { monitorCreateSchema } from '../resources/monitor.ts';
import { monitorCreateByType } from '../resources/monitor-create.ts';
import { monitorFaults } from '../resources/monitor-fields.ts';
import { monitorListQuery, monitorListSchema } from '../resources/monitor-list.ts';
import { overviewSchema } from '../resources/overview.ts';
import { monitorStatusPageSchema } from '../resources/monitor-pages.ts';
import { pageOf, pageQuery } from '../resources/pagination.ts';
import { monitorTestFaults, monitorTestSchema } from '../resources/monitor-test.ts';
import { MAX_REPLAY_DAYS, replayBodySchema, replaySchema } from '../resources/replay.ts';
import { requestHeaderFaults } from '../resources/request-headers.ts';
import { CHECK_DEADLINE_MS } from './monitor.operations.ts';
import { monitorBulkResultSchema, monitorBulkSchema } from '../resources/monitor-bulk.ts';

const common = { ...ORDINARY, service: 'monitor', tag: 'Monitors', query: noQuery, body: undefined } as const;

/** 500 deletions ask two other services each. */
const BULK_DEADLINE_MS = 30_000;

const TESTS_PER_MINUTE = 10;
/** Other replays may be first. */
const REPLAY_DEADLINE_MS = 15_000;

/** What the console does with monitors, beyond the public operations. */
export const monitorToolOperations = {
  bulkMonitors: operation({
    ...common,
    id: 'bulkMonitors',
    method: 'POST',
    path: '/api/console/v1/monitors/bulk',
    summary: 'Pause, resume or delete many monitors',
    description:
      'Does the same to up to 500 monitors, in one step: either all of them change or none. Each changes as the operation for a single monitor would change it, with the same event. The answer says what happened to each id; ids of other organizations are NOT_FOUND.',
    body: monitorBulkSchema,
    maxBodyBytes: BODY_BYTES.any,
    response: monitorBulkResultSchema,
    deadlineMs: BULK_DEADLINE_MS,
    lane: 'heavy',
  }),
  runMonitorTest: operation({
    ...common,
    id: 'runMonitorTest',
    method: 'POST',
    path: '/api/console/v1/monitor-tests',
    summary: 'Test a monitor before it is created',
    description: `Runs one check of a monitor that is not stored, as a worker would run it, and says what it found. The body is that of a new monitor and is validated in the same way; a CRON monitor is a 400 at \`type\`, because it is not checked. A failed first attempt is confirmed by a second, so the answer can take twice \`timeoutSeconds\`. An organization may run ${TESTS_PER_MINUTE} tests a minute; one more is 429 \`rate_limited\` with \`Retry-After\`. No test runs twice for one \`Idempotency-Key\`: 409 \`conflict\` if an earlier run was interrupted and what it found is lost. ${LONG_REQUEST_LIMIT}`,
    credentials: ['session', 'key'],
    body: monitorCreateSchema,
    maxBodyBytes: BODY_BYTES.any,
    documentedBody: monitorCreateByType,
    response: monitorTestSchema,
    errors: ['plan_limit', 'conflict'],
    refine: (body) => [...monitorTestFaults(body), ...monitorFaults(body), ...requestHeaderFaults(body.requestHeaders)],
    deadlineMs: CHECK_DEADLINE_MS,
    lane: 'long',
    limiter: { most: TESTS_PER_MINUTE, withinSeconds: 60, of: 'organization' },
  }),
  getMonitorList: operation({
    ...common,
    id: 'getMonitorList',
    method: 'GET',
    path: '/api/console/v1/monitor-list',
    summary: 'List monitors with their uptime and latency',
    description:
      'Lists the monitors of the organization as the console shows them: filtered, sorted, each with its uptime and its latencies. The state is the present one; `summarizedAt` says how old uptimes are.',
    credentials: ['session', 'key'],
    query: monitorListQuery,
    response: monitorListSchema,
  }),
  getOverview: operation({
    ...common,
    id: 'getOverview',
    method: 'GET',
    path: '/api/console/v1/overview',
    summary: 'Get the overview',
    description:
      'Returns whether all is well: how many monitors are in which state, ongoing incidents, the next maintenance windows, the slowest monitors. What another service does not tell within a second is null.',
    credentials: ['session', 'key'],
    response: overviewSchema,
  }),
  replayMonitor: operation({
    ...common,
    id: 'replayMonitor',
    method: 'POST',
    path: '/api/console/v1/monitors/{monitorId}/replay',
    summary: 'Try another policy for slow checks on the past',
    description: `Replays stored checks of up to ${MAX_REPLAY_DAYS} days by the rules that decide about new ones, under another policy, and returns what happened beside what would have happened. Nothing changes. \`unknown\` says what history cannot answer. 409 \`conflict\` for CRON and DOMAIN monitors, which are never slow. One replay runs at a time, and organizations take turns. While two replays of an organization wait, one more is 429 \`rate_limited\` with \`Retry-After\`.`,
    credentials: ['session', 'key'],
    effect: 'read',
    body: replayBodySchema,
    maxBodyBytes: BODY_BYTES.brief,
    response: replaySchema,
    errors: ['conflict'],
    deadlineMs: REPLAY_DEADLINE_MS,
    lane: 'long',
  }),
  listMonitorStatusPages: operation({
    ...common,
    id: 'listMonitorStatusPages',
    method: 'GET',
    path: '/api/console/v1/monitors/{monitorId}/status-pages',
    summary: 'List the status pages that show a monitor',
    description: 'Lists the status pages with a component of this monitor, newest first, published or not.',
    credentials: ['session', 'key'],
    query: pageQuery({}),
    response: pageOf('MonitorStatusPageList', monitorStatusPageSchema),
  }),
};
