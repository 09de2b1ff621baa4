import { describe, expect, it } from '@jest/globals';
import { liveSecrets, previousSecretExpiresAt } from './endpoint-secrets.ts';

const now = new Date('2026-11-15T12:00:00.000Z');
const hour = 3_600_000;
const day = 24 * hour;

/** Newest first: the present secret and those retired so many milliseconds ago. */
function secrets(...retiredMsAgo: number[]): { name: string; retiredAt: Date | null }[] {
  return [
    { name: 'present', retiredAt: null },
    ...retiredMsAgo.map((ms) => ({ name: `${ms}`, retiredAt: new Date(now.getTime() - ms) })),
  ];
}

describe('the secrets that sign', () => {
  const rows: { name: string; retired: number[]; live: string[]; previousEndsInMs: number | null }[] = [
    { name: 'the present one alone', retired: [], live: ['present'], previousEndsInMs: null },
    { name: 'one that was retired just now', retired: [0], live: ['present', '0'], previousEndsInMs: day },
    { name: 'up to 24 hours', retired: [day - 1], live: ['present', `${day - 1}`], previousEndsInMs: 1 },
    { name: 'not at 24 hours', retired: [day], live: ['present'], previousEndsInMs: null },
    { name: 'not after', retired: [day + 1], live: ['present'], previousEndsInMs: null },
    {
      name: 'every one of the last 24 hours, newest first',
      retired: [hour, 2 * hour, 30 * hour],
      live: ['present', `${hour}`, `${2 * hour}`],
      previousEndsInMs: 23 * hour,
    },
    {
      name: 'five at most, the oldest dropped',
      retired: [1, 2, 3, 4, 5, 6],
      live: ['present', '1', '2', '3', '4'],
      previousEndsInMs: day - 1,
    },
  ];
  it.each(rows)('$name', ({ retired, live, previousEndsInMs }) => {
    const all = secrets(...retired);
    expect(liveSecrets(all, now).map(({ name }) => name)).toEqual(live);
    const expiresAt = previousSecretExpiresAt(all, now);
    expect(expiresAt && expiresAt.getTime() - now.getTime()).toBe(previousEndsInMs);
  });
});
