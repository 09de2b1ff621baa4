import { describe, expect, it } from '@jest/globals';
import { startOrder, suitesAtOnce, waitingAtOnce, type SuiteLoad } from './suite-order.ts';

const LOADS: Readonly<Record<string, SuiteLoad>> = {
  flood: { seconds: 60, places: 6 },
  storm: { seconds: 30, places: 12 },
  crash: { seconds: 40, places: 6 },
  build: { seconds: 20, places: 6 },
  outage: { seconds: 50, places: 0 },
  timeout: { seconds: 30, places: 0 },
  read: { seconds: 2, places: 0 },
  store: { seconds: 5, places: 4 },
  list: { seconds: 4, places: 4 },
  page: { seconds: 3, places: 4 },
};
const loadOf = (name: string): SuiteLoad => LOADS[name] ?? { seconds: 0, places: 0 };
const orderOf = (atOnce: number, ...names: string[]): string[] => startOrder(names, loadOf, atOnce);

describe('the order in which suites start', () => {
  it.each([
    { name: 'nothing', atOnce: 3, suites: [], order: [] },
    {
      name: 'the longest of a kind first',
      atOnce: 1,
      suites: ['read', 'timeout', 'outage'],
      order: ['outage', 'timeout', 'read'],
    },
    {
      name: 'two busy suites, and beside them one that waits',
      atOnce: 3,
      suites: ['build', 'read', 'timeout', 'outage', 'crash', 'flood'],
      // The crash ends after 40 s, the outage after 50 s, the flood and the build after 60 s.
      order: ['flood', 'crash', 'outage', 'build', 'timeout', 'read'],
    },
    {
      name: 'a waiting suite in the place of another one, also if a long busy suite is left',
      atOnce: 3,
      suites: ['flood', 'crash', 'build', 'read', 'timeout'],
      // The timeout ends after 30 s, when two busy suites still run.
      order: ['flood', 'crash', 'timeout', 'read', 'build'],
    },
    {
      name: 'a third busy suite when nothing else is left',
      atOnce: 3,
      suites: ['build', 'crash', 'flood'],
      order: ['flood', 'crash', 'build'],
    },
    {
      name: 'first a suite that needs all places, and beside it only such that wait',
      atOnce: 3,
      suites: ['flood', 'crash', 'outage', 'timeout', 'storm'],
      order: ['storm', 'outage', 'timeout', 'flood', 'crash'],
    },
    {
      name: 'three suites that are busy at times, and beside them one that waits',
      atOnce: 4,
      suites: ['page', 'outage', 'list', 'timeout', 'store', 'crash'],
      // The crash leaves room for one of them only.
      order: ['crash', 'store', 'outage', 'timeout', 'list', 'page'],
    },
    {
      name: 'one that waits beside busy suites, also if there are places for another one of these',
      atOnce: 3,
      suites: ['page', 'list', 'store', 'timeout', 'read'],
      order: ['store', 'list', 'timeout', 'page', 'read'],
    },
    { name: 'waiting suites alone', atOnce: 3, suites: ['read', 'outage'], order: ['outage', 'read'] },
  ])('is: $name', ({ atOnce, suites, order }) => {
    expect(orderOf(atOnce, ...suites)).toEqual(order);
  });
});

describe('the suites that run at a time', () => {
  it.each([
    { workers: 1, atOnce: 1, waiting: 1 },
    { workers: 2, atOnce: 2, waiting: 2 },
    { workers: 3, atOnce: 3, waiting: 3 },
    // Two workers hold the next busy suites, and one of the suites that run is busy.
    { workers: 5, atOnce: 3, waiting: 2 },
    { workers: 6, atOnce: 4, waiting: 3 },
  ])('are $atOnce of $workers workers, and $waiting of them wait', ({ workers, atOnce, waiting }) => {
    expect([suitesAtOnce(workers), waitingAtOnce(workers)]).toEqual([atOnce, waiting]);
  });
});
