import { describe, expect, it } from '@jest/globals';
import { refusalSentence } from './refusal.ts';

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
