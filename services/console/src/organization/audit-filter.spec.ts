import { describe, expect, it } from '@jest/globals';
import { auditFilterIn, auditFilterText, auditQuery, type AuditFilter } from './audit-filter.ts';

const NOW = Date.parse('2026-11-16T12:00:00.000Z');
const ALL = { actor: undefined, operation: undefined, resource: undefined, period: undefined };

describe('the filter of the audit log', () => {
  it.each<{ name: string; address: Record<string, string>; filter: AuditFilter }>([
    { name: 'nothing', address: {}, filter: ALL },
    { name: 'empty values', address: { actor: '', operation: '', resource: '', period: '' }, filter: ALL },
    { name: 'a period that does not exist', address: { period: 'decade' }, filter: ALL },
    { name: 'names that it does not know', address: { limit: '5' }, filter: ALL },
    {
      name: 'all of it',
      address: { actor: 'key:key_1', operation: 'createKey', resource: 'mon_1', period: 'week' },
      filter: { actor: 'key:key_1', operation: 'createKey', resource: 'mon_1', period: 'week' },
    },
  ])('reads $name from an address', ({ address, filter }) => {
    expect(auditFilterIn(address)).toEqual(filter);
  });

  it.each<{ name: string; filter: AuditFilter; text: string }>([
    { name: 'nothing', filter: ALL, text: '' },
    { name: 'one choice', filter: { ...ALL, period: 'day' }, text: '?period=day' },
    {
      name: 'an actor with signs that addresses keep for themselves',
      filter: { ...ALL, actor: 'operator:a&b' },
      text: '?actor=operator%3Aa%26b',
    },
  ])('writes $name into an address', ({ filter, text }) => {
    expect(auditFilterText(filter)).toBe(text);
  });

  it.each<{ period: AuditFilter['period']; from: string | undefined }>([
    { period: undefined, from: undefined },
    { period: 'day', from: '2026-11-15T12:00:00.000Z' },
    { period: 'week', from: '2026-11-09T12:00:00.000Z' },
    { period: 'month', from: '2026-10-17T12:00:00.000Z' },
  ])('asks for the period $period from $from on', ({ period, from }) => {
    expect(auditQuery({ resource: 'mon_1', period }, NOW)).toEqual({ resource: 'mon_1', from });
  });
});
