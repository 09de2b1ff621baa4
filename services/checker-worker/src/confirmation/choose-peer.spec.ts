import { describe, expect, it } from '@jest/globals';
import { choosePeer, presenceMs, trustedPeers, type Peer } from './choose-peer.ts';

const now = 100_000;
const peer = (workerId: string, rest: Partial<Peer> = {}): Peer => ({
  workerId,
  region: 'north',
  freeConfirmationSlots: 10,
  isTrusted: true,
  heardAt: now,
  ...rest,
});

describe('trustedPeers', () => {
  it.each<[string, Peer, boolean]>([
    ['another worker', peer('b'), true],
    ['ourselves', peer('a'), false],
    ['one that distrusts itself, or drains', peer('b', { isTrusted: false }), false],
    ['one heard of just in time', peer('b', { heardAt: now - presenceMs + 1 }), true],
    ['one not heard of for too long', peer('b', { heardAt: now - presenceMs }), false],
    ['one without a free slot', peer('b', { freeConfirmationSlots: 0 }), true],
  ])('%s', (_name, candidate, counts) => {
    expect(trustedPeers([candidate], 'a', now)).toHaveLength(counts ? 1 : 0);
  });
});

describe('choosePeer', () => {
  const north = peer('n');
  const south = peer('s', { region: 'south' });

  it.each<[string, Peer[], number, string | undefined]>([
    ['nobody', [], 0, undefined],
    ['the only one', [north], 0.5, 'n'],
    ['another region first', [north, south], 0.99, 's'],
    ['our own region when the other one is full', [north, { ...south, freeConfirmationSlots: 0 }], 0, 'n'],
    ['nobody when all are full', [{ ...north, freeConfirmationSlots: 0 }], 0, undefined],
    ['a full one never', [peer('x', { freeConfirmationSlots: 0 }), peer('y')], 0, 'y'],
    [
      'by free slots: the first tenth',
      [peer('x', { freeConfirmationSlots: 1 }), peer('y', { freeConfirmationSlots: 9 })],
      0.09,
      'x',
    ],
    [
      'by free slots: the rest',
      [peer('x', { freeConfirmationSlots: 1 }), peer('y', { freeConfirmationSlots: 9 })],
      0.11,
      'y',
    ],
  ])('%s', (_name, peers, random, chosen) => {
    expect(choosePeer(peers, 'north', random)?.workerId).toBe(chosen);
  });
});
