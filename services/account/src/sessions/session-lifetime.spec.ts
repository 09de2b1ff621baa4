import { describe, expect, it } from '@jest/globals';
import { isLive, isNoteDue, sessionExpiresAt } from './session-lifetime.ts';

const now = new Date('2026-06-30T12:00:00.000Z');
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const ago = (ms: number): Date => new Date(now.getTime() - ms);

describe('a session', () => {
  const rows = [
    { name: 'just signed in', signedIn: 0, used: 0, endsIn: 7 * DAY, live: true },
    { name: 'a moment before it is idle', signedIn: 7 * DAY, used: 7 * DAY - 1, endsIn: 1, live: true },
    { name: 'idle for 7 days', signedIn: 8 * DAY, used: 7 * DAY, endsIn: 0, live: false },
    { name: 'idle for longer', signedIn: 9 * DAY, used: 8 * DAY, endsIn: -DAY, live: false },
    { name: 'used on its last day', signedIn: 30 * DAY - 1, used: 0, endsIn: 1, live: true },
    { name: '30 days old, though just used', signedIn: 30 * DAY, used: 0, endsIn: 0, live: false },
  ];
  it.each(rows)('$name', ({ signedIn, used, endsIn, live }) => {
    const session = { signedInAt: ago(signedIn), lastUsedAt: ago(used) };
    expect(sessionExpiresAt(session).getTime() - now.getTime()).toBe(endsIn);
    expect(isLive(session, now)).toBe(live);
  });

  it.each([
    { used: HOUR - 1, due: false },
    { used: HOUR, due: true },
    { used: 2 * HOUR, due: true },
  ])('that was used $used ms ago is noted again: $due', ({ used, due }) => {
    expect(isNoteDue({ signedInAt: ago(DAY), lastUsedAt: ago(used) }, now)).toBe(due);
  });
});
