import { Type, type Static } from 'typebox';
import { creationBody, nullable } from '../schema.ts';

/** The embeds of Discord have 6,000 characters for everything that an alert says. */
const MAX_RUNBOOK = 500;

const ABOUT = {
  parentId:
    'The monitor on which this one depends: while it is DOWN, nobody is told that this one is, too. Null: it depends on none.',
  runbookUrl:
    'Where people read what to do when the monitor goes down: every alert about it links there. Null: nowhere.',
};

const fields = {
  parentId: nullable(Type.String({ minLength: 1, maxLength: 64, description: ABOUT.parentId })),
  runbookUrl: nullable(Type.String({ minLength: 1, maxLength: MAX_RUNBOOK, description: ABOUT.runbookUrl })),
};

export const monitorAlertingSchema = Type.Object(fields, {
  title: 'MonitorAlerting',
  description: 'What alerts about a monitor depend on, and where they lead.',
});

export const monitorAlertingPutSchema = creationBody({
  title: 'MonitorAlertingPut',
  description: 'What alerts about a monitor are to depend on, and where they are to lead.',
  fields,
  defaults: { parentId: null, runbookUrl: null },
});

export type MonitorAlerting = Static<typeof monitorAlertingSchema>;
export type MonitorAlertingPut = Static<typeof monitorAlertingPutSchema>;
