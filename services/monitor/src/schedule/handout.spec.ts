import { describe, expect, it } from '@jest/globals';
import type { CheckLane, Places } from '@vedette/contract';
import { jobsToHandOut } from './handout.ts';

const places = (total: number, free = total): Places => ({ total, free });

describe('jobsToHandOut', () => {
  it.each<[string, CheckLane, Places[], number, number]>([
    ['nothing without a worker', 'FAST', [], 0, 0],
    ['nothing slow without a worker', 'SLOW', [], 0, 0],
    ['what a worker begins within two looks', 'FAST', [places(800)], 0, 400],
    ['twice as much for two', 'FAST', [places(800), places(800)], 0, 800],
    ['no more than a small worker has places', 'FAST', [places(8)], 0, 8],
    ['fewer to a worker without a free place', 'FAST', [places(800, 0)], 0, 100],
    ['as many as a busy worker has free places', 'FAST', [places(800, 150)], 0, 150],
    ['only what is missing', 'FAST', [places(800)], 250, 150],
    ['a quarter when exactly a quarter is missing', 'FAST', [places(800)], 300, 100],
    ['nothing when little is missing', 'FAST', [places(800)], 301, 0],
    ['nothing when more is pending than should', 'FAST', [places(800)], 1_000, 0],
    ['slow checks by free places', 'SLOW', [places(266, 100)], 0, 100],
    ['slow checks by free places of all workers', 'SLOW', [places(266, 100), places(266, 50)], 30, 120],
    ['two slow checks for a worker that is full', 'SLOW', [places(266, 0)], 0, 2],
    ['one more slow check when one was taken', 'SLOW', [places(266, 0)], 1, 1],
    ['no slow check for a worker with more than its share', 'SLOW', [places(266, -1)], 0, 0],
    ['no more slow checks than a small worker has places', 'SLOW', [places(1, 0)], 0, 1],
  ])('%s', (_name, lane, workers, pending, expected) => {
    expect(jobsToHandOut(lane, workers, pending)).toBe(expected);
  });
});
