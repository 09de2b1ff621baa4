import { describe, expect, it } from '@jest/globals';
import { detailsOf } from '../faults/fault.ts';
import { statusPageFaults } from './status-page-fields.ts';

type Page = Parameters<typeof statusPageFaults>[0];

const pathsOf = (page: Page) => detailsOf(statusPageFaults(page)).map(({ path }) => path);

describe('statusPageFaults', () => {
  it.each<{ name: string; page: Page; paths: string[] }>([
    { name: 'nothing', page: {}, paths: [] },
    { name: 'cleared fields', page: { customDomain: null, logoUrl: null }, paths: [] },
    { name: 'a host name', page: { customDomain: 'status.example.com' }, paths: [] },
    { name: 'a URL for a domain', page: { customDomain: 'https://status.example.com' }, paths: ['customDomain'] },
    { name: 'an empty domain', page: { customDomain: '' }, paths: ['customDomain'] },
    { name: 'an https logo', page: { logoUrl: 'https://example.com/logo.svg' }, paths: [] },
    { name: 'an http logo', page: { logoUrl: 'http://example.com/logo.svg' }, paths: ['logoUrl'] },
    { name: 'a logo with credentials', page: { logoUrl: 'https://me@example.com/logo.svg' }, paths: ['logoUrl'] },
    { name: 'a script for a logo', page: { logoUrl: 'javascript:alert(1)' }, paths: ['logoUrl'] },
    { name: 'a time zone', page: { timezone: 'Europe/Berlin' }, paths: [] },
    { name: 'no time zone', page: { timezone: 'Berlin' }, paths: ['timezone'] },
    { name: 'two monitors', page: { components: [{ monitorId: 'a' }, { monitorId: 'b' }] }, paths: [] },
    {
      name: 'a monitor three times',
      page: { components: [{ monitorId: 'a' }, { monitorId: 'b' }, { monitorId: 'a' }, { monitorId: 'a' }] },
      paths: ['components.2.monitorId', 'components.3.monitorId'],
    },
    { name: 'components found faulty', page: { components: [undefined, {}, { monitorId: 'a' }, {}] }, paths: [] },
  ])('$name: $paths', ({ page, paths }) => {
    expect(pathsOf(page)).toEqual(paths);
  });

  it('names the first place of a monitor that is listed twice', () => {
    expect(detailsOf(statusPageFaults({ components: [{ monitorId: 'a' }, { monitorId: 'a' }] }))).toEqual([
      { path: 'components.1.monitorId', message: 'components.1.monitorId repeats components.0.monitorId' },
    ]);
  });
});
