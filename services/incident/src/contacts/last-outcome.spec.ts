import { expect, it } from '@jest/globals';
import { lastOutcome, type Messages } from './last-outcome.ts';

const at = (minute: number): Date => new Date(Date.UTC(2026, 10, 16, 3, minute));
const none: Messages = { failing: null, settled: null, test: null };
const failing = { since: at(20), error: 'the receiver answered 500' };
const taken = { at: at(10), error: null };
const givenUp = { at: at(10), error: 'the receiver answered 410' };
const passed = (minute: number) =>
  ({ at: at(minute), outcome: 'REACHED', answer: 'The receiver answered 200' }) as const;
const missed = (minute: number) =>
  ({ at: at(minute), outcome: 'FAILED', answer: 'The receiver answered 404' }) as const;

it.each([
  { name: 'no message', messages: none, is: null },
  {
    name: 'an alert that was taken',
    messages: { ...none, settled: taken },
    is: { outcome: 'REACHED', sent: 'ALERT', at: at(10), retrying: false, answer: null },
  },
  {
    name: 'an alert that was given up',
    messages: { ...none, settled: givenUp },
    is: { outcome: 'FAILED', sent: 'ALERT', at: at(10), retrying: false, answer: 'the receiver answered 410' },
  },
  {
    name: 'a test alone',
    messages: { ...none, test: passed(5) },
    is: { outcome: 'REACHED', sent: 'TEST', at: at(5), retrying: false, answer: 'The receiver answered 200' },
  },
  {
    name: 'a test before the last alert',
    messages: { ...none, settled: givenUp, test: passed(9) },
    is: { outcome: 'FAILED', sent: 'ALERT', at: at(10), retrying: false, answer: 'the receiver answered 410' },
  },
  {
    name: 'a test in the same millisecond as the last alert',
    messages: { ...none, settled: taken, test: missed(10) },
    is: { outcome: 'FAILED', sent: 'TEST', at: at(10), retrying: false, answer: 'The receiver answered 404' },
  },
  {
    name: 'a test after the last alert',
    messages: { ...none, settled: givenUp, test: passed(11) },
    is: { outcome: 'REACHED', sent: 'TEST', at: at(11), retrying: false, answer: 'The receiver answered 200' },
  },
  {
    name: 'an alert that fails now, although another was taken',
    messages: { ...none, failing, settled: { at: at(30), error: null } },
    is: { outcome: 'FAILED', sent: 'ALERT', at: at(20), retrying: true, answer: 'the receiver answered 500' },
  },
  {
    name: 'an alert that fails now, although a later test arrived',
    messages: { ...none, failing, test: passed(30) },
    is: { outcome: 'FAILED', sent: 'ALERT', at: at(20), retrying: true, answer: 'the receiver answered 500' },
  },
])('the last outcome of $name', ({ messages, is }) => {
  expect(lastOutcome(messages)).toEqual(is && { ...is, at: is.at.toISOString() });
});
