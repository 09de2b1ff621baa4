import { START } from './clock.ts';
import type { IncidentRow, IncidentService } from './incident-service.ts';
import type { MonitorRow } from './monitor-rows.ts';
import type { MonitorService } from './monitor-service.ts';
import { isSuccess, type KnownWindow, type Promises } from './promises.ts';
import { endOf, linesOf } from './script.ts';
import { clockWords } from './script-words.ts';
import type { WebhookDispatcher } from './webhook-dispatcher.ts';

const SCHEDULED_ATTEMPTS = 10;

export interface AtRest {
  readonly promises: Promises;
  readonly monitors: MonitorService;
  readonly incidents: IncidentService;
  readonly dispatcher: WebhookDispatcher;
  /** When the last check was handed out. */
  readonly stoppedAt: number;
}

/** The promises about everything that happened, when nothing more is going to. */
export function checkAtRest(world: AtRest): void {
  for (const row of world.monitors.rows.values()) {
    if (row.presence !== 'live') continue;
    settlesToTruth(world, row);
    isFoundInTime(world, row);
  }
  hasItsIncident(world);
  for (const incident of world.incidents.incidents.values()) {
    if (world.incidents.isForgotten(incident.monitorId)) continue;
    hasItsTimeline(world, incident);
    isTold(world, incident);
  }
  isToldOnce(world);
  isDelivered(world);
  for (const { trust, number } of world.promises.workers?.all ?? []) {
    if (trust.reason !== null)
      world.promises.break('a worker trusts its network again', `worker ${number}: ${trust.reason}`);
  }
}

function settlesToTruth({ promises, incidents, stoppedAt }: AtRest, row: MonitorRow): void {
  const { state } = row.check;
  const expected = state === 'PAUSED' ? 'PAUSED' : expectedState(promises, row, stoppedAt);
  const ongoing = incidents.incidentsOf(row.id).filter(({ resolvedAt }) => resolvedAt === null).length;
  if (expected === undefined) return;
  if (state !== expected || ongoing !== (state === 'DOWN' ? 1 : 0)) {
    promises.break(
      'the state settles to the truth',
      `monitor ${row.number} is ${state} with ${ongoing} ongoing incidents; it should be ${expected}`,
    );
  }
}

function expectedState(
  { truth, lastPings, changedAt }: Promises,
  row: MonitorRow,
  stoppedAt: number,
): string | undefined {
  if (row.rule.type !== 'CRON') {
    const target = truth.targetAt(row.number, stoppedAt);
    return target === 'up' ? 'UP' : target === 'slow' ? 'DEGRADED' : 'DOWN';
  }
  const pingedAt = lastPings.get(row);
  const since = Math.max(pingedAt ?? 0, changedAt.get(row) ?? 0);
  if (pingedAt === undefined) return 'PENDING';
  const allowedMs = (row.rule.intervalSeconds + row.fields.graceSeconds) * 1_000;
  return truth.heardMs(since, stoppedAt) > allowedMs + 2_000 ? 'DOWN' : undefined;
}

/** In a history without faults: within one interval, and the time that two attempts take. */
function isFoundInTime({ promises, stoppedAt }: AtRest, row: MonitorRow): void {
  const { truth } = promises;
  const boundMs = (row.rule.intervalSeconds + 2 * row.rule.timeoutSeconds + 2) * 1_000;
  if (row.rule.type === 'CRON' || !truth.isCalm(START, stoppedAt)) return;
  const changes = linesOf(truth.script, 'target').filter(({ monitor }) => monitor === row.number);
  for (const [i, { at, becomes }] of changes.entries()) {
    const from = START + at;
    const to = START + (changes[i + 1]?.at ?? stoppedAt - START);
    if (to - from < boundMs) continue;
    const isFailing = becomes === 'refusing' || becomes === 'silent';
    const isKnown = [...promises.outages.values()].some(({ row: own, outage }) => {
      if (own !== row) return false;
      const startedAt = Date.parse(outage.startedAt);
      const endedAt = outage.resolved === null ? Infinity : Date.parse(outage.resolved.at);
      return startedAt <= from + boundMs && endedAt > from + boundMs;
    });
    if (isKnown !== isFailing) {
      const words = `monitor ${row.number} is ${becomes} since ${clockWords(at)}`;
      promises.break('an outage is found and its end is seen in time', words);
    }
  }
}

