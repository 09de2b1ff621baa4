import { describe, expect, it } from '@jest/globals';
import { reasonText, type FaultReason } from './fault-reason.ts';

describe('the text of a reason', () => {
  it.each<{ reason: FaultReason; text: string }>([
    { reason: { tag: 'required' }, text: 'is required' },
    { reason: { tag: 'required', monitorType: 'PORT' }, text: 'is required for PORT monitors' },
    { reason: { tag: 'characters', least: 1, most: 120, isEmpty: true }, text: 'must be 1 to 120 characters long' },
    { reason: { tag: 'characters', least: 0, most: 255, isEmpty: false }, text: 'must be at most 255 characters long' },
    {
      reason: { tag: 'characters', least: 3, most: undefined, isEmpty: false },
      text: 'must be at least 3 characters long',
    },
    { reason: { tag: 'items', least: 1, most: 100, isEmpty: true }, text: 'must have 1 to 100 items' },
    { reason: { tag: 'integer', range: null, orNull: false }, text: 'must be an integer' },
    {
      reason: { tag: 'integer', range: { least: 1, most: 65_535 }, orNull: true },
      text: 'must be an integer from 1 to 65535 or null',
    },
    { reason: { tag: 'choice', values: ['LAST', 'P95'], orNull: false }, text: 'must be one of LAST, P95' },
    { reason: { tag: 'choice', values: ['LAST'], orNull: true }, text: 'must be one of LAST or null' },
    {
      reason: { tag: 'time', orNull: true },
      text: 'must be a real date and time in ISO 8601 with an offset, such as 2026-01-31T09:30:00Z or null',
    },
    { reason: { tag: 'form', form: 'mail-address' }, text: 'must be a mail address' },
    { reason: { tag: 'repeats', path: 'ids.0' }, text: 'repeats ids.0' },
    { reason: { tag: 'header', name: 'a b', fault: 'name' }, text: 'is not a valid header name' },
    {
      reason: { tag: 'header', name: 'Connection', fault: 'reserved' },
      text: 'is set by the check itself and cannot be chosen',
    },
    {
      reason: { tag: 'header-bytes', most: 32_768, given: 40_000 },
      text: 'must be at most 32768 bytes of names and values, not 40000',
    },
    { reason: { tag: 'masked' }, text: 'is masked: send the value itself, or leave the field out' },
    { reason: { tag: 'not-after-start' }, text: 'must be after startsAt' },
    { reason: { tag: 'too-long-after-start', mostDays: 31 }, text: 'must be at most 31 days after startsAt' },
    { reason: { tag: 'before-start' }, text: 'must not be before startsAt' },
    { reason: { tag: 'outside-years', first: 2000, last: 2199 }, text: 'must lie in the years 2000 to 2199' },
    {
      reason: { tag: 'longer-than-period', periodDays: 1, hours: 30.5 },
      text: 'repeats after 1 days at the shortest, but one occurrence is 30.5 hours long',
    },
    { reason: { tag: 'other', text: 'must not be null' }, text: 'must not be null' },
  ])('$text', ({ reason, text }) => {
    expect(reasonText(reason)).toBe(text);
  });
});
