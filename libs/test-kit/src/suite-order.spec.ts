import { describe, expect, it } from '@jest/globals';
import { startOrder, type SuiteLoad } from './suite-order.ts';

const LOADS: Readonly<Record<string, SuiteLoad>> = {
  flood: { seconds: 60, isBusy: true },
  crash: { seconds: 40, isBusy: true },
  build: { seconds: 20, isBusy: true },
  outage: { seconds: 50, isBusy: false },
  timeout: { seconds: 30, isBusy: false },
  read: { seconds: 2, isBusy: false },
};
const loadOf = (name: string): SuiteLoad => LOADS[name] ?? { seconds: 0, isBusy: false };
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
    { name: 'waiting suites alone', workers: 3, suites: ['read', 'outage'], order: ['outage', 'read'] },
  ])('is: $name', ({ workers, suites, order }) => {
    expect(orderOf(workers, ...suites)).toEqual(order);
  });
});
