import { describe, expect, it } from '@jest/globals';
import { PRESENCE_MS } from '@vedette/contract';
import { choosePeer, trustedPeers, type Peer } from './choose-peer.ts';

const NOW = 100_000;
const free = (FAST: number, SLOW = FAST): Peer['confirmations'] => ({
  FAST: { total: 10, free: FAST },
  SLOW: { total: 10, free: SLOW },
});
const peer = (workerId: string, rest: Partial<Peer> = {}): Peer => ({
  workerId,
  region: 'north',
  confirmations: free(10),
  satisfied: { FAST: new Set(), SLOW: new Set() },
  isTrusted: true,
  heardAt: NOW,
  ...rest,
});

describe('trustedPeers', () => {
  it.each<[string, Peer, boolean]>([
    ['another worker', peer('b'), true],
    ['ourselves', peer('a'), false],
    ['one that distrusts itself, or drains', peer('b', { isTrusted: false }), false],
    ['one heard of just in time', peer('b', { heardAt: NOW - PRESENCE_MS + 1 }), true],
    ['one not heard of for too long', peer('b', { heardAt: NOW - PRESENCE_MS }), false],
    ['one without a free place', peer('b', { confirmations: free(0) }), true],
  ])('%s', (_name, candidate, counts) => {
    expect(trustedPeers([candidate], 'a', NOW)).toHaveLength(counts ? 1 : 0);
  });
});

describe('choosePeer', () => {
  const north = peer('n');
  const south = peer('s', { region: 'south' });
  const uneven = [peer('x', { confirmations: free(1) }), peer('y', { confirmations: free(9) })];

  it.each<[string, Peer[], number, string | undefined]>([
    ['nobody', [], 0, undefined],
    ['the only one', [north], 0.5, 'n'],
    ['another region first', [north, south], 0.99, 's'],
    ['another region first, whatever the draw', [north, south], 0, 's'],
    ['our own region when the other one is full', [north, { ...south, confirmations: free(0) }], 0, 'n'],
    ['nobody when all are full', [{ ...north, confirmations: free(0) }], 0, undefined],
    ['a full one never', [peer('x', { confirmations: free(0) }), peer('y')], 0, 'y'],
    ['one whose slow places alone are full', [peer('x', { confirmations: free(5, 0) })], 0, 'x'],
    ['none whose fast places are full', [peer('x', { confirmations: free(0, 5) })], 0, undefined],
    ['none where the organization has its share', [peer('x', satisfied('org_1'))], 0, undefined],
    ['one where another organization has its share', [peer('x', satisfied('org_2'))], 0, 'x'],
    ['by free places: the first tenth', uneven, 0.09, 'x'],
    ['by free places: the border', uneven, 0.1, 'y'],
    ['by free places: the rest', uneven, 0.11, 'y'],
  ])('%s', (_name, peers, random, chosen) => {
    expect(choosePeer(peers, 'north', { organizationId: 'org_1', lane: 'FAST' }, random)?.workerId).toBe(chosen);
  });
});

function satisfied(organizationId: string): Partial<Peer> {
  return { satisfied: { FAST: new Set([organizationId]), SLOW: new Set() } };
}
