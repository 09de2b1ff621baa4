import { longRequestLimit, noQuery, operation } from '../operation.ts';
import { monitorCreateSchema } from '../resources/monitor.ts';
import { monitorCreateByType } from '../resources/monitor-create.ts';
import { monitorFaults } from '../resources/monitor-fields.ts';
import { monitorStatusPageSchema } from '../resources/monitor-pages.ts';
import { pageOf, pageQuery } from '../resources/pagination.ts';
import { monitorTestFaults, monitorTestSchema } from '../resources/monitor-test.ts';
import { requestHeaderFaults } from '../resources/request-headers.ts';
import { CHECK_DEADLINE_MS } from './monitor.operations.ts';
import { monitorBulkResultSchema, monitorBulkSchema } from '../resources/monitor-bulk.ts';

const common = { service: 'monitor', tag: 'Monitors', query: noQuery, body: undefined } as const;

/** 500 deletions ask two other services each. */
const BULK_DEADLINE_MS = 30_000;

const TESTS_PER_MINUTE = 10;

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
    response: monitorBulkResultSchema,
    deadlineMs: BULK_DEADLINE_MS,
  }),
  runMonitorTest: operation({
    ...common,
    id: 'runMonitorTest',
    method: 'POST',
    path: '/api/console/v1/monitor-tests',
    summary: 'Test a monitor before it is created',
    description: `Runs one check of a monitor that is not stored, as a worker would run it, and says what it found. The body is that of a new monitor and is validated in the same way; a CRON monitor is a 400 at \`type\`, because it is not checked. A failed first attempt is confirmed by a second, so the answer can take twice \`timeoutSeconds\`. An organization may run ${TESTS_PER_MINUTE} tests a minute; one more is 429 \`rate_limited\` with \`Retry-After\`. ${longRequestLimit}`,
    credentials: ['session', 'key'],
    body: monitorCreateSchema,
    documentedBody: monitorCreateByType,
    response: monitorTestSchema,
    errors: ['plan_limit'],
    refine: (body) => [...monitorTestFaults(body), ...monitorFaults(body), ...requestHeaderFaults(body.requestHeaders)],
    deadlineMs: CHECK_DEADLINE_MS,
    takesLong: true,
    limitPerMinute: TESTS_PER_MINUTE,
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
