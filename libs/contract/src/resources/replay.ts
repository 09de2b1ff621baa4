import { Type, type Static } from 'typebox';
import { creationBody, timestamp, timestampInput } from '../schema.ts';
import { policyFields } from './monitor.ts';

/** How far back a replay may go. */
export const MAX_REPLAY_DAYS = 30;
/** An answer shows no more periods than these. */
export const MAX_REPLAY_PERIODS = 500;

export const replayBodySchema = creationBody({
  title: 'PolicyReplay',
  description: 'A policy for slow checks, and the time to try it on.',
  fields: {
    ...policyFields,
    from: timestampInput(
      `Where the replay begins, at most ${MAX_REPLAY_DAYS} days before \`to\`; left out: as long before it.`,
    ),
    to: timestampInput('Where it ends; left out: now.'),
  },
  required: ['degradedThresholdMs', 'degradedThresholdMode', 'degradedSamples'],
});

const seconds = (description: string) => Type.Integer({ description });

const periodSchema = Type.Object(
  { from: timestamp('When it began.'), to: timestamp('When it ended.') },
  { title: 'ReplayPeriod', description: 'A time in which the monitor was DEGRADED, within the range.' },
);

const alertsSchema = Type.Object(
  {
    degraded: Type.Integer({
      description: 'Messages about slowness: the beginning, after 5 minutes of it, and the end.',
    }),
    down: Type.Integer({ description: 'Messages about outages: the beginning and the end.' }),
  },
  { title: 'ReplayAlerts', description: 'Messages to one contact that hears of everything at once.' },
);

const outcomeFields = {
  degradedSec: seconds('How many seconds the monitor was DEGRADED.'),
  degradedPeriods: Type.Integer({ description: 'How often it was.' }),
  longestDegradedSec: seconds('The longest of these periods.'),
  downSec: seconds('How many seconds it was DOWN.'),
  outages: Type.Integer({ description: 'How often it was.' }),
  alerts: alertsSchema,
};

const outcomeSchema = Type.Object(
  {
    ...outcomeFields,
    periods: Type.Array(periodSchema, {
      maxItems: MAX_REPLAY_PERIODS,
      description: `The DEGRADED periods, oldest first; the longest ${MAX_REPLAY_PERIODS} if there are more.`,
    }),
  },
  { title: 'ReplayOutcome', description: 'The states of a monitor in the range, in figures.' },
);

export const replaySchema = Type.Object(
  {
    from: timestamp('Where the replay begins: what was asked for, or later where nothing is stored.'),
    to: timestamp('Where it ends.'),
    checks: Type.Integer({ description: 'How many checks were replayed.' }),
    happened: outcomeSchema,
    replayed: outcomeSchema,
    difference: Type.Object(
      { ...outcomeFields, alerts: alertsSchema },
      {
        title: 'ReplayDifference',
        description: 'By how much each figure would have been higher; lower ones are negative.',
      },
    ),
    unknown: Type.Array(Type.String(), { description: 'What history cannot answer, in sentences for people.' }),
  },
  { title: 'ReplayResult', description: 'What happened, beside what would have happened under another policy.' },
);

export type ReplayBody = Static<typeof replayBodySchema>;
export type ReplayResult = Static<typeof replaySchema>;
