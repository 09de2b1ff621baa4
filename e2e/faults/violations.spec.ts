import { describe, expect, it } from '@jest/globals';
import { alerts, at, committed, event, page, received, seen, truth } from './sound-world.ts';
import type { Leftover, Observations, ReceivedEvent, WorldTruth } from './truth.ts';
import { OPEN_BOUND_MS, violationsOf, type PromiseName } from './violations.ts';

function withBody(events: readonly ReceivedEvent[], body: string): ReceivedEvent[] {
  return events.map(({ id, type, about, at: receivedAt }) => ({ id, type, about, at: receivedAt, body }));
}

const [past, now] = seen.incidents;
if (past === undefined || now === undefined) throw new Error('There are two incidents');

const leftover = (kind: Leftover['kind']): Leftover => ({ kind, text: 'something', waitsForRetry: false });

interface Row {
  readonly name: string;
  readonly promise: PromiseName;
  readonly truth?: Partial<WorldTruth>;
  readonly seen?: Partial<Observations>;
}

const rows: Row[] = [
  { name: 'an outage without an incident', promise: 'one-incident-an-outage', seen: { incidents: [past] } },
  {
    name: 'an outage with two incidents',
    promise: 'one-incident-an-outage',
    seen: { incidents: [past, { ...past, id: 'inc_twice', startedAt: at(14) }, now] },
  },
  {
    name: 'an incident of a monitor that was never down',
    promise: 'no-false-alarm',
    seen: { incidents: [past, now, { ...past, id: 'inc_false', monitorId: 'mon_steady' }] },
  },
  {
    name: 'an incident between two outages',
    promise: 'no-false-alarm',
    seen: { incidents: [past, now, { ...past, id: 'inc_false', startedAt: at(40) }] },
  },
  {
    name: 'an incident of a monitor that nobody watches',
    promise: 'no-false-alarm',
    seen: { incidents: [past, now, { ...past, id: 'inc_stray', monitorId: 'mon_other' }] },
  },
  {
    name: 'an outage that was told late',
    promise: 'opened-in-time',
    seen: { received: { one: received.map((each) => ({ ...each, at: at(50) + OPEN_BOUND_MS + 1 })) } },
  },
  {
    name: 'an incident that goes on after its outage',
    promise: 'resolved',
    seen: { incidents: [{ ...past, resolvedAt: null }, now] },
  },
  {
    name: 'an incident that is resolved during its outage',
    promise: 'resolved',
    seen: { incidents: [past, { ...now, resolvedAt: at(60) }] },
  },
  {
    name: 'a monitor that is UP while its target is down',
    promise: 'state-is-true',
    seen: { states: { ...seen.states, mon_now: 'UP' } },
  },
  {
    name: 'a monitor that is gone',
    promise: 'state-is-true',
    seen: { states: { mon_past: 'UP', mon_now: 'DOWN', mon_job: 'UP' } },
  },
  {
    name: 'a monitor that is not checked any more',
    promise: 'checked',
    truth: { watched: truth.watched.map((each) => ({ ...each, checkedAt: at(99) })) },
  },
  {
    name: 'a page with a wrong state',
    promise: 'page-is-true',
    seen: { pages: { first: page, second: { ...page, components: { ...page.components, now: 'OPERATIONAL' } } } },
  },
  {
    name: 'a page without a component',
    promise: 'page-is-true',
    seen: { pages: { first: { ...page, components: {} } } },
  },
  {
    name: 'a page without the newest update',
    promise: 'page-is-true',
    seen: { pages: { first: { ...page, messages: ['message 0'] } } },
  },
  { name: 'a stale page', promise: 'page-is-true', seen: { pages: { first: { ...page, isStale: true } } } },
  {
    name: 'an event that one receiver never got',
    promise: 'event-at-every-receiver',
    seen: { received: { one: received, other: received.slice(1) } },
  },
  {
    name: 'an event that nobody committed',
    promise: 'one-id-an-event',
    seen: { received: { one: [...received, { ...event('monitor.up', 'x'), body: '', at: at(60) }] } },
  },
  {
    name: 'an event with two bodies',
    promise: 'one-id-an-event',
    seen: { received: { one: [...received, ...withBody(received.slice(0, 1), 'other')] } },
  },
  {
    name: 'an incident that is told under two ids',
    promise: 'one-id-an-event',
    seen: { committed: [...committed, event('incident.opened', 'inc_past', 1)] },
  },
  {
    name: 'a monitor that is told as down without an outage',
    promise: 'no-false-alarm',
    seen: { committed: [...committed, event('monitor.down', 'mon_steady')] },
  },
  {
    name: 'an outage that is not told as monitor.down',
    promise: 'one-incident-an-outage',
    seen: { committed: committed.filter(({ type, about }) => type !== 'monitor.down' || about !== 'mon_now') },
  },
  { name: 'a key without an effect', promise: 'one-effect-a-key', seen: { createdMonitors: {} } },
  { name: 'a key with two effects', promise: 'one-effect-a-key', seen: { createdMonitors: { 'made 1': 2 } } },
  {
    name: 'a rename that happened twice',
    promise: 'one-effect-a-key',
    seen: { committed: [...committed, event('monitor.updated', 'name 1', 1)] },
  },
  {
    name: 'an update that is there twice',
    promise: 'one-effect-a-key',
    seen: { messages: ['message 1', 'message 1'] },
  },
  {
    name: 'a key that was never answered',
    promise: 'one-effect-a-key',
    truth: { mutations: truth.mutations.map((each) => ({ ...each, status: null })) },
  },
  {
    name: 'a key that was refused',
    promise: 'one-effect-a-key',
    truth: { mutations: truth.mutations.map((each) => ({ ...each, status: 409 })) },
  },
  ...(['calls', 'mails'] as const).flatMap((way): Row[] => [
    { name: `an opening without one of the ${way}`, promise: 'contact-told', seen: { [way]: alerts.slice(0, 2) } },
    {
      name: `a resolution without one of the ${way}`,
      promise: 'contact-told',
      seen: { [way]: alerts.filter(({ kind }) => kind === 'opened') },
    },
    {
      name: `one of the ${way} about no incident`,
      promise: 'no-false-alarm',
      seen: { [way]: [...alerts, { incidentId: 'inc_false', kind: 'opened' }] },
    },
  ]),
  ...(['parked', 'set-aside', 'unsent-fact', 'unsent-alert', 'failed-alert', 'delivery'] as const).map((kind): Row => ({
    name: `a leftover: ${kind}`,
    promise: 'nothing-left-over',
    seen: { leftovers: [leftover(kind)] },
  })),
  {
    name: 'a request that failed twice in a row after a single kill',
    promise: 'no-second-failure',
    truth: { requests: truth.requests.map((each) => ({ ...each, failuresInARow: ['no answer', '500'] })) },
  },
  { name: 'a process that ended by itself', promise: 'no-crash', seen: { crashed: ['monitor ended with 1'] } },
];