function hasItsIncident({ promises, incidents }: AtRest): void {
  const promise = 'every outage has one incident, and every incident its outage';
  for (const { row, outage } of promises.outages.values()) {
    if (row.presence !== 'live') continue;
    const incident = incidents.incidents.get(outage.incidentId);
    const isSame =
      incident?.revision === outage.revision &&
      incident.cause === outage.cause &&
      incident.startedAt.toISOString() === outage.startedAt &&
      incident.resolution === (outage.resolved?.because ?? null) &&
      (incident.resolvedAt?.toISOString() ?? null) === (outage.resolved?.at ?? null);
    if (!isSame) {
      const is = `incident: revision ${incident?.revision}, ${incident?.resolution ?? 'ongoing'}, ${incident?.cause}`;
      const should = `outage: revision ${outage.revision}, ${outage.resolved?.because ?? 'ongoing'}, ${outage.cause}`;
      promises.break(promise, `${outage.incidentId} of monitor ${row.number}; ${is}; ${should}`);
    }
  }
  for (const id of incidents.incidents.keys()) {
    if (!promises.outages.has(id)) promises.break(promise, `${id} has no outage`);
  }
}

function hasItsTimeline({ promises }: AtRest, { id, timeline, resolution, startedAt }: IncidentRow): void {
  const count = (type: string): number => timeline.filter((entry) => entry.type === type).length;
  const isOver = resolution !== null && resolution !== 'SUPERSEDED';
  const isEarly = timeline.some(({ at, type }) => type !== 'ALERT_SUPPRESSED' && at < startedAt);
  if (timeline[0]?.type !== 'OPENED' || count('OPENED') !== 1 || count('RESOLVED') !== (isOver ? 1 : 0) || isEarly) {
    const words = timeline.map(({ type, at }) => `${type} ${clockWords(at.getTime() - START)}`).join(', ');
    promises.break('a timeline has one opening, and one end when it is over', `${id}: ${words}`);
  }
}

type Expected = 'told' | 'silent' | 'either';

function isTold({ promises, stoppedAt }: AtRest, incident: IncidentRow): void {
  const { id, jobs, resolution } = incident;
  const promise = 'contacts are told, except in maintenance and of paused monitors';
  const expected = expectedAlerts(promises, incident, stoppedAt);
  // No contact of a script has reminders of its own.
  const standIns = jobs.filter(({ kind }) => kind === 'REMINDED');
  const isNeeded = jobs.some(({ kind, hasFailed }) => kind === 'OPENED' && hasFailed);
  if (standIns.length > (isNeeded ? 1 : 0)) {
    promises.break('one contact stands in for those that cannot be reached', `${id}: ${standIns.length} do`);
  }
  for (let contact = 0; contact < promises.truth.script.contacts; contact += 1) {
    const own = jobs.filter((job) => job.contact === contact);
    const news = own.filter(({ kind }) => kind !== 'REMINDED');
    const kinds = news.map(({ kind }) => kind).join(' and ');
    const isDouble = new Set(news.map(({ kind }) => kind)).size !== news.length;
    const isLeft = own.some(({ state }) => state === 'PENDING');
    const wanted = resolution === null ? 'OPENED' : 'OPENED and RESOLVED';
    const isWrong = (expected === 'told' && kinds !== wanted) || (expected === 'silent' && own.length > 0);
    const isLost = own.some((job) => job.state === 'SENT' && !promises.sent.has(job.id));
    if (isDouble || isLeft || isWrong || isLost) {
      promises.break(promise, `contact ${contact} and ${id}: ${kinds || 'nothing'}; expected: ${expected}`);
    }
  }
}

