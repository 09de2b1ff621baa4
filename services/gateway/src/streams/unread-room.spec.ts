import { describe, expect, it } from '@jest/globals';
import {
  MOST_UNREAD_BYTES,
  MOST_UNREAD_BYTES_OF_ORGANIZATION,
  PATIENCE_MS,
  roomFor,
  type RoomDecision,
} from './unread-room.ts';

const NOW = 100_000;
const SHARE = MOST_UNREAD_BYTES_OF_ORGANIZATION;
const ALL = MOST_UNREAD_BYTES;

interface Row {
  readonly name: string;
  readonly own: number;
  readonly total: number;
  readonly most?: number;
  /** How long the slowest reader of the organization has unread bytes; left out: nobody has any. */
  readonly slowForMs?: number;
  readonly decision: RoomDecision;
}

describe('bytes for a reader', () => {
  it('have a tenth of all room in each organization', () => {
    expect([ALL, SHARE]).toEqual([67_108_864, 6_710_886]);
  });

  it.each<Row>([
    { name: 'are written where nothing is unread', own: 0, total: 0, decision: 'write' },
    { name: 'are written up to the share of the organization', own: SHARE - 100, total: SHARE, decision: 'write' },
    { name: 'close the reader above it', own: SHARE - 99, total: SHARE, slowForMs: PATIENCE_MS - 1, decision: 'close' },
    {
      name: 'cut off a colleague who is slow',
      own: SHARE - 99,
      total: SHARE,
      slowForMs: PATIENCE_MS,
      decision: 'cut-own',
    },
    { name: 'close the reader if they alone are too many', own: SHARE + 1, total: 0, decision: 'close' },
    { name: 'are written up to the room of the process', own: 0, total: ALL - 100, most: SHARE, decision: 'write' },
    { name: 'cut off another organization above it', own: 0, total: ALL - 99, most: SHARE, decision: 'cut-largest' },
    {
      name: 'cut off another organization, whoever is slow in the own one',
      own: SHARE - 200,
      total: ALL - 99,
      most: SHARE,
      slowForMs: PATIENCE_MS,
      decision: 'cut-largest',
    },
    {
      name: 'close the reader whose organization has the most',
      own: SHARE - 200,
      total: ALL - 99,
      most: SHARE - 200,
      slowForMs: 0,
      decision: 'close',
    },
    {
      name: 'cut off a slow colleague where the organization has the most',
      own: SHARE - 200,
      total: ALL - 99,
      most: SHARE - 200,
      slowForMs: PATIENCE_MS,
      decision: 'cut-own',
    },
    {
      name: 'close the reader of an organization over its share, however much others have',
      own: SHARE - 50,
      total: ALL - 50,
      most: SHARE,
      slowForMs: 0,
      decision: 'close',
    },
  ])('$name', ({ own, total, most = own, slowForMs, decision }) => {
    const slowestSince = slowForMs === undefined ? undefined : NOW - slowForMs;
    expect(roomFor(100, { total, own: { bytes: own, slowestSince }, most }, NOW)).toBe(decision);
  });
});
