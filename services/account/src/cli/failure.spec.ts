import { describe, expect, it } from '@jest/globals';
import { ConfigError } from '@vedette/configuration';
import { failureSentence, outputFailureSentence, refusalSentence } from './failure.ts';

const withCode = (code: string, message = 'secret detail'): Error => Object.assign(new Error(message), { code });

describe('a failure is one sentence', () => {
  const rows: { name: string; error: unknown; sentence: string }[] = [
    {
      name: 'the environment',
      error: new ConfigError(['A is required: what it is for', 'B must be true or false, not "x"']),
      sentence: 'A is required: what it is for, and B must be true or false, not "x".',
    },
    {
      name: 'a table that is not there',
      error: withCode('42P01'),
      sentence: 'The database is not migrated for this version: start the stack or run its migrations first.',
    },
    {
      name: 'a column that is not there',
      error: withCode('42703'),
      sentence: 'The database is not migrated for this version: start the stack or run its migrations first.',
    },
    {
      name: 'a wrong password',
      error: withCode('28P01'),
      sentence: 'PostgreSQL refuses the user or the password in DATABASE_URL.',
    },
    {
      name: 'nobody listens',
      error: withCode('ECONNREFUSED'),
      sentence: 'PostgreSQL cannot be reached (ECONNREFUSED): is the stack running?',
    },
    {
      name: 'nobody listens on any address of the name',
      error: Object.assign(new AggregateError([], ''), { code: 'ECONNREFUSED' }),
      sentence: 'PostgreSQL cannot be reached (ECONNREFUSED): is the stack running?',
    },
    {
      name: 'no answer in time',
      error: new Error('timeout expired'),
      sentence: 'PostgreSQL does not answer (timeout expired): is the stack running?',
    },
    { name: 'anything else', error: new Error('Boom.\n  at x (y:1)'), sentence: 'The command failed: Boom.' },
    { name: 'no error at all', error: undefined, sentence: 'The command failed: undefined.' },
    { name: 'an error without words', error: new Error(''), sentence: 'The command failed: no reason was given.' },
  ];
  it.each(rows)('$name', ({ error, sentence }) => {
    expect(failureSentence(error)).toBe(sentence);
  });
});

it('an answer that cannot be written is one sentence, too', () => {
  expect(outputFailureSentence(new Error('ENOSPC: no space left on device, write'))).toBe(
    'The answer cannot be written to standard output: ENOSPC: no space left on device, write.',
  );
});

describe('a refusal of a service', () => {
  const message = 'The request is not valid; see details.';
  it.each([
    { name: 'is said in its own words', details: undefined, sentence: message },
    {
      name: 'names an option',
      details: [{ path: 'to', message: 'to must be one mail address' }],
      sentence: '--to must be one mail address.',
    },
    {
      name: 'names an option of several words as it is written',
      details: [{ path: 'delayMinutes', message: 'delayMinutes must be an integer' }],
      sentence: '--delay-minutes must be an integer.',
    },
    {
      name: 'names the part of the value of an option',
      details: [
        { path: 'quietHours.to', message: 'quietHours.to must be another time than quietHours.from' },
        { path: 'quietHours.timezone', message: 'quietHours.timezone must be an IANA time zone' },
      ],
      sentence:
        '--quiet-hours: to must be another time than from, and --quiet-hours: timezone must be an IANA time zone.',
    },
    {
      name: 'is left alone where it names no option',
      details: [{ path: 'monitors.0', message: 'There is no monitor mon_1 in the organization org_1' }],
      sentence: 'There is no monitor mon_1 in the organization org_1.',
    },
  ])('$name', ({ details, sentence }) => {
    expect(refusalSentence({ message, ...(details !== undefined && { details }) })).toBe(sentence);
  });
});
