import { describe, expect, it } from '@jest/globals';
import { freePlaces, sendingPace, type Lane, type Lately, type Pace } from './sending-pace.ts';

const swift: Pace = { lane: 'swift', atOnce: 10, ahead: 0, pauseMs: 0 };
const troubled: Pace = { lane: 'troubled', atOnce: 10, ahead: 0, pauseMs: 0 };

describe('an endpoint', () => {
  const rows: { name: string; lately: Lately; pace: Pace }[] = [
    { name: 'that nothing is known of', lately: { isFailing: false, lastDurationMs: null }, pace: swift },
    { name: 'that is quick', lately: { isFailing: false, lastDurationMs: 250 }, pace: { ...swift, ahead: 20 } },
    { name: 'that is not that quick', lately: { isFailing: false, lastDurationMs: 251 }, pace: swift },
    { name: 'that takes a second', lately: { isFailing: false, lastDurationMs: 1_000 }, pace: swift },
    { name: 'that takes longer', lately: { isFailing: false, lastDurationMs: 1_001 }, pace: troubled },
    { name: 'that was failing when it was claimed', lately: { isFailing: true, lastDurationMs: null }, pace: troubled },
    { name: 'that never answers', lately: { isFailing: true, lastDurationMs: 15_000 }, pace: troubled },
    {
      name: 'that fails at once',
      lately: { isFailing: true, lastDurationMs: 3 },
      pace: { ...troubled, atOnce: 2, pauseMs: 20 },
    },
  ];
  it.each(rows)('$name', ({ lately, pace }) => {
    expect(sendingPace(lately, 10)).toEqual(pace);
  });

  it('never gets more than it may', () => {
    expect(sendingPace({ isFailing: true, lastDurationMs: 3 }, 1).atOnce).toBe(1);
  });
});

describe('the places of a replica that are free', () => {
  it.each<[string, Lane, number, number, number, number]>([
    ['are all for swift endpoints', 'swift', 10, 0, 0, 10],
    ['are half for troubled ones', 'troubled', 10, 0, 0, 5],
    ['are none when swift endpoints have all', 'troubled', 10, 10, 0, 0],
    ['are what swift endpoints leave', 'troubled', 10, 7, 0, 3],
    ['are none for troubled endpoints that have half', 'troubled', 10, 0, 5, 0],
    ['are the other half for swift ones', 'swift', 10, 0, 5, 5],
    ['are none when all are taken', 'swift', 10, 5, 5, 0],
    ['are one of each kind at least', 'troubled', 2, 1, 0, 1],
  ])('%s', (_name, lane, total, usedBySwift, usedByTroubled, free) => {
    expect(freePlaces(lane, { swift: usedBySwift, troubled: usedByTroubled }, total)).toBe(free);
  });
});
