import { describe, expect, it } from '@jest/globals';
import { detailsOf } from '../faults/fault.ts';
import { type MonitorFields, monitorFaults } from './monitor-fields.ts';
import { MONITOR_TYPES } from './monitor.ts';

const URL = 'https://example.com/health';
const complete: MonitorFields = { url: URL, host: 'example.com', port: 443, keyword: 'ok' };

const pathsOf = (fields: MonitorFields) => detailsOf(monitorFaults(fields)).map(({ path }) => path);

describe('monitorFaults', () => {
  it.each([
    { type: 'HTTP', required: ['url'] },
    { type: 'KEYWORD', required: ['url', 'keyword'] },
    { type: 'PING', required: ['host'] },
    { type: 'PORT', required: ['host', 'port'] },
    { type: 'CRON', required: [] },
    { type: 'DNS', required: ['url'] },
    { type: 'SSL', required: ['url'] },
    { type: 'DOMAIN', required: ['url'] },
  ] as const)('$type needs $required and nothing else', ({ type, required }) => {
    expect(pathsOf({ type })).toEqual(required);
    const needed = Object.entries(complete).filter(([name]) => required.some((field) => field === name));
    expect(monitorFaults({ type, ...Object.fromEntries(needed) })).toEqual([]);
  });

  it.each([
    { name: 'left out', fields: {} },
    { name: 'null', fields: { url: null } },
    { name: 'empty', fields: { url: '' } },
  ])('counts a field that is $name as missing', ({ fields }) => {
    expect(detailsOf(monitorFaults({ type: 'HTTP', ...fields }))).toEqual([
      { path: 'url', message: 'url is required for HTTP monitors' },
    ]);
  });

  it('counts an empty keyword and an empty host as missing', () => {
    expect(pathsOf({ type: 'KEYWORD', url: URL, keyword: '' })).toEqual(['keyword']);
    expect(pathsOf({ type: 'PING', host: '' })).toEqual(['host']);
  });

  it.each(MONITOR_TYPES.filter((type) => type === 'HTTP' || type === 'KEYWORD'))(
    '%s takes an absolute URL only',
    (type) => {
      expect(pathsOf({ ...complete, type })).toEqual([]);
      expect(pathsOf({ ...complete, type, url: 'example.com' })).toEqual(['url']);
      expect(pathsOf({ ...complete, type, url: 'https://me:secret@example.com' })).toEqual([]);
      expect(pathsOf({ ...complete, type, url: 'ftp://example.com' })).toEqual(['url']);
    },
  );

  it.each(MONITOR_TYPES.filter((type) => type === 'SSL' || type === 'DOMAIN' || type === 'DNS'))(
    '%s takes a URL or a bare host name',
    (type) => {
      expect(pathsOf({ type, url: URL })).toEqual([]);
      expect(pathsOf({ type, url: 'example.com' })).toEqual([]);
      expect(pathsOf({ type, url: 'bücher.example' })).toEqual([]);
      expect(pathsOf({ type, url: 'example.com/path' })).toEqual(['url']);
      expect(pathsOf({ type, url: 'https://me@example.com' })).toEqual([]);
      expect(pathsOf({ type, url: 'not a host' })).toEqual(['url']);
    },
  );

  it.each(['PING', 'PORT'] as const)('%s takes a host name or an IP address', (type) => {
    for (const host of ['example.com', 'bücher.example', '192.0.2.1', '2001:db8::1']) {
      expect(pathsOf({ type, host, port: 1 })).toEqual([]);
    }
    for (const host of ['https://example.com', 'example.com:80', '[::1]', 'a b', '1.2.3']) {
      expect(pathsOf({ type, host, port: 1 })).toEqual(['host']);
    }
  });

  it('does not look at fields that the type does not use', () => {
    expect(monitorFaults({ type: 'PING', host: 'example.com', url: 'not a URL', port: null })).toEqual([]);
    expect(monitorFaults({ type: 'CRON', url: 'not a URL', host: '?' })).toEqual([]);
  });

  it('reports every fault at once', () => {
    expect(pathsOf({ type: 'KEYWORD', url: 'nowhere' })).toEqual(['url', 'keyword']);
  });

  it('says nothing while the type itself is not known', () => {
    expect(monitorFaults({ url: 'nowhere' })).toEqual([]);
  });
});