describe('the checker', () => {
  it('finds nothing where all is well', () => {
    expect(violationsOf(truth, seen)).toEqual([]);
  });

  it.each(rows)('reports $name', ({ promise, truth: planted, seen: shown }) => {
    const found = violationsOf({ ...truth, ...planted }, { ...seen, ...shown });
    expect(found.map((each) => each.promise)).toContain(promise);
  });

  it('has a planted error for every promise', () => {
    const promises: Record<PromiseName, true> = {
      'one-incident-an-outage': true,
      'no-false-alarm': true,
      'opened-in-time': true,
      resolved: true,
      'state-is-true': true,
      checked: true,
      'page-is-true': true,
      'event-at-every-receiver': true,
      'one-id-an-event': true,
      'one-effect-a-key': true,
      'contact-told': true,
      'nothing-left-over': true,
      'no-second-failure': true,
      'no-crash': true,
    };
    expect(new Set(rows.map(({ promise }) => promise))).toEqual(new Set(Object.keys(promises)));
  });

  it.each([
    { way: 'calls', waitsForRetry: false },
    { way: 'mails', waitsForRetry: true },
  ])('lets only mails wait: $way', ({ way, waitsForRetry }) => {
    const [violation] = violationsOf(truth, { ...seen, [way]: alerts.slice(0, 2) });
    expect(violation).toMatchObject({ promise: 'contact-told', waitsForRetry });
  });

  it('permits a second failure in a row during other faults', () => {
    const requests = [
      { what: 'GET monitors', at: at(40), failuresInARow: ['no answer', '500', '500'], isDuringSingleKill: false },
    ];
    expect(violationsOf({ ...truth, requests }, seen)).toEqual([]);
  });

  it('permits a wrong time while a clock was wrong', () => {
    const [first, second] = truth.outages.map((outage) => ({ ...outage, clockErrorMs: 30_000 }));
    if (first === undefined || second === undefined) throw new Error('There are two outages');
    const incidents = [past, { ...now, startedAt: at(25) }];
    expect(violationsOf({ ...truth, outages: [first, second] }, { ...seen, incidents })).toEqual([]);
  });

  it('tells two outages apart although a clock was wrong', () => {
    const first = {
      monitorId: 'mon_past',
      startedAt: at(10),
      endedAt: at(15),
      noticeableFrom: at(10),
      clockErrorMs: 20_000,
    };
    const second = { ...first, startedAt: at(30), endedAt: null, noticeableFrom: at(30), clockErrorMs: 0 };
    const incidents = [past, { ...past, id: 'inc_second', startedAt: at(31), resolvedAt: null }, now];
    const [, ofNow] = truth.outages;
    if (ofNow === undefined) throw new Error('There are two outages');
    const found = violationsOf({ ...truth, outages: [first, second, ofNow] }, { ...seen, incidents });
    const promises = new Set<PromiseName>(['one-incident-an-outage', 'resolved']);
    expect(found.filter(({ promise, text }) => promises.has(promise) && text.includes('incident'))).toEqual([]);
  });

  it('says which deliveries wait for nothing but their retry', () => {
    const leftovers = [{ ...leftover('delivery'), waitsForRetry: true }];
    expect(violationsOf(truth, { ...seen, leftovers })).toEqual([
      { promise: 'nothing-left-over', text: 'delivery: something', waitsForRetry: true },
    ]);
  });
});
