import { describe, expect, it } from '@jest/globals';
import type { StatusPageUpdate } from '@vedette/contract';
import {
  arrangeComponents,
  changePage,
  type PageChange,
  type PageComponent,
  type StoredPage,
} from './status-page-change.ts';

const component = { id: 'cmp_1', monitorId: 'mon_1', name: null, description: null, group: null };
const page: StoredPage = {
  id: 'sp_1',
  organizationId: 'org_1',
  name: 'Acme',
  slug: 'acme',
  description: null,
  customDomain: 'Status.Acme.com',
  host: 'status.acme.com',
  hostVerified: true,
  hostMissingSince: null,
  hostDueAt: new Date(1),
  published: true,
  theme: 'SYSTEM',
  accentColor: null,
  logoUrl: null,
  timezone: 'UTC',
  components: [component],
  createdAt: new Date(0),
  updatedAt: new Date(0),
};
const now = new Date(2);
const change = (update: StatusPageUpdate): PageChange => changePage(page, update, () => 'cmp_new', now);

describe('a change of a page', () => {
  const wanted = { monitorId: 'mon_1', description: null, group: null };
  const rows: { name: string; update: StatusPageUpdate; isSame: boolean }[] = [
    { name: 'nothing', update: {}, isSame: true },
    { name: 'the same values', update: { name: 'Acme', customDomain: 'Status.Acme.com' }, isSame: true },
    { name: 'the same components', update: { components: [wanted] }, isSame: true },
    { name: 'another name', update: { name: 'Ajax' }, isSame: false },
    { name: 'another spelling of the domain', update: { customDomain: 'status.acme.com' }, isSame: false },
    { name: 'a name for a component', update: { components: [{ ...wanted, name: 'API' }] }, isSame: false },
    { name: 'no components', update: { components: [] }, isSame: false },
  ];
  it.each(rows)('$name: the same is $isSame', ({ update, isSame }) => {
    expect(change(update).isSame).toBe(isSame);
  });

  it('of the domain changes the host with it, which has to be proven anew', () => {
    const unproven = { hostVerified: false, hostMissingSince: null };
    expect(change({ customDomain: 'Other.Acme.com' }).fields).toEqual({
      customDomain: 'Other.Acme.com',
      host: 'other.acme.com',
      ...unproven,
      hostDueAt: now,
    });
    const none = { customDomain: null, host: null, ...unproven, hostDueAt: null };
    expect(change({ customDomain: null }).fields).toEqual(none);
    expect(change({ name: 'x' }).fields).toEqual({ name: 'x' });
  });

  it('of the spelling of the domain leaves its proof', () => {
    expect(change({ customDomain: 'STATUS.acme.com' }).fields).toEqual({ customDomain: 'STATUS.acme.com' });
  });

  it('leaves components that are not sent', () => {
    expect(change({ name: 'x' }).components).toBeUndefined();
  });
});

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
