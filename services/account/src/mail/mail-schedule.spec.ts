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
    { name: 'once is sent again after 5 s', kind: link, isPermanent: false, failures: 0, age: 0, next: 5_000 },
    { name: 'twice is sent again after 10 s', kind: link, isPermanent: false, failures: 1, age: 5_000, next: 10_000 },
    {
      name: 'five times is sent again after 80 s',
      kind: link,
      isPermanent: false,
      failures: 4,
      age: 75_000,
      next: 80_000,
    },
    {
      name: 'is sent again as long as its link is worth it',
      kind: link,
      isPermanent: false,
      failures: 0,
      age: 595_000,
      next: 5_000,
    },
    {
      name: 'is given up when its link would come too late',
      kind: link,
      isPermanent: false,
      failures: 0,
      age: 595_001,
      next: null,
    },
    { name: 'for good is given up', kind: link, isPermanent: true, failures: 0, age: 0, next: null },
    {
      name: 'is worth sending for longer if it is a notice',
      kind: notice,
      isPermanent: false,
      failures: 0,
      age: 595_001,
      next: 5_000,
    },
    {
      name: 'is worth sending for longer if it is an invitation',
      kind: 'INVITATION',
      isPermanent: false,
      failures: 0,
      age: 595_001,
      next: 5_000,
    },
    {
      name: 'is sent again for a day if it is a notice',
      kind: notice,
      isPermanent: false,
      failures: 0,
      age: 86_395_000,
      next: 5_000,
    },
    {
      name: 'is given up after a day if it is a notice',
      kind: notice,
      isPermanent: false,
      failures: 0,
      age: 86_395_001,
      next: null,
    },
  ])('$name', ({ kind, isPermanent, failures, age, next }) => {
    const mail = { kind, failures, createdAt: at(-age) };
    expect(afterMailFailure(mail, isPermanent, now)).toEqual(
      next === null ? { kind: 'give-up' } : { kind: 'again', at: at(next) },
    );
  });
});
