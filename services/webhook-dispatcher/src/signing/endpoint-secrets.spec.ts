import { describe, expect, it } from '@jest/globals';
import { liveSecrets, previousSecretExpiresAt, rotationAt } from './endpoint-secrets.ts';

const now = new Date('2026-11-15T12:00:00.000Z');
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Newest first: the present secret, then secrets that were retired so many milliseconds ago. */
function secrets(...retiredMsAgo: number[]): { name: string; retiredAt: Date | null }[] {
  return [
    { name: 'present', retiredAt: null },
    ...retiredMsAgo.map((ms) => ({ name: `${ms}`, retiredAt: new Date(now.getTime() - ms) })),
  ];
}

describe('the secrets that sign', () => {
  const rows: { name: string; retired: number[]; live: string[]; previousEndsInMs: number | null }[] = [
    { name: 'the present one alone', retired: [], live: ['present'], previousEndsInMs: null },
    { name: 'one that was retired just now', retired: [0], live: ['present', '0'], previousEndsInMs: DAY },
    { name: 'up to 24 hours', retired: [DAY - 1], live: ['present', `${DAY - 1}`], previousEndsInMs: 1 },
    { name: 'not at 24 hours', retired: [DAY], live: ['present'], previousEndsInMs: null },
    { name: 'not after', retired: [DAY + 1], live: ['present'], previousEndsInMs: null },
    {
      name: 'every one of the last 24 hours, newest first',
      retired: [HOUR, 2 * HOUR, 30 * HOUR],
      live: ['present', `${HOUR}`, `${2 * HOUR}`],
      previousEndsInMs: 23 * HOUR,
    },
    {
      name: 'nine retired ones beside the present',
      retired: [1, 2, 3, 4, 5, 6, 7, 8, 9],
      live: ['present', '1', '2', '3', '4', '5', '6', '7', '8', '9'],
      previousEndsInMs: DAY - 1,
    },
  ];
  it.each(rows)('$name', ({ retired, live, previousEndsInMs }) => {
    const all = secrets(...retired);
    expect(liveSecrets(all, now).map(({ name }) => name)).toEqual(live);
    const expiresAt = previousSecretExpiresAt(all, now);
    expect(expiresAt && expiresAt.getTime() - now.getTime()).toBe(previousEndsInMs);
  });
});

describe('another rotation', () => {
  const nine = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((hours) => hours * HOUR);
  it.each([
    { name: 'is made of the first secret', retired: [], endsInMs: null },
    { name: 'is made with nine live ones', retired: nine.slice(1), endsInMs: null },
    { name: 'waits for the oldest of ten to end', retired: nine, endsInMs: 15 * HOUR },
    { name: 'is made as soon as the oldest has ended', retired: [...nine.slice(0, 8), DAY], endsInMs: null },
  ])('$name', ({ retired, endsInMs }) => {
    const rotation = rotationAt(secrets(...retired), now);
    expect(rotation).toEqual(
      endsInMs === null
        ? { kind: 'allowed' }
        : { kind: 'conflict', live: 10, until: new Date(now.getTime() + endsInMs) },
    );
  });
});
