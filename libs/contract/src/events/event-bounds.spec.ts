import { describe, expect, it } from '@jest/globals';
import type { TSchema } from 'typebox';
import { eventIncident, eventStatusIncident, MAX_ERROR_CHARACTERS, shortError } from './event-bounds.ts';
import { type EventType, EVENT_TYPES } from '../event-types.ts';
import { eventData, eventDefinitions, type EventMessage, eventMonitor, type PublicEvent } from './events.ts';
import { newId } from '../values/ids.ts';
import type { MaintenanceFacts } from '../internal/maintenance.ts';
import type { MonitorFacts } from '../internal/monitor-facts.ts';
import { eventExamples } from '../openapi/event-examples.ts';
import { incident, maintenanceWindow, monitor, statusIncident, webhookEndpoint } from '../openapi/example-resources.ts';
import { maintenanceWindowCreateSchema } from '../resources/maintenance-window.ts';
import { monitorCreateSchema } from '../resources/monitor.ts';
import { statusIncidentCreateSchema, statusIncidentPostSchema } from '../resources/status-incident.ts';
import { webhookEndpointCreateSchema } from '../resources/webhook-endpoint.ts';
import type { JsonSchema } from '../schema.ts';
import { MAX_PAYLOAD_BYTES } from '../streams.ts';
import { newAjv } from '../validation/ajv.ts';

/** The default `max_payload` of a nats-server. */
const NATS_DEFAULT_BYTES = 1_048_576;
/** Nats-Msg-Id, traceparent, and a tracestate of the maximum length that its specification allows. */
const HEADER_BYTES = 2_048;

/** JSON encodes this character in six bytes, the most that any character needs. */
const WIDEST = '\u0001';

/** The largest value that a schema of requests allows; a text or list without a bound fails the test. */
function largest(schema: JsonSchema, path: string): unknown {
  const { enum: values, properties, items, maxItems, maxLength, minLength, maximum } = schema;
  if (values !== undefined) return longest(values);
  if (properties !== undefined) {
    return Object.fromEntries(
      Object.entries(properties).map(([name, each]) => [name, largest(each, `${path}.${name}`)]),
    );
  }
  if (items !== undefined && maxItems !== undefined) {
    return Array.from({ length: maxItems }, () => largest(items, path));
  }
  if (maxLength !== undefined) return WIDEST.repeat(maxLength);
  if (schema.format === 'date-time' || schema.pattern !== undefined) return '2026-11-15T12:00:00.000Z';
  if ([schema.type].flat().includes('string') && minLength === 1) return newId('mon');
  if ([schema.type].flat().includes('integer')) return maximum;
  if ([schema.type].flat().includes('boolean')) return false;
  if (path.endsWith('.requestHeaders')) return null;
  throw new Error(`${path} has no bound`);
}

function longest(values: readonly unknown[]): unknown {
  return values.toSorted((one, other) => String(other).length - String(one).length)[0];
}

const fieldsOf = (schema: TSchema): Record<string, unknown> => largest(schema, 'body') as Record<string, unknown>;

const largestUpdate = { ...statusIncident.updates[0], ...fieldsOf(statusIncidentPostSchema) };
const error = shortError(WIDEST.repeat(100_000));
const evidence = Array.from({ length: 50 }, () => ({ ...incident.evidence[0], error }));

const resources = {
  monitor: eventMonitor({ ...monitor, ...fieldsOf(monitorCreateSchema) }),
  incident: {
    ...incident,
    monitor: { ...incident.monitor, name: WIDEST.repeat(120) },
    cause: WIDEST.repeat(100_000),
    evidence: Array.from({ length: 200 }, () => ({ ...incident.evidence[0], error: WIDEST.repeat(5_000) })),
    timeline: Array.from({ length: 10_000 }, () => ({ ...incident.timeline[0], message: WIDEST.repeat(3_000) })),
  },
  statusIncident: {
    ...statusIncident,
    ...fieldsOf(statusIncidentCreateSchema),
    message: undefined,
    updates: Array.from({ length: 1_000 }, () => largestUpdate),
  },
  maintenanceWindow: { ...maintenanceWindow, ...fieldsOf(maintenanceWindowCreateSchema) },
  webhookEndpoint: { ...webhookEndpoint, ...fieldsOf(webhookEndpointCreateSchema) },
};

const outage: MonitorFacts = {
  sequence: 1,
  outage: {
    incidentId: newId('inc'),
    revision: 2_147_483_647,
    monitor: {
      id: newId('mon'),
      name: WIDEST.repeat(120),
      type: 'KEYWORD',
      target: WIDEST.repeat(2_048),
      createdAt: '2026-11-15T12:00:00.000Z',
    },
    startedAt: '2026-11-15T12:00:00.000Z',
    cause: error,
    evidence: evidence as NonNullable<MonitorFacts['outage']>['evidence'],
    resolved: { at: '2026-11-15T12:00:00.000Z', because: 'TYPE_CHANGED' },
  },
};
const span = { startsAt: '2026-11-15T12:00:00.000Z', endsAt: '2026-11-15T12:00:00.000Z' };
const maintenance: MaintenanceFacts = {
  revision: 2_147_483_647,
  monitorIds: Array.from({ length: 500 }, () => newId('mon')),
  occurrences: [span, span],
};

