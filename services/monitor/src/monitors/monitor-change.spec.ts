import { describe, expect, it } from '@jest/globals';
import type { Monitor, MonitorUpdate } from '@vedette/contract';
import type { HeartbeatStep } from '../heartbeats/heartbeat-change.ts';
import { changeMonitor } from './monitor-change.ts';
import type { RuntimeChange } from '../states/monitor-lifecycle.ts';
import { nextSlotAfter } from '../schedule/check-slots.ts';

const now = new Date('2026-11-15T12:00:00Z');
const nextSlotOf = (intervalSeconds: number): Date => nextSlotAfter({ monitorId: 'mon_1', intervalSeconds }, now);

const site: Monitor = {
  id: 'mon_1',
  name: 'Site',
  type: 'HTTP',
  state: 'UP',
  url: 'https://site.test/',
  host: null,
  port: null,
  method: 'GET',
  expectedStatus: [200, 204],
  requestHeaders: { accept: 'text/html', 'x-a': '1' },
  requestBody: null,
  followRedirects: true,
  verifySsl: true,
  keyword: null,
  keywordMatch: 'EXISTS',
  dnsRecordType: 'A',
  dnsExpected: null,
  dnsAlertOnChange: true,
  sslExpiryThresholdDays: 2,
  intervalSeconds: 300,
  timeoutSeconds: 30,
  expectedPeriodSec: null,
  graceSeconds: 60,
  degradedThresholdMs: null,
  degradedThresholdMode: 'LAST',
  degradedSamples: 3,
  heartbeatUrl: null,
  lastCheckedAt: null,
  lastStatusChangedAt: null,
  lastResponseMs: null,
  certExpiresAt: null,
  createdAt: '2026-11-01T00:00:00.000Z',
  updatedAt: '2026-11-01T00:00:00.000Z',
};
const job: Monitor = { ...site, type: 'CRON', url: null, heartbeatUrl: 'https://hb.test/token' };

interface Row {
  name: string;
  current?: Partial<Monitor>;
  update: MonitorUpdate;
}

function accepted(current: Monitor, update: MonitorUpdate) {
  const change = changeMonitor(current, update, now);
  if (change.kind === 'refused') throw new Error(JSON.stringify(change.faults));
  return change;
}

describe('the fields that a PATCH changes', () => {
  const rows: (Row & { changed: string[] })[] = [
    { name: 'none when it is empty', update: {}, changed: [] },
    { name: 'none when it repeats what is there', update: { name: 'Site', url: 'https://site.test/' }, changed: [] },
    { name: 'none when it clears what is clear', update: { keyword: null, requestBody: null }, changed: [] },
    {
      name: 'sorted by name',
      update: { url: 'https://other.test/', name: 'Other', keyword: 'x' },
      changed: ['keyword', 'name', 'url'],
    },
    { name: 'those that have another value among those sent', update: { name: 'Site', port: 1 }, changed: ['port'] },
    { name: 'a list of other items', update: { expectedStatus: [200] }, changed: ['expectedStatus'] },
    { name: 'a list in another order', update: { expectedStatus: [204, 200] }, changed: ['expectedStatus'] },
    { name: 'not an equal list', update: { expectedStatus: [200, 204] }, changed: [] },
    {
      name: 'not equal headers, whatever their order',
      update: { requestHeaders: { 'x-a': '1', accept: 'text/html' } },
      changed: [],
    },
    {
      name: 'headers with another value',
      update: { requestHeaders: { accept: 'text/html', 'x-a': '2' } },
      changed: ['requestHeaders'],
    },
    { name: 'headers that are cleared', update: { requestHeaders: null }, changed: ['requestHeaders'] },
    { name: 'fields that the type does not use', update: { dnsExpected: '203.0.113.7' }, changed: ['dnsExpected'] },
  ];
  it.each(rows)('$name', ({ update, changed }) => {
    expect(accepted(site, update).changed).toEqual(changed);
  });
});

describe('a PATCH whose result does not hold together is refused, naming the fields', () => {
  const rows: (Row & { paths: string[] })[] = [
    { name: 'a required field is cleared', update: { url: null }, paths: ['url'] },
    { name: 'a required field is emptied', update: { url: '' }, paths: ['url'] },
    { name: 'the new type needs more', update: { type: 'PORT' }, paths: ['host', 'port'] },
    { name: 'the new type gets only some of it', update: { type: 'PORT', host: 'a.test' }, paths: ['port'] },
    {
      name: 'what is there does not fit the new type',
      current: { type: 'SSL', url: 'site.test' },
      update: { type: 'HTTP' },
      paths: ['url'],
    },
    { name: 'the keyword is missing', update: { type: 'KEYWORD', name: 'x' }, paths: ['keyword'] },
  ];
  it.each(rows)('$name', ({ current, update, paths }) => {
    const change = changeMonitor({ ...site, ...current }, update, now);
    expect(change.kind === 'refused' && change.faults.map(({ path }) => path)).toEqual(paths);
  });

  it('but not for a field that the type has no use for', () => {
    expect(accepted(job, { url: null, host: '' }).changed).toEqual(['host']);
  });
});

