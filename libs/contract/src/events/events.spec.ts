import { describe, expect, it } from '@jest/globals';
import { eventSubject, EVENT_TYPES } from '../event-types.ts';
import { eventDefinitions, eventMonitor } from './events.ts';
import { eventExamples } from '../openapi/event-examples.ts';
import { monitor } from '../openapi/example-resources.ts';
import { newAjv } from '../validation/ajv.ts';

const ajv = newAjv({ useDefaults: false });

describe('events', () => {
  it('are 22, each once, in the order of their groups', () => {
    expect(EVENT_TYPES).toHaveLength(22);
    expect(new Set(EVENT_TYPES).size).toBe(22);
    expect(eventDefinitions.map(({ type }) => type)).toEqual([...EVENT_TYPES]);
  });

  it('travel on a subject of their own', () => {
    expect(eventSubject('monitor.certificate_expiring')).toBe('vedette.events.monitor.certificate_expiring');
    expect(eventSubject('monitor.down')).toBe('vedette.urgent.monitor.down');
  });

  it('never wait for others if somebody waits for them', () => {
    expect(EVENT_TYPES.filter((type) => eventSubject(type).startsWith('vedette.urgent.'))).toEqual([
      'incident.opened',
      'incident.acknowledged',
      'incident.resolved',
      'monitor.up',
      'monitor.degraded',
      'monitor.down',
      'maintenance.started',
      'maintenance.ended',
    ]);
  });

  it.each(eventDefinitions)('$type has a schema that its example keeps', ({ type, schema }) => {
    const validate = ajv.compile(schema);
    validate(eventExamples.get(type));
    expect(validate.errors ?? []).toEqual([]);
    expect(validate({ id: 'evt_1', type: 'other', timestamp: '2026-01-01T00:00:00Z', data: {} })).toBe(false);
  });

  it.each(eventDefinitions.filter(({ type }) => type.startsWith('monitor.')))(
    '$type withholds what may hold a secret',
    ({ schema }) => {
      const validate = ajv.compile(schema);
      for (const leak of [{ requestHeaders: {} }, { requestBody: '' }, { heartbeatUrl: 'https://a.example' }]) {
        validate({ data: { monitor: { ...eventMonitor(monitor), ...leak } } });
        const paths = (validate.errors ?? []).map(({ instancePath }) => instancePath);
        expect(paths).toContain(`/data/monitor/${String(Object.keys(leak)[0])}`);
      }
    },
  );

  it('shows a monitor without its secrets and otherwise as the API does', () => {
    const secretive = { ...monitor, requestHeaders: { authorization: 'x' }, requestBody: 'y', heartbeatUrl: 'z' };
    expect(eventMonitor({ ...secretive, url: 'https://me:secret@shop.example/health' })).toEqual({
      ...monitor,
      url: 'https://shop.example/health',
      requestHeaders: null,
      requestBody: null,
      heartbeatUrl: null,
    });
  });
});
