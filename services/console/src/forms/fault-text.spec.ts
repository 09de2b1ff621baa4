import { describe, expect, it } from '@jest/globals';
import type { FaultReason } from '@vedette/contract/fault-reason';
import { faultWords } from '../words/faults.ts';
import { faultText, withoutField } from './fault-text.ts';

const number = (value: number): string => new Intl.NumberFormat('en').format(value);

describe('the text of a fault', () => {
  it.each<{ reason: FaultReason; text: string }>([
    { reason: { tag: 'required' }, text: 'Fill this in.' },
    { reason: { tag: 'required', monitorType: 'HTTP' }, text: 'Fill this in.' },
    { reason: { tag: 'characters', least: 1, most: 120, isEmpty: true }, text: 'Fill this in.' },
    { reason: { tag: 'characters', least: 1, most: 120, isEmpty: false }, text: '120 characters at most.' },
    { reason: { tag: 'characters', least: 0, most: 1, isEmpty: false }, text: '1 character at most.' },
    { reason: { tag: 'characters', least: 3, most: 2_048, isEmpty: false }, text: '3 to 2,048 characters.' },
    { reason: { tag: 'characters', least: 3, most: undefined, isEmpty: false }, text: '3 characters at least.' },
    { reason: { tag: 'items', least: 1, most: 500, isEmpty: true }, text: 'Choose at least one.' },
    { reason: { tag: 'items', least: 1, most: 500, isEmpty: false }, text: '500 at most.' },
    { reason: { tag: 'items', least: 2, most: 5, isEmpty: false }, text: '2 to 5.' },
    { reason: { tag: 'items', least: 2, most: undefined, isEmpty: false }, text: '2 at least.' },
    { reason: { tag: 'integer', range: null, orNull: false }, text: 'This must be a whole number.' },
    {
      reason: { tag: 'integer', range: { least: 30, most: 86_400 }, orNull: true },
      text: 'This must be a whole number from 30 to 86,400.',
    },
    { reason: { tag: 'choice', values: ['UP'], orNull: false }, text: 'Choose one from the list.' },
    { reason: { tag: 'time', orNull: true }, text: 'This must be a date and a time.' },
    { reason: { tag: 'form', form: 'host' }, text: 'This must be a host name or an IP address.' },
    { reason: { tag: 'repeats', path: 'components.0.monitorId' }, text: 'This is in the list already.' },
    { reason: { tag: 'header', name: 'a b', fault: 'name' }, text: '“a b” cannot be the name of a header.' },
    { reason: { tag: 'header', name: 'Connection', fault: 'reserved' }, text: 'The check sets “Connection” itself.' },
    {
      reason: { tag: 'header', name: 'X', fault: 'value' },
      text: 'The value of “X” has a character that no header can carry.',
    },
    {
      reason: { tag: 'header-bytes', most: 32_768, given: 40_000 },
      text: 'Names and values have 40,000 bytes; 32,768 are allowed.',
    },
    { reason: { tag: 'not-after-start' }, text: 'The end must be after the start.' },
    { reason: { tag: 'too-long-after-start', mostDays: 31 }, text: 'The end must be within 31 days after the start.' },
    { reason: { tag: 'too-long-after-start', mostDays: 1 }, text: 'The end must be within 1 day after the start.' },
    { reason: { tag: 'before-start' }, text: 'This must not be before the start.' },
    {
      reason: { tag: 'outside-years', first: 2000, last: 2199 },
      text: 'This must be a time in the years 2000 to 2199.',
    },
    {
      reason: { tag: 'longer-than-period', periodDays: 1, hours: 30 },
      text: 'One maintenance takes longer than the time until the next one begins.',
    },
    { reason: { tag: 'other', text: 'must not be null' }, text: 'must not be null' },
  ])('$text', ({ reason, text }) => {
    expect(faultText(reason, faultWords(), number)).toBe(text);
  });
});

describe('what only the server finds', () => {
  it.each([
    { name: 'loses the field', path: 'url', message: 'url must be public', text: 'Must be public' },
    {
      name: 'loses a part of a field',
      path: 'components.0.monitorId',
      message: 'components.0.monitorId names no monitor',
      text: 'Names no monitor',
    },
    { name: 'stays as it is otherwise', path: 'url', message: 'urls must be public', text: 'urls must be public' },
  ])('$name', ({ path, message, text }) => {
    expect(withoutField({ path, message })).toBe(text);
  });
});