function factsOf(type: EventType): unknown {
  if (type.startsWith('monitor.')) return outage;
  return type.startsWith('maintenance.') ? maintenance : undefined;
}

/** The example of the type, with its resource as large as it can be. */
function largestMessage(type: EventType): EventMessage {
  const event = eventExamples.get(type) as PublicEvent;
  const data = { ...event.data } as Record<string, unknown>;
  for (const [name, resource] of Object.entries(resources)) if (name in data) data[name] = resource;
  if ('changed' in data) data['changed'] = Object.keys(monitor).toSorted();
  const bounded = eventData(data as PublicEvent['data']);
  return {
    organizationId: newId('org'),
    event: { ...event, data: JSON.parse(JSON.stringify(bounded)) as unknown } as PublicEvent,
    facts: factsOf(type),
  };
}

describe('the largest event', () => {
  const ajv = newAjv({ useDefaults: false });

  it.each(EVENT_TYPES)('%s fits into a message of NATS, as it comes', (type) => {
    const message = largestMessage(type);
    const definition = eventDefinitions.find((each) => each.type === type);
    const validate = ajv.compile(definition?.schema ?? false);
    validate(message.event);
    // An error holds the faulty value, which may be megabytes; its place and its message say enough.
    expect(
      validate.errors?.map(({ instancePath, message: fault }) => `${instancePath} ${fault ?? ''}`),
    ).toBeUndefined();
    expect(Buffer.byteLength(JSON.stringify(message))).toBeLessThanOrEqual(MAX_PAYLOAD_BYTES);
  });

  it('leaves room for the headers', () => {
    expect(MAX_PAYLOAD_BYTES + HEADER_BYTES).toBeLessThan(NATS_DEFAULT_BYTES);
  });
});

describe('a published incident in an event', () => {
  const update = (id: number, message: string) => ({ ...largestUpdate, id: `siu_${String(id)}`, message });
  const withUpdates = (count: number, message: string) => {
    const updates = Array.from({ length: count }, (_, index) => update(index, message));
    return { ...statusIncident, updates } as typeof statusIncident;
  };

  it.each([
    { name: 'all of few', count: 3, message: 'x', kept: 3 },
    { name: 'twenty of twenty', count: 20, message: 'x', kept: 20 },
    { name: 'the newest twenty of more', count: 21, message: 'x', kept: 20 },
    {
      name: 'the newest twenty of the longest, of four bytes a character',
      count: 208,
      message: '😀'.repeat(10_000),
      kept: 20,
    },
    {
      name: 'as many as fit, of characters that JSON writes as six',
      count: 208,
      message: WIDEST.repeat(10_000),
      kept: 14,
    },
  ])('holds $name', ({ count, message, kept }) => {
    const { updates } = eventStatusIncident(withUpdates(count, message));
    expect(updates.map(({ id }) => id)).toEqual(Array.from({ length: kept }, (_, index) => `siu_${String(index)}`));
  });
});

describe('an incident in an event', () => {
  it('is as the API shows it while it is small', () => {
    expect(eventIncident(incident)).toEqual(incident);
  });

  it('holds the newest of a long timeline, oldest first', () => {
    const timeline = Array.from({ length: 150 }, (_, index) => ({ ...incident.timeline[0], message: String(index) }));
    const shown = eventIncident({ ...incident, timeline } as typeof incident).timeline;
    expect(shown.map(({ message }) => message)).toEqual(Array.from({ length: 100 }, (_, index) => String(index + 50)));
  });
});

describe('an error', () => {
  it.each([
    { name: 'that is short stays as it is', text: 'Connection refused', length: 18 },
    {
      name: 'of the longest kind stays as it is',
      text: '😀'.repeat(MAX_ERROR_CHARACTERS),
      length: MAX_ERROR_CHARACTERS,
    },
    {
      name: 'that is longer ends with an ellipsis',
      text: '😀'.repeat(MAX_ERROR_CHARACTERS + 1),
      length: MAX_ERROR_CHARACTERS,
    },
    { name: 'without end is cut', text: 'x'.repeat(1_000_000), length: MAX_ERROR_CHARACTERS },
  ])('$name', ({ text, length }) => {
    const short = shortError(text);
    expect(Array.from(short)).toHaveLength(length);
    expect(short.isWellFormed()).toBe(true);
    expect(short === text || short.endsWith('…')).toBe(true);
  });
});
