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
  const link = 'SIGN_IN_LINK';
  const notice = 'NEW_ROLE';

  it.each([
    { name: 'once', kind: link, isPermanent: false, failures: 0, age: 0, next: 5_000 },
    { name: 'twice', kind: link, isPermanent: false, failures: 1, age: 5_000, next: 10_000 },
    { name: 'for the fifth time', kind: link, isPermanent: false, failures: 4, age: 75_000, next: 80_000 },
    { name: 'just in time', kind: link, isPermanent: false, failures: 0, age: 595_000, next: 5_000 },
    { name: 'too late', kind: link, isPermanent: false, failures: 0, age: 595_001, next: null },
    { name: 'for good', kind: link, isPermanent: true, failures: 0, age: 0, next: null },
    { name: 'as a notice', kind: notice, isPermanent: false, failures: 0, age: 595_001, next: 5_000 },
    { name: 'as an invitation', kind: 'INVITATION', isPermanent: false, failures: 0, age: 595_001, next: 5_000 },
    { name: 'as a notice, just in time', kind: notice, isPermanent: false, failures: 0, age: 86_395_000, next: 5_000 },
    { name: 'as a notice, too late', kind: notice, isPermanent: false, failures: 0, age: 86_395_001, next: null },
  ])('$name', ({ kind, isPermanent, failures, age, next }) => {
    const mail = { kind, failures, createdAt: at(-age) };
    expect(afterMailFailure(mail, isPermanent, now)).toEqual(
      next === null ? { kind: 'give-up' } : { kind: 'again', at: at(next) },
    );
  });
});
