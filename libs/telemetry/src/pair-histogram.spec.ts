import { describe, expect, it } from '@jest/globals';
import { Histogram, Registry } from 'prom-client';
import { PairHistogram } from './pair-histogram.ts';

const options = {
  name: 'seconds',
  help: 'Time to answer',
  buckets: [0.001, 0.5, 1],
  labelNames: ['operation', 'status'],
};

type Observation = [operation: string, status: string | number, seconds: number];

async function exports(observations: readonly Observation[]): Promise<{ ours: string; theirs: string }> {
  const registries = [new Registry(), new Registry()] as const;
  for (const registry of registries) registry.setDefaultLabels({ service: 'gateway' });
  const ours = new PairHistogram({ ...options, labelNames: ['operation', 'status'] }, registries[0]);
  const theirs = new Histogram({ ...options, registers: [registries[1]] });
  for (const [operation, status, seconds] of observations) {
    ours.observe(operation, status, seconds);
    theirs.observe({ operation, status }, seconds);
  }
  return { ours: await registries[0].metrics(), theirs: await registries[1].metrics() };
}

describe('a histogram with two labels is exported as one of the library', () => {
  it.each<[string, Observation[]]>([
    ['without an observation', []],
    [
      'below, at and above a bound',
      [
        ['get', 200, 0.0009],
        ['get', 200, 0.001],
        ['get', 200, 0.0011],
      ],
    ],
    [
      'above the last bound',
      [
        ['get', 200, 1],
        ['get', 200, 1.1],
        ['get', 200, 40],
      ],
    ],
    ['zero', [['get', 200, 0]]],
    [
      'several series, in the order of their first observation',
      [
        ['get', 200, 0.2],
        ['get', 404, 0.3],
        ['list', 200, 2],
      ],
    ],
    ['values that need an escape', [['a"b\\c\n', 'ok', 0.2]]],
  ])('%s', async (_name, observations) => {
    const { ours, theirs } = await exports(observations);
    expect(ours).toBe(theirs);
  });
});
