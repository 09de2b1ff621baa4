import { operation } from '../operation.ts';
import { ORDINARY } from '../operation-bounds.ts';
import {
  CHECK_VERDICTS,
  checkSchema,
  dayFields,
  LATENCY_STEPS,
  latencySchema,
  MAX_LATENCY_POINTS,
  rangeFields,
  regionFilter,
  stateSpanSchema,
  uptimeSchema,
} from '../resources/check-history.ts';
import { cursorPageOf, cursorQuery } from '../resources/pagination.ts';
import { choice, queryOf } from '../schema.ts';

const common = {
  ...ORDINARY,
  service: 'monitor',
  tag: 'History',
  credentials: ['session', 'key'],
  method: 'GET',
  body: undefined,
} as const;

const LAST_30_DAYS = '30 days before the end, if it is absent';

export const historyOperations = {
  listChecks: operation({
    ...common,
    id: 'listChecks',
    path: '/api/console/v1/monitors/{monitorId}/checks',
    summary: 'List the checks of a monitor',
    description: 'Lists the checks of a monitor, as far back as they are kept.',
    query: cursorQuery({
      ...rangeFields('the first check that is kept, if it is absent'),
      verdict: choice(CHECK_VERDICTS, 'Only checks with this verdict.'),
      region: regionFilter,
    }),
    response: cursorPageOf('CheckList', checkSchema, 'newest first'),
  }),
  getLatency: operation({
    ...common,
    id: 'getLatency',
    path: '/api/console/v1/monitors/{monitorId}/latency',
    summary: 'Get the response times of a monitor',
    description: `Returns how long checks took, by steps in UTC that cover the range. Steps of 60 s go as far back as single checks are kept, the others 13 months. A step that gives more than ${MAX_LATENCY_POINTS} points is a 400.`,
    query: queryOf(
      {
        ...rangeFields('24 hours before the end, if it is absent'),
        step: choice(LATENCY_STEPS, 'The seconds from one point to the next; auto: the finest that fits.'),
        region: regionFilter,
      },
      { step: 'auto' },
    ),
    response: latencySchema,
  }),
  getUptime: operation({
    ...common,
    id: 'getUptime',
    path: '/api/console/v1/monitors/{monitorId}/uptime',
    summary: 'Get the uptime of a monitor',
    description:
      'Returns for how much of a range the monitor was up, and its outages; also day by day. Maintenance windows that ran are left out, also after their deletion.',
    query: queryOf({ ...rangeFields(LAST_30_DAYS), ...dayFields }, {}),
    response: uptimeSchema,
  }),
  listStates: operation({
    ...common,
    id: 'listStates',
    path: '/api/console/v1/monitors/{monitorId}/states',
    summary: 'List the states of a monitor',
    description: 'Lists the states that a monitor was in, each with its beginning and its end.',
    query: cursorQuery(rangeFields(LAST_30_DAYS)),
    response: cursorPageOf('MonitorStateList', stateSpanSchema, 'newest first'),
  }),
};
