import type { Observations, WorldTruth } from './truth.ts';

const T0 = Date.parse('2026-01-01T00:00:00Z');
export const at = (seconds: number): number => T0 + seconds * 1_000;

/** One target was down once, one is down now, one never was; one key of each kind; all is well. */
export const truth: WorldTruth = {
  watched: [
    { id: 'mon_past', name: 'past', isDown: false, checkedAt: at(101) },
    { id: 'mon_now', name: 'now', isDown: true, checkedAt: at(101) },
    { id: 'mon_steady', name: 'steady', isDown: false, checkedAt: at(101) },
    { id: 'mon_job', name: 'job', isDown: false, checkedAt: null },
  ],
  outages: [
    { monitorId: 'mon_past', startedAt: at(10), endedAt: at(30), noticeableFrom: at(12), clockErrorMs: 0 },
    { monitorId: 'mon_now', startedAt: at(50), endedAt: null, noticeableFrom: at(50), clockErrorMs: 0 },
  ],
  mutations: [
    { key: 'k1', kind: 'monitor-created', mark: 'made 1', status: 201 },
    { key: 'k2', kind: 'monitor-renamed', mark: 'name 1', status: 200 },
    { key: 'k3', kind: 'update-posted', mark: 'message 1', status: 201 },
  ],
  requests: [{ what: 'GET monitors', at: at(40), failuresInARow: ['no answer'], isDuringSingleKill: true }],
  newestMessage: 'message 1',
  wholeSince: at(100),
};

export const committed = [
  ...['mon_past', 'mon_now', 'mon_steady', 'mon_job', 'mon_past'].map((id, i) => event('monitor.up', id, i)),
  event('monitor.down', 'mon_past'),
  event('monitor.down', 'mon_now'),
  event('incident.opened', 'inc_past'),
  event('incident.resolved', 'inc_past'),
  event('incident.opened', 'inc_now'),
  event('monitor.updated', 'name 1'),
];
export const received = committed.map((each) => ({ ...each, body: `body of ${each.id}`, at: at(60) }));
export const page = {
  components: { past: 'OPERATIONAL', now: 'OUTAGE', steady: 'OPERATIONAL', job: 'OPERATIONAL' },
  messages: ['message 1'],
  isStale: false,
};
export const alerts: Observations['mails'] = [
  { incidentId: 'inc_past', kind: 'opened' },
  { incidentId: 'inc_past', kind: 'resolved' },
  { incidentId: 'inc_now', kind: 'opened' },
  // Alerts are sent at least once.
  { incidentId: 'inc_now', kind: 'opened' },
];
export const seen: Observations = {
  states: { mon_past: 'UP', mon_now: 'DOWN', mon_steady: 'UP', mon_job: 'UP' },
  incidents: [
    { id: 'inc_past', monitorId: 'mon_past', startedAt: at(13), resolvedAt: at(31) },
    { id: 'inc_now', monitorId: 'mon_now', startedAt: at(51), resolvedAt: null },
  ],
  messages: ['message 1'],
  committed,
  received: { one: received.map((each) => ({ ...each, at: at(55) })), other: received },
  calls: alerts,
  mails: alerts,
  pages: { first: page, second: page },
  createdMonitors: { 'made 1': 1 },
  leftovers: [],
  crashed: [],
};

export function event(type: string, about: string, number = 0) {
  return { id: `evt_${type}_${about}_${number}`, type, about };
}
