import { describe, expect, it } from '@jest/globals';
import { afterMailFailure, mailCountedFrom, mayMail } from './mail-schedule.ts';

const now = new Date('2026-06-01T12:00:00.000Z');
const at = (ms: number): Date => new Date(now.getTime() + ms);

describe('mail to one address', () => {
  it.each([
    { sent: 0, may: true },
    { sent: 4, may: true },
    { sent: 5, may: false },
    { sent: 6, may: false },
  ])('after $sent within the hour: $may', ({ sent, may }) => {
    expect(mayMail(sent)).toBe(may);
  });

  it('counts the last hour', () => {
    expect(mailCountedFrom(now)).toEqual(at(-3_600_000));
  });
});

describe('a mail that failed', () => {
  it.each([
    { name: 'once', isPermanent: false, failures: 1, age: 0, next: 5_000 },
    { name: 'twice', isPermanent: false, failures: 2, age: 5_000, next: 10_000 },
    { name: 'for the fifth time', isPermanent: false, failures: 5, age: 75_000, next: 80_000 },
    { name: 'just in time', isPermanent: false, failures: 1, age: 595_000, next: 5_000 },
    { name: 'too late', isPermanent: false, failures: 1, age: 595_001, next: null },
    { name: 'for good', isPermanent: true, failures: 1, age: 0, next: null },
  ])('$name', ({ isPermanent, failures, age, next }) => {
    expect(afterMailFailure(isPermanent, failures, at(-age), now)).toEqual(
      next === null ? { kind: 'give-up' } : { kind: 'again', at: at(next) },
    );
  });
});
