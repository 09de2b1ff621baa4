import { describe, expect, it } from '@jest/globals';
import { startOrder, type SuiteLoad } from './suite-order.ts';

const LOADS: Readonly<Record<string, SuiteLoad>> = {
  flood: { seconds: 60, places: 3 },
  storm: { seconds: 30, places: 6 },
  crash: { seconds: 40, places: 3 },
  build: { seconds: 20, places: 3 },
  outage: { seconds: 50, places: 0 },
  timeout: { seconds: 30, places: 0 },
  read: { seconds: 2, places: 0 },
  store: { seconds: 5, places: 2 },
  list: { seconds: 4, places: 2 },
  page: { seconds: 3, places: 2 },
};
const loadOf = (name: string): SuiteLoad => LOADS[name] ?? { seconds: 0, places: 0 };
const orderOf = (workers: number, ...names: string[]): string[] => startOrder(names, loadOf, workers);

describe('the order in which suites start', () => {
  it.each([
    { name: 'nothing', workers: 3, suites: [], order: [] },
    {
      name: 'the longest of a kind first',
      workers: 1,
      suites: ['read', 'timeout', 'outage'],
      order: ['outage', 'timeout', 'read'],
    },
    {
      name: 'two busy suites, and beside them one that waits',
      workers: 3,
      suites: ['build', 'read', 'timeout', 'outage', 'crash', 'flood'],
      // The crash ends after 40 s, the outage after 50 s, the flood and the build after 60 s.
      order: ['flood', 'crash', 'outage', 'build', 'timeout', 'read'],
    },
    {
      name: 'a waiting suite in the place of another one, also if a long busy suite is left',
      workers: 3,
      suites: ['flood', 'crash', 'build', 'read', 'timeout'],
      // The timeout ends after 30 s, when two busy suites still run.
      order: ['flood', 'crash', 'timeout', 'read', 'build'],
    },
    {
      name: 'a third busy suite when nothing else is left',
      workers: 3,
      suites: ['build', 'crash', 'flood'],
      order: ['flood', 'crash', 'build'],
    },
    {
      name: 'first a suite that needs all places, and beside it only such that wait',
      workers: 3,
      suites: ['flood', 'crash', 'outage', 'timeout', 'storm'],
      order: ['storm', 'outage', 'timeout', 'flood', 'crash'],
    },
    {
      name: 'three suites that are busy at times, and beside them one that waits',
      workers: 4,
      suites: ['page', 'outage', 'list', 'timeout', 'store', 'crash'],
      // The crash leaves room for one of them only.
      order: ['crash', 'store', 'outage', 'timeout', 'list', 'page'],
    },
    { name: 'waiting suites alone', workers: 3, suites: ['read', 'outage'], order: ['outage', 'read'] },
  ])('is: $name', ({ workers, suites, order }) => {
    expect(orderOf(workers, ...suites)).toEqual(order);
  });
});
