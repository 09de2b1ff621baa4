import { describe, expect, it } from '@jest/globals';
import type { MonitorUpdate } from '@vedette/contract';
import { assignments, columnsOf, placeholders, type OwnColumns } from './monitor-columns.ts';

describe('the columns that a change writes', () => {
  const rows: { name: string; fields: MonitorUpdate; own: OwnColumns; columns: Record<string, unknown> }[] = [
    { name: 'none', fields: {}, own: {}, columns: {} },
    {
      name: 'fields under the names of their columns',
      fields: { name: 'Shop', expectedStatus: [200], dnsAlertOnChange: false },
      own: {},
      columns: { name: 'Shop', expected_status: [200], dns_alert_on_change: false },
    },
    {
      name: 'a field that is removed',
      fields: { keyword: null, port: null },
      own: {},
      columns: { keyword: null, port: null },
    },
    {
      name: 'neither a URL nor headers as they were sent',
      fields: { url: 'https://user:secret@target.test/', requestHeaders: { authorization: 'secret' } },
      own: { url: 'https://target.test/', sealed: new Uint8Array([1]) },
      columns: { url: 'https://target.test/', sealed: new Uint8Array([1]) },
    },
    {
      name: 'a removed heartbeat address, and the time',
      fields: {},
      own: { heartbeat_token: null, updated_at: '2026-01-01T00:00:00.000Z' },
      columns: { heartbeat_token: null, updated_at: '2026-01-01T00:00:00.000Z' },
    },
  ];
  it.each(rows)('$name', ({ fields, own, columns }) => {
    expect(Object.fromEntries(columnsOf(fields, own))).toEqual(columns);
  });

  it('are no others than the known ones', () => {
    const hostile = { 'name = 1; --': 'x' } as MonitorUpdate;
    expect([...columnsOf(hostile, {}).keys()]).toEqual([]);
  });

  it('are assigned in their order', () => {
    const columns = columnsOf({ graceSeconds: 5, name: 'Shop' }, { url: null });
    expect(assignments(columns, 2)).toBe('name = $2, grace_seconds = $3, url = $4');
    expect(placeholders(columns, 7)).toBe('$7, $8, $9');
    expect([...columns.values()]).toEqual(['Shop', 5, null]);
  });
});