describe('the heartbeat address', () => {
  const rows: (Row & { from: Monitor; heartbeat: HeartbeatStep })[] = [
    { name: 'is made when a monitor becomes CRON', from: site, update: { type: 'CRON' }, heartbeat: 'make' },
    {
      name: 'is dropped when a monitor stops being CRON',
      from: job,
      update: { type: 'HTTP', url: 'https://a.test' },
      heartbeat: 'drop',
    },
    { name: 'is kept across other changes', from: job, update: { name: 'x', graceSeconds: 0 }, heartbeat: 'recount' },
    { name: 'is kept when CRON is repeated', from: job, update: { type: 'CRON' }, heartbeat: 'recount' },
    { name: 'is none between other types', from: site, update: { type: 'SSL' }, heartbeat: 'none' },
  ];
  it.each(rows)('$name', ({ from, update, heartbeat }) => {
    expect(accepted(from, update).heartbeat).toBe(heartbeat);
  });
});

describe('what follows for the checks', () => {
  const nothing: RuntimeChange = {
    enters: undefined,
    raisesEpoch: false,
    nextCheck: { kind: 'as-planned' },
    forgetsResults: false,
  };
  const atOnce: RuntimeChange = { ...nothing, raisesEpoch: true, nextCheck: { kind: 'no-later-than', at: now } };
  const rows: (Row & { runtime: RuntimeChange })[] = [
    { name: 'nothing from an empty change', update: {}, runtime: nothing },
    { name: 'nothing from a new name', update: { name: 'x' }, runtime: nothing },
    { name: 'nothing from a repeated target', update: { url: 'https://site.test/' }, runtime: nothing },
    { name: 'nothing from a field that the type does not use', update: { host: 'a.test' }, runtime: nothing },
    { name: 'a check at once from a new target; the state stays', update: { url: 'https://b.test/' }, runtime: atOnce },
    { name: 'a check at once from another expectation', update: { expectedStatus: [500] }, runtime: atOnce },
    {
      name: 'a new beginning from another type',
      update: { type: 'SSL' },
      runtime: { ...atOnce, enters: 'PENDING', forgetsResults: true },
    },
    {
      name: 'a new beginning from another type while DOWN',
      current: { state: 'DOWN' },
      update: { type: 'SSL' },
      runtime: { ...atOnce, enters: 'PENDING', forgetsResults: true },
    },
    {
      name: 'no change of state from another type while PENDING',
      current: { state: 'PENDING' },
      update: { type: 'SSL' },
      runtime: { ...atOnce, forgetsResults: true },
    },
    {
      name: 'no check, and no other state, from another type while PAUSED',
      current: { state: 'PAUSED' },
      update: { type: 'SSL' },
      runtime: { ...nothing, raisesEpoch: true, forgetsResults: true },
    },
    {
      name: 'no check from a new target while PAUSED',
      current: { state: 'PAUSED' },
      update: { url: 'https://b.test/' },
      runtime: { ...nothing, raisesEpoch: true },
    },
    {
      name: 'an earlier check from a shorter interval',
      update: { intervalSeconds: 60 },
      runtime: { ...nothing, nextCheck: { kind: 'no-later-than', at: nextSlotOf(60) } },
    },
    { name: 'the planned check from a longer interval', update: { intervalSeconds: 600 }, runtime: nothing },
    {
      name: 'no check of a cron job, which reports by itself',
      update: { type: 'CRON' },
      runtime: { ...atOnce, enters: 'PENDING', nextCheck: { kind: 'none' }, forgetsResults: true },
    },
    {
      name: 'a check at once of what was a cron job',
      current: { type: 'CRON' },
      update: { type: 'HTTP' },
      runtime: { ...atOnce, enters: 'PENDING', forgetsResults: true },
    },
    {
      name: 'no check of a cron job with another period',
      current: { type: 'CRON' },
      update: { intervalSeconds: 60 },
      runtime: { ...nothing, nextCheck: { kind: 'none' } },
    },
    {
      name: 'no check from a shorter interval while PAUSED',
      current: { state: 'PAUSED' },
      update: { intervalSeconds: 60 },
      runtime: nothing,
    },
    {
      name: 'a check at once from a new target with a shorter interval',
      update: { url: 'https://b.test/', intervalSeconds: 60 },
      runtime: atOnce,
    },
  ];
  it.each(rows)('$name', ({ current, update, runtime }) => {
    expect(accepted({ ...site, ...current }, update).runtime).toEqual(runtime);
  });

  it.each([
    { update: { url: 'https://b.test/' }, forgetsTarget: true },
    { update: { type: 'SSL' as const }, forgetsTarget: true },
    { update: { name: 'x', intervalSeconds: 60 }, forgetsTarget: false },
  ])('what was learned of the target is forgotten with it: $update', ({ update, forgetsTarget }) => {
    expect(accepted(site, update).forgetsTarget).toBe(forgetsTarget);
  });
});
