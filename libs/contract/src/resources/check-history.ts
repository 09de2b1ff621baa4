import { Type, type Static } from 'typebox';
import { choice, nullable, timestamp, timestampInput } from '../schema.ts';
import { attemptSchema, phasesSchema } from './incident.ts';

/** States are kept for thirteen months, and no range of the history is longer. */
export const MAX_HISTORY_DAYS = 400;
/** The most points of one answer. */
export const MAX_LATENCY_POINTS = 2_000;

export const CHECK_VERDICTS = ['UP', 'DOWN', 'UNOBSERVED'] as const;
export const LATENCY_STEPS = ['auto', '60', '3600', '86400'] as const;
export const RECORDED_STATES = ['PENDING', 'UP', 'DEGRADED', 'DOWN', 'PAUSED', 'UNOBSERVED'] as const;

const RANGE_LIMIT = `A range of more than ${MAX_HISTORY_DAYS} days is a 400.`;

/** The range of a query; `otherwise` says what an absent `from` means. */
export const rangeFields = (otherwise: string) => ({
  from: timestampInput(`The beginning of the range; ${otherwise}. ${RANGE_LIMIT}`),
  to: timestampInput('The end of the range, which is not part of it; now, if it is absent or in the future.'),
});

/** Days in place of `from`. */
export const dayFields = {
  days: Type.Integer({
    minimum: 1,
    maximum: MAX_HISTORY_DAYS,
    description:
      'The range begins so many days before the end of the day in which it ends, and the answer has each of these days. Beside `from` it is a 400.',
  }),
  timezone: Type.String({
    minLength: 1,
    maxLength: 64,
    description: 'The IANA time zone in which days begin; UTC, if it is absent.',
  }),
};

export const regionFilter = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'Only checks that were decided in this region; none if it is unknown.',
});

export const checkSchema = Type.Object(
  {
    slotAt: timestamp('When the check was due.'),
    startedAt: nullable(timestamp('When its first attempt began; null if that is unknown.')),
    endedAt: nullable(timestamp('When its last attempt ended; null if that is unknown.')),
    latenessMs: nullable(Type.Integer({ description: 'How long after the slot it began; null if that is unknown.' })),
    verdict: choice(CHECK_VERDICTS, 'UNOBSERVED: no worker could judge the target.'),
    responseMs: nullable(Type.Integer({ description: 'How long the answer took; null for a check that failed.' })),
    phases: phasesSchema,
    region: nullable(Type.String({ description: 'Where the attempt that decided was made; null if that is unknown.' })),
    worker: nullable(Type.String({ description: 'Who made the attempt that decided; null if that is unknown.' })),
    error: nullable(Type.String({ description: 'Why the check failed; null if it did not.' })),
    attempts: Type.Array(attemptSchema, { description: 'All attempts, if one of them failed; otherwise none.' }),
  },
  { title: 'Check', description: 'One check of a monitor: an attempt, and a second one that confirms a failure.' },
);

const pointMs = (description: string) => nullable(Type.Integer({ description }));

export const latencySchema = Type.Object(
  {
    step: Type.Integer({ description: 'The seconds from one point to the next.' }),
    points: Type.Array(
      Type.Object(
        {
          at: timestamp('The beginning of the step.'),
          count: Type.Integer({ description: 'How many checks judged the target.' }),
          failures: Type.Integer({ description: 'How many of them failed.' }),
          min: pointMs('The fastest response.'),
          p50: pointMs('The median.'),
          p95: pointMs('The 95th percentile.'),
          p99: pointMs('The 99th percentile.'),
          max: pointMs('The slowest response.'),
        },
        { title: 'LatencyPoint', description: 'The checks of one step. Times are null where no check has a response.' },
      ),
      { description: 'Oldest first. A step without checks has no point.' },
    ),
  },
  { title: 'MonitorLatency', description: 'Response times in milliseconds. Percentiles are at most 2 % off.' },
);

const seconds = (description: string) => Type.Number({ minimum: 0, description });

const percent = nullable(
  Type.Number({
    description:
      'The time UP or DEGRADED, of the time UP, DEGRADED or DOWN, rounded down to three decimals; null if there is none of these.',
  }),
);

const secondsSchema = Type.Object(
  {
    up: seconds('In UP.'),
    degraded: seconds('In DEGRADED.'),
    down: seconds('In DOWN.'),
    pending: seconds('In PENDING.'),
    paused: seconds('In PAUSED.'),
    unobserved: seconds('Without a check that could judge the target.'),
    maintenance: seconds('In maintenance windows that ran, whatever the state.'),
  },
  { title: 'UptimeSeconds', description: 'How the range divides; the parts add up to it.' },
);

export const uptimeSchema = Type.Object(
  {
    from: timestamp('The beginning of the range, no earlier than the monitor.'),
    to: timestamp('The end of the range, and the moment of these figures.'),
    percent,
    seconds: secondsSchema,
    days: nullable(
      Type.Array(
        Type.Object(
          {
            date: Type.String({ description: 'The date in the time zone, YYYY-MM-DD.' }),
            percent,
            seconds: secondsSchema,
          },
          { title: 'UptimeDay', description: 'What lies in the range of one day.' },
        ),
        { description: 'The days of the range, oldest first; null unless `days` asks for them.' },
      ),
    ),
    outages: Type.Integer({ description: 'How many times the monitor was DOWN outside of maintenance.' }),
    longestOutageSec: nullable(seconds('The longest of them, within the range; null if there is none.')),
    meanTimeToRecoverSec: nullable(seconds('How long those that ended lasted on average; null if none has ended.')),
    meanTimeBetweenFailuresSec: nullable(seconds('The time UP or DEGRADED for each outage; null if there is none.')),
  },
  { title: 'MonitorUptime', description: 'For how much of a range a monitor was up.' },
);

export const stateSpanSchema = Type.Object(
  {
    state: choice(RECORDED_STATES, 'UNOBSERVED: no check could judge the target.'),
    startedAt: timestamp('When the state began; this may be before the range.'),
    endedAt: nullable(timestamp('When it ended; null while it lasts.')),
  },
  { title: 'MonitorStateSpan', description: 'A time in which a monitor was in one state.' },
);

export type Check = Static<typeof checkSchema>;
export type CheckVerdict = (typeof CHECK_VERDICTS)[number];
export type LatencyStep = (typeof LATENCY_STEPS)[number];
export type MonitorLatency = Static<typeof latencySchema>;
export type MonitorUptimeReport = Static<typeof uptimeSchema>;
export type MonitorStateSpan = Static<typeof stateSpanSchema>;
