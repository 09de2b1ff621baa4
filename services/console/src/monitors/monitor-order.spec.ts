import { describe, expect, it } from '@jest/globals';
import type { Monitor } from '@vedette/contract';
import { arrange, type Arrangement } from './monitor-order.ts';

function monitor(name: string, fields: Partial<Monitor>): Monitor {
  const base = { type: 'HTTP', state: 'UP', url: `https://${name}.example`, lastResponseMs: null };
  return { ...base, lastStatusChangedAt: null, name, ...fields } as Monitor;
}

const all = [
  monitor('web 10', { lastResponseMs: 20, lastStatusChangedAt: '2026-01-01T00:00:00.000Z' }),
  monitor('web 2', { state: 'DOWN', lastStatusChangedAt: '2026-01-03T00:00:00.000Z' }),
  monitor('Api', { state: 'DEGRADED', type: 'PORT', host: 'db.example', port: 1, lastResponseMs: 300 }),
];
const everything: Arrangement = { search: '', state: '', type: '', sort: 'state' };

describe('arrange', () => {
  it.each<{ name: string; wanted: Partial<Arrangement>; names: string[] }>([
    { name: 'what is wrong first', wanted: {}, names: ['web 2', 'Api', 'web 10'] },
    { name: 'by name, numbers as numbers', wanted: { sort: 'name' }, names: ['Api', 'web 2', 'web 10'] },
    { name: 'the slowest first', wanted: { sort: 'latency' }, names: ['Api', 'web 10', 'web 2'] },
    { name: 'the newest change first', wanted: { sort: 'lastStatusChangedAt' }, names: ['web 2', 'web 10', 'Api'] },
    { name: 'one state', wanted: { state: 'UP' }, names: ['web 10'] },
    { name: 'one type', wanted: { type: 'PORT' }, names: ['Api'] },
    { name: 'a part of a name, in any case', wanted: { search: ' WEB ' }, names: ['web 2', 'web 10'] },
    { name: 'a part of a target', wanted: { search: 'db.ex' }, names: ['Api'] },
    { name: 'nothing', wanted: { search: 'nowhere' }, names: [] },
  ])('$name', ({ wanted, names }) => {
    expect(arrange(all, { ...everything, ...wanted }).map((each) => each.name)).toEqual(names);
  });
});
