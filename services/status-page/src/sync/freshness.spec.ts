import { describe, expect, it } from '@jest/globals';
import { Freshness } from './freshness.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

function heard(databaseAt?: number, monitorsAt?: number, inheritedAt?: number): Freshness {
  const freshness = new Freshness();
  if (inheritedAt !== undefined) freshness.inherit(inheritedAt);
  if (databaseAt !== undefined) freshness.sawDatabase(databaseAt);
  if (monitorsAt !== undefined) freshness.heardMonitors(monitorsAt);
  return freshness;
}

describe('what is shown is old', () => {
  const now = 100 * MINUTE;
  it.each([
    { name: 'not while both have just been heard', freshness: heard(now, now), is: undefined },
    { name: 'not for a few failures', freshness: heard(now - 14 * SECOND, now), is: undefined },
    {
      name: 'without the tables',
      freshness: heard(now - 15 * SECOND, now),
      is: { confirmedAt: now - 15 * SECOND, ageMinutes: 0 },
    },
    {
      name: 'without the monitor service',
      freshness: heard(now, now - 3 * MINUTE),
      is: { confirmedAt: now - 3 * MINUTE, ageMinutes: 3 },
    },
    {
      name: 'when it comes from disk',
      freshness: heard(undefined, undefined, now - MINUTE),
      is: { confirmedAt: now - MINUTE, ageMinutes: 1 },
    },
    {
      name: 'until both are heard after a restart',
      freshness: heard(now, undefined, now - MINUTE),
      is: { confirmedAt: now - MINUTE, ageMinutes: 1 },
    },
    { name: 'not when nothing was ever known', freshness: heard(), is: undefined },
  ])('$name', ({ freshness, is }) => {
    expect(freshness.staleness(now)).toEqual(is);
  });
});