function expectedAlerts(promises: Promises, incident: IncidentRow, stoppedAt: number): Expected {
  const { startedAt, resolvedAt, resolution, acknowledgedAt, monitorId, id } = incident;
  if (resolution === 'PAUSED') return 'either';
  const from = startedAt.getTime();
  const windows = [...promises.windows.values()].filter((window) => window.monitorId === monitorId);
  if (!windows.some(({ startsAt, endsAt }) => startsAt.getTime() <= from && from < endsAt.getTime())) return 'told';
  // Who acknowledges an outage inside a window has seen it before the contacts were told.
  if (acknowledgedAt !== null) return 'either';
  const freeAt = firstUncovered(windows, from);
  if (resolvedAt === null) return freeAt < stoppedAt ? 'told' : 'either';
  // What the incident service did not know in time, it could not decide by.
  const endKnownAt = promises.endKnownAt.get(id) ?? Infinity;
  const isUnknown = ({ cancelledAt, cancellationKnownAt = Infinity, knownAt = Infinity }: KnownWindow): boolean =>
    knownAt > from || (cancelledAt !== undefined && cancellationKnownAt >= endKnownAt);
  if (windows.some(isUnknown)) return 'either';
  if (resolvedAt.getTime() > freeAt) return 'told';
  // An end that becomes known in the very millisecond in which maintenance ends may come before or after it.
  return endKnownAt < freeAt && windows.every(({ cancelledAt }) => cancelledAt === undefined) ? 'silent' : 'either';
}

/** A cancelled window ends when it is cancelled. */
function covers({ startsAt, endsAt, cancelledAt = Infinity }: KnownWindow, time: number): boolean {
  return startsAt.getTime() <= time && time < Math.min(endsAt.getTime(), cancelledAt);
}

function firstUncovered(windows: readonly KnownWindow[], from: number): number {
  let time = from;
  for (;;) {
    const covering = windows.find((window) => covers(window, time));
    if (covering === undefined) return time;
    time = Math.min(covering.endsAt.getTime(), covering.cancelledAt ?? Infinity);
  }
}

function isToldOnce({ promises, incidents }: AtRest): void {
  const told = new Map<string, number>();
  for (const { type, incidentId } of promises.events) {
    if (incidentId !== undefined) told.set(`${type} ${incidentId}`, (told.get(`${type} ${incidentId}`) ?? 0) + 1);
  }
  for (const { id, resolution, acknowledgedAt } of incidents.incidents.values()) {
    const isOver = resolution !== null && resolution !== 'SUPERSEDED';
    const counts = [
      ['incident.opened', 1],
      ['incident.resolved', isOver ? 1 : 0],
      ['incident.acknowledged', acknowledgedAt === null ? 0 : 1],
    ] as const;
    for (const [type, expected] of counts) {
      const count = told.get(`${type} ${id}`) ?? 0;
      if (count !== expected)
        promises.break('every event is told once', `${type} of ${id}: ${count} times, not ${expected}`);
    }
  }
}

function isDelivered({ promises, dispatcher }: AtRest): void {
  const promise = 'every event is delivered, or given up by the rule';
  const hasCrashes = linesOf(promises.truth.script, 'crash').some(({ process }) => process === 'webhook-dispatcher');
  for (const [receiver, endpoint] of dispatcher.endpoints.entries()) {
    for (const event of promises.events) {
      if (receiver > 0 && event.type !== 'incident.opened' && event.type !== 'incident.resolved') continue;
      const words = `${event.type} ${event.id} for receiver ${receiver}`;
      const row = dispatcher.deliveries.get(`${event.id} ${receiver}`);
      if (row === undefined) {
        if (endpoint.disabledAt === null) promises.break(promise, `${words} has no delivery`);
        continue;
      }
      const attempts = promises.attempts.get(row) ?? [];
      const isTaken = attempts.some(({ status }) => isSuccess(status));
      const isGivenUp = endpoint.disabledAt !== null || row.scheduledAttempts === SCHEDULED_ATTEMPTS;
      const isRight =
        row.state === 'SUCCEEDED' ? isTaken : row.state === 'FAILED' && isGivenUp && (!isTaken || hasCrashes);
      if (!isRight || row.completedAt === null || row.scheduledAttempts > SCHEDULED_ATTEMPTS) {
        const statuses = attempts.map(({ status }) => status).join(', ');
        promises.break(promise, `${words} is ${row.state} after the answers ${statuses}`);
      }
    }
    const answers = linesOf(promises.truth.script, 'receiver').filter((line) => line.receiver === receiver);
    const isGone = answers.some(({ answers: status }) => status === 410);
    if (endpoint.disabledReason !== null && !isGone) {
      const latest = Math.max(0, ...answers.map(endOf));
      promises.break(
        promise,
        `the endpoint of receiver ${receiver} is disabled at ${clockWords(latest)} for no reason`,
      );
    }
  }
}
