import { describe, expect, it } from '@jest/globals';
import { decideGrant, type GrantDecision } from './certificate-grant.ts';

const now = new Date('2026-05-12T12:00:00Z');
const HOUR_MS = 3_600_000;
const hoursAgo = (hours: number): Date => new Date(now.getTime() - hours * HOUR_MS);
const grants = (count: number, hours: number): Date[] => Array.from({ length: count }, () => hoursAgo(hours));

interface Case {
  readonly name: string;
  readonly isGranted?: boolean;
  readonly grantedAt: readonly Date[];
  readonly decision: GrantDecision;
}

describe('a proven domain', () => {
  it.each<Case>([
    { name: 'is granted to an organization without any other', grantedAt: [], decision: { kind: 'granted' } },
    { name: 'is granted as the tenth of a day', grantedAt: grants(9, 1), decision: { kind: 'granted' } },
    {
      name: 'waits as the eleventh until the first of the ten is a day old',
      grantedAt: [...grants(9, 1), hoursAgo(20)],
      decision: { kind: 'too-many-today', nextFreeAt: hoursAgo(-4) },
    },
    {
      name: 'waits for the tenth newest where there are more than ten',
      grantedAt: [hoursAgo(23), hoursAgo(22), ...grants(8, 2), hoursAgo(5)],
      decision: { kind: 'too-many-today', nextFreeAt: hoursAgo(-2) },
    },
    {
      name: 'waits a millisecond before the oldest of ten is a day old',
      grantedAt: [...grants(9, 1), new Date(hoursAgo(24).getTime() + 1)],
      decision: { kind: 'too-many-today', nextFreeAt: new Date(now.getTime() + 1) },
    },
    {
      name: 'is granted when the oldest of ten is a day old',
      grantedAt: [...grants(9, 1), hoursAgo(24)],
      decision: { kind: 'granted' },
    },
    { name: 'is granted however many there were before', grantedAt: grants(500, 25), decision: { kind: 'granted' } },
    {
      name: 'keeps its grant, whatever else was granted today',
      isGranted: true,
      grantedAt: grants(10, 1),
      decision: { kind: 'already-granted' },
    },
  ])('$name', ({ isGranted = false, grantedAt, decision }) => {
    expect(decideGrant({ isGranted, grantedAt }, now)).toEqual(decision);
  });
});
