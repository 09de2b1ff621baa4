import { describe, expect, it } from '@jest/globals';
import { arrangeComponents, type PageComponent } from './component-list.ts';

const current: PageComponent[] = [
  { id: 'cmp_api', monitorId: 'mon_api', name: 'API', description: 'REST', group: 'Core' },
  { id: 'cmp_web', monitorId: 'mon_web', name: null, description: null, group: null },
];
const plain = { description: null, group: null };

function arrange(wanted: Parameters<typeof arrangeComponents>[1]): PageComponent[] {
  let made = 0;
  return arrangeComponents(current, wanted, () => `cmp_new${String((made += 1))}`);
}

describe('a new list of components', () => {
  it('keeps ids by monitor, in the new order', () => {
    const list = arrange([
      { monitorId: 'mon_web', ...plain },
      { monitorId: 'mon_api', ...plain },
    ]);
    expect(list.map(({ id }) => id)).toEqual(['cmp_web', 'cmp_api']);
  });

  it('keeps nothing but the id: what is left out is the default again', () => {
    expect(arrange([{ monitorId: 'mon_api', ...plain }])).toEqual([
      { id: 'cmp_api', monitorId: 'mon_api', name: null, description: null, group: null },
    ]);
  });

  it('gives new ids to new monitors', () => {
    const list = arrange([
      { monitorId: 'mon_1', name: 'One', description: 'd', group: 'g' },
      { monitorId: 'mon_api', ...plain },
      { monitorId: 'mon_2', ...plain },
    ]);
    expect(list.map(({ id }) => id)).toEqual(['cmp_new1', 'cmp_api', 'cmp_new2']);
    expect(list[0]).toEqual({ id: 'cmp_new1', monitorId: 'mon_1', name: 'One', description: 'd', group: 'g' });
  });

  it('can be empty', () => {
    expect(arrange([])).toEqual([]);
  });
});
