import { describe, expect, it } from '@jest/globals';
import { EVENT_TYPES } from '../event-types.ts';
import { operations } from '../operations/operations.ts';
import type { PublicOperationId } from '../operations/served-operations.ts';
import { compileRequestValidator } from '../validation/request-validator.ts';

const text = (length: number) => 'x'.repeat(length);
const ids = (count: number) => Array.from({ length: count }, (_, i) => `id_${String(i)}`);
const components = (count: number) => ids(count).map((monitorId) => ({ monitorId }));

const complete: Partial<Record<PublicOperationId, Record<string, unknown>>> = {
  createStatusPage: { name: 'Shop' },
  createMaintenanceWindow: {
    title: 'Upgrade',
    startsAt: '2030-01-01T00:00Z',
    endsAt: '2030-01-01T01:00Z',
    monitorIds: ['mon_1'],
  },
  createStatusIncident: { title: 'Down', message: 'We know.', statusPageIds: ['sp_1'] },
  createStatusIncidentUpdate: { state: 'MONITORING', message: 'Better.' },
  createWebhookEndpoint: { url: 'https://example.com', eventTypes: ['*'] },
};

function refusedPaths(id: PublicOperationId, body: Record<string, unknown>): string[] {
  const validate = compileRequestValidator(operations[id]);
  const result = validate({
    params: { statusPageId: 'x', maintenanceId: 'x', statusIncidentId: 'x', endpointId: 'x' },
    query: new URLSearchParams(),
    body,
  });
  return result.ok ? [] : result.details.map(({ path }) => path);
}

const pairs: { create: PublicOperationId; update?: PublicOperationId; required: string[] }[] = [
  { create: 'createStatusPage', update: 'updateStatusPage', required: ['name'] },
  {
    create: 'createMaintenanceWindow',
    update: 'updateMaintenanceWindow',
    required: ['title', 'startsAt', 'endsAt', 'monitorIds'],
  },
  {
    create: 'createStatusIncident',
    update: 'updateStatusIncident',
    required: ['title', 'message', 'statusPageIds'],
  },
  { create: 'createStatusIncidentUpdate', required: ['state', 'message'] },
  { create: 'createWebhookEndpoint', update: 'updateWebhookEndpoint', required: ['url', 'eventTypes'] },
];

