import { describe, expect, it } from '@jest/globals';
import type { StatusPage } from '@vedette/sdk';
import { bodyOf, draftOf, moved, newPage, withMonitors, type ComponentDraft } from './page-draft.ts';

const component = (monitorId: string, fields: Partial<ComponentDraft> = {}): ComponentDraft => ({
  monitorId,
  name: '',
  description: '',
  group: '',
  ...fields,
});

describe('the request from the editor of a page', () => {
  it('leaves out what is made by the server, and says null for what is empty', () => {
    const draft = { ...newPage('Europe/Berlin'), name: ' Acme ', components: [component('mon_1')] };
    expect(bodyOf(draft)).toEqual({
      name: 'Acme',
      description: null,
      customDomain: null,
      published: true,
      theme: 'SYSTEM',
      accentColor: null,
      logoUrl: null,
      timezone: 'Europe/Berlin',
      components: [{ monitorId: 'mon_1', description: null, group: null }],
    });
  });

  it('has what was typed', () => {
    const draft = {
      ...newPage('UTC'),
      name: 'Acme',
      slug: 'acme ',
      accentColor: '#aa3300',
      components: [component('mon_1', { name: 'Shop', group: ' Web ' })],
    };
    expect(bodyOf(draft)).toMatchObject({
      slug: 'acme',
      accentColor: '#aa3300',
      components: [{ monitorId: 'mon_1', name: 'Shop', group: 'Web' }],
    });
  });
});

describe('the editor of a stored page', () => {
  const fields = {
    name: 'Acme',
    slug: 'acme',
    description: null,
    customDomain: null,
    published: true,
    theme: 'DARK',
    accentColor: '#aa3300',
    logoUrl: null,
    timezone: 'UTC',
  };
  const components = [
    { monitorId: 'mon_1', name: 'API', description: null, group: null },
    { monitorId: 'mon_2', name: 'Shop', description: 'Buys', group: 'Web' },
  ];
  const page = { ...fields, components } as unknown as StatusPage;

  it('leaves the names of components empty that are those of their monitors', () => {
    const draft = draftOf(page, (id) => (id === 'mon_1' ? 'API' : 'shop-frontend'));
    expect(draft.components.map(({ name }) => name)).toEqual(['', 'Shop']);
  });

  it('becomes the page again', () => {
    expect(bodyOf(draftOf(page, () => undefined))).toEqual({ ...fields, components });
  });
});

describe('choosing the monitors of a page', () => {
  const both = [component('a', { name: 'A' }), component('b', { group: 'Web' })];
  it.each([
    { name: 'adds at the end', ids: ['a', 'b', 'c'], are: ['a', 'b', 'c'] },
    { name: 'removes', ids: ['b'], are: ['b'] },
    { name: 'keeps the order that somebody made', ids: ['b', 'a'], are: ['a', 'b'] },
  ])('$name', ({ ids, are }) => {
    expect(withMonitors(both, ids).map(({ monitorId }) => monitorId)).toEqual(are);
  });

  it('puts a new one into the group of the last one', () => {
    expect(withMonitors(both, ['a', 'b', 'c']).at(-1)).toEqual(component('c', { group: 'Web' }));
  });
});

describe('moving a component', () => {
  it.each([
    { name: 'down', from: 0, to: 1, are: 'bac' },
    { name: 'up', from: 2, to: 0, are: 'cab' },
    { name: 'to where it is', from: 1, to: 1, are: 'abc' },
    { name: 'above the first', from: 0, to: -1, are: 'abc' },
    { name: 'below the last', from: 2, to: 3, are: 'abc' },
  ])('$name gives $are', ({ from, to, are }) => {
    expect(moved(['a', 'b', 'c'], from, to).join('')).toBe(are);
  });
});