describe('request bodies', () => {
  it.each(pairs)('$create takes its complete body and requires $required', ({ create, required }) => {
    expect(refusedPaths(create, { ...complete[create] })).toEqual([]);
    expect(refusedPaths(create, {}).toSorted()).toEqual(required.toSorted());
  });

  it.each(pairs.filter(({ update }) => update !== undefined))('$update requires nothing', ({ update }) => {
    expect(refusedPaths(update ?? 'updateMonitor', {})).toEqual([]);
  });

  it.each<{ id: PublicOperationId; field: string; good: unknown[]; bad: unknown[] }>([
    { id: 'createStatusPage', field: 'name', good: [text(1), text(120)], bad: ['', text(121), null] },
    {
      id: 'createStatusPage',
      field: 'slug',
      good: ['a', '0', 'a-b', 'a--b', text(63)],
      bad: ['', '-a', 'a-', 'A', 'a_b', 'ä', text(64), 'a\n', null],
    },
    { id: 'createStatusPage', field: 'description', good: [null, '', text(1000)], bad: [text(1001)] },
    { id: 'createStatusPage', field: 'customDomain', good: [null, 'status.example.com'], bad: ['', 'a b'] },
    { id: 'createStatusPage', field: 'published', good: [true, false], bad: [null, 'true', 1] },
    { id: 'createStatusPage', field: 'theme', good: ['SYSTEM', 'LIGHT', 'DARK'], bad: ['dark', null] },
    {
      id: 'createStatusPage',
      field: 'accentColor',
      good: [null, '#0a7d5c', '#FFFFFF'],
      bad: ['#fff', '0a7d5c', '#0a7d5g', '#0a7d5c0', 'red'],
    },
    { id: 'createStatusPage', field: 'logoUrl', good: [null, 'https://a.example/l'], bad: ['', 'http://a.example/l'] },
    { id: 'createStatusPage', field: 'timezone', good: ['UTC', 'Europe/Berlin'], bad: ['', 'Berlin', null] },
    {
      id: 'createStatusPage',
      field: 'components',
      good: [[], components(1), components(200)],
      bad: [components(201), null],
    },
    { id: 'createMaintenanceWindow', field: 'title', good: [text(1), text(200)], bad: ['', text(201), null] },
    { id: 'createMaintenanceWindow', field: 'description', good: [null, text(5000)], bad: [text(5001)] },
    { id: 'createMaintenanceWindow', field: 'startsAt', good: ['2029-12-31T23:59Z'], bad: ['2029-12-31', null, 5] },
    { id: 'createMaintenanceWindow', field: 'monitorIds', good: [ids(1), ids(500)], bad: [[], ids(501), null] },
    { id: 'createMaintenanceWindow', field: 'statusPageIds', good: [[], ids(20)], bad: [ids(21), null] },
    { id: 'createMaintenanceWindow', field: 'recurrence', good: [null, { frequency: 'DAILY' }], bad: ['DAILY', []] },
    { id: 'createStatusIncident', field: 'title', good: [text(1), text(200)], bad: ['', text(201)] },
    { id: 'createStatusIncident', field: 'message', good: [text(1), text(10_000)], bad: ['', text(10_001)] },
    { id: 'createStatusIncident', field: 'statusPageIds', good: [ids(1), ids(20)], bad: [[], ids(21)] },
    { id: 'createStatusIncident', field: 'monitorIds', good: [[], ids(200)], bad: [ids(201), null] },
    { id: 'createStatusIncident', field: 'impact', good: ['NONE', 'MINOR', 'MAJOR', 'CRITICAL'], bad: ['none', null] },
    {
      id: 'createStatusIncident',
      field: 'state',
      good: ['INVESTIGATING', 'IDENTIFIED', 'MONITORING', 'RESOLVED'],
      bad: ['DONE', null],
    },
    { id: 'createStatusIncident', field: 'startedAt', good: ['2026-01-01T00:00Z'], bad: ['yesterday', null] },
    { id: 'createStatusIncidentUpdate', field: 'message', good: [text(1), text(10_000)], bad: ['', text(10_001)] },
    { id: 'createWebhookEndpoint', field: 'url', good: [text(1), text(2048)], bad: ['', text(2049), null] },
    { id: 'createWebhookEndpoint', field: 'description', good: [null, text(500)], bad: [text(501)] },
    { id: 'createWebhookEndpoint', field: 'enabled', good: [true, false], bad: [null, 'no'] },
    {
      id: 'createWebhookEndpoint',
      field: 'eventTypes',
      good: [['*'], ['webhook.test'], [...EVENT_TYPES]],
      bad: [[], [...EVENT_TYPES, '*'], ['*', 'webhook.test'], null, '*'],
    },
  ])('$id bounds $field', ({ id, field, good, bad }) => {
    for (const value of good) expect(refusedPaths(id, { ...complete[id], [field]: value })).toEqual([]);
    for (const value of bad) expect(refusedPaths(id, { ...complete[id], [field]: value })).toContain(field);
  });

  it.each<{ name: string; id: PublicOperationId; body: Record<string, unknown>; paths: string[] }>([
    {
      name: 'a component without a monitor',
      id: 'updateStatusPage',
      body: { components: [{ name: 'Shop' }] },
      paths: ['components.0.monitorId'],
    },
    {
      name: 'bounds inside a component',
      id: 'updateStatusPage',
      body: { components: [{ monitorId: 'a', name: '', description: text(1001), group: text(121) }] },
      paths: ['components.0.name', 'components.0.description', 'components.0.group'],
    },
    {
      name: 'a recurrence without a frequency, and out of bounds',
      id: 'updateMaintenanceWindow',
      body: { recurrence: { interval: 13, weekdays: ['MO', 'XX'], until: 'never', timezone: '' } },
      paths: [
        'recurrence.frequency',
        'recurrence.interval',
        'recurrence.weekdays.1',
        'recurrence.until',
        'recurrence.timezone',
      ],
    },
    {
      name: 'ids that repeat',
      id: 'updateMaintenanceWindow',
      body: { monitorIds: ['a', 'b', 'a', 'b'] },
      paths: ['monitorIds.2', 'monitorIds.3'],
    },
    {
      name: 'event types that repeat or are unknown',
      id: 'updateWebhookEndpoint',
      body: { eventTypes: ['monitor.up', 'monitor.gone', 'monitor.up'] },
      paths: ['eventTypes.1', 'eventTypes.2'],
    },
  ])('$name: $paths', ({ id, body, paths }) => {
    expect(refusedPaths(id, body).toSorted()).toEqual(paths.toSorted());
  });

  it('fills in what a recurrence leaves out, on update too, for it is replaced as a whole', () => {
    const validate = compileRequestValidator(operations.updateMaintenanceWindow);
    const body = { recurrence: { frequency: 'MONTHLY' } };
    expect(validate({ params: { maintenanceId: 'mw_1' }, query: new URLSearchParams(), body })).toMatchObject({
      ok: true,
      value: {
        body: { recurrence: { frequency: 'MONTHLY', interval: 1, weekdays: [], until: null, timezone: 'UTC' } },
      },
    });
  });

  it('says how the state of a published incident moves', () => {
    const validate = compileRequestValidator(operations.updateStatusIncident);
    const body = { state: 'RESOLVED', message: 'x', resolvedAt: null, colour: 'red' };
    expect(validate({ params: { statusIncidentId: 'si_1' }, query: new URLSearchParams(), body })).toEqual({
      ok: false,
      details: [
        { path: 'state', message: 'state moves only by posting an update (POST …/updates)' },
        { path: 'message', message: 'message is told by posting an update (POST …/updates)' },
        { path: 'colour', message: 'colour is not a known field' },
      ],
    });
  });
});
