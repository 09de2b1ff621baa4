// Decides which promises the system has broken: what the world did is held against what the system shows.

import type { Observations, SeenEvent, SeenIncident, TrueOutage, WorldTruth } from './truth.ts';

export type PromiseName =
  | 'one-incident-an-outage'
  | 'no-false-alarm'
  | 'opened-in-time'
  | 'resolved'
  | 'state-is-true'
  | 'checked'
  | 'page-is-true'
  | 'event-at-every-receiver'
  | 'one-id-an-event'
  | 'one-effect-a-key'
  | 'contact-told'
  | 'nothing-left-over'
  | 'no-second-failure'
  | 'no-crash';

export interface Violation {
  readonly promise: PromiseName;
  readonly text: string;
  /** Only the retry of a delivery that its receiver refused, or an alert that is gathered with others, is missing. */
  readonly waitsForRetry: boolean;
}

/** From when an outage could be noticed to when the first receiver hears of it. */
export const OPEN_BOUND_MS = 45_000;
/** A check that began just before its target changed has another start than the truth. */
const SLACK_MS = 3_000;

export function violationsOf(truth: WorldTruth, seen: Observations): Violation[] {
  return [
    ...incidentViolations(truth, seen),
    ...states(truth, seen),
    ...pages(truth, seen),
    ...events(seen),
    ...stateEvents(truth, seen),
    ...keys(truth, seen),
    ...alerts(seen, 'calls'),
    ...alerts(seen, 'mails'),
    ...leftovers(seen),
    ...requests(truth),
    ...seen.crashed.map((text) => broken('no-crash', text)),
  ];
}

function broken(promise: PromiseName, text: string, waitsForRetry = false): Violation {
  return { promise, text, waitsForRetry };
}

function incidentViolations(truth: WorldTruth, seen: Observations): Violation[] {
  const known = new Set(truth.watched.map(({ id }) => id));
  const strays = seen.incidents.filter(({ monitorId }) => !known.has(monitorId));
  return [
    ...strays.map(({ id, monitorId }) => broken('no-false-alarm', `${id} is about ${monitorId}, which nobody watches`)),
    ...truth.watched.flatMap(({ id, name }) => {
      const outages = truth.outages.filter(({ monitorId }) => monitorId === id);
      const opened = seen.incidents
        .filter(({ monitorId }) => monitorId === id)
        .toSorted((one, other) => one.startedAt - other.startedAt);
      return incidentsOf(name, outages, opened, seen);
    }),
  ];
}

function incidentsOf(
  name: string,
  outages: readonly TrueOutage[],
  opened: readonly SeenIncident[],
  seen: Observations,
): Violation[] {
  const found: Violation[] = [];
  const its = new Map(outages.map((outage) => [outage, [] as SeenIncident[]]));
  for (const [index, incident] of opened.entries()) {
    const outage = outageOf(incident, index, outages, opened.length);
    if (outage !== undefined) its.get(outage)?.push(incident);
    else found.push(broken('no-false-alarm', `${incident.id} says that ${name} was down ${when(incident.startedAt)}`));
  }
  for (const [outage, incidents] of its) {
    if (incidents.length !== 1) {
      found.push(broken('one-incident-an-outage', `${name}, ${when(outage.startedAt)}: ${incidents.length} incidents`));
    }
    for (const incident of incidents) found.push(...incidentOf(name, outage, incident, seen));
  }
  return found;
}

/**
 * Both lists are in order of time. If they have the same length, the first incident belongs to the first outage, and so
 * on: a wrong clock can move an incident into the time of another outage.
 */
function outageOf(
  incident: SeenIncident,
  index: number,
  outages: readonly TrueOutage[],
  incidents: number,
): TrueOutage | undefined {
  const [same] = outages.slice(index);
  if (incidents === outages.length && same !== undefined && covers(same, incident)) return same;
  return outages.find((outage) => covers(outage, incident));
}

function covers(outage: TrueOutage, { startedAt }: SeenIncident): boolean {
  const from = outage.startedAt - SLACK_MS - outage.clockErrorMs;
  const to = (outage.endedAt ?? Infinity) + SLACK_MS + outage.clockErrorMs;
  return startedAt >= from && startedAt <= to;
}

function incidentOf(name: string, outage: TrueOutage, incident: SeenIncident, seen: Observations): Violation[] {
  const found: Violation[] = [];
  const heardAt = Math.min(
    ...Object.values(seen.received).flatMap((all) =>
      all.filter(({ type, about }) => type === 'incident.opened' && about === incident.id).map(({ at }) => at),
    ),
  );
  const lateMs = heardAt - outage.noticeableFrom - OPEN_BOUND_MS;
  if (Number.isFinite(heardAt) && lateMs > 0) {
    found.push(broken('opened-in-time', `${incident.id} of ${name} was told ${Math.round(lateMs)} ms too late`));
  }
  if (outage.endedAt !== null && incident.resolvedAt === null) {
    found.push(broken('resolved', `${incident.id} of ${name} is ongoing; it ended ${when(outage.endedAt)}`));
  }
  if (outage.endedAt === null && incident.resolvedAt !== null) {
    found.push(broken('resolved', `${incident.id} of ${name} is resolved while the outage goes on`));
  }
  return found;
}

function states({ watched, wholeSince }: WorldTruth, seen: Observations): Violation[] {
  const found: Violation[] = [];
  for (const { id, name, isDown, checkedAt } of watched) {
    const state = seen.states[id] ?? 'unknown';
    const wanted = isDown ? 'DOWN' : 'UP';
    if (state !== wanted) found.push(broken('state-is-true', `${name} is ${state} instead of ${wanted}`));
    if (checkedAt !== null && checkedAt <= wholeSince) {
      found.push(broken('checked', `${name} was not checked since the faults ended`));
    }
  }
  return found;
}

function pages({ watched, newestMessage }: WorldTruth, seen: Observations): Violation[] {
  const found: Violation[] = [];
  const note = (text: string): number => found.push(broken('page-is-true', text));
  for (const [page, { components, messages, isStale }] of Object.entries(seen.pages)) {
    for (const { name, isDown } of watched) {
      const wanted = isDown ? 'OUTAGE' : 'OPERATIONAL';
      const shown = components[name] ?? 'nothing';
      if (shown !== wanted) note(`${page} shows ${name} as ${shown} instead of ${wanted}`);
    }
    if (newestMessage !== null && !messages.includes(newestMessage)) note(`${page} lacks "${newestMessage}"`);
    if (isStale) note(`${page} says that its data is old`);
  }
  return found;
}

function events({ committed, received }: Observations): Violation[] {
  const found = repeated(committed).map((text) => broken('one-id-an-event', text));
  const ids = new Set(committed.map(({ id }) => id));
  for (const [receiver, all] of Object.entries(received)) {
    const bodies = new Map<string, string>();
    for (const { id, body } of all) {
      if ((bodies.get(id) ?? body) !== body)
        found.push(broken('one-id-an-event', `${receiver} got ${id} with two bodies`));
      bodies.set(id, body);
    }
    for (const { id, type } of committed) {
      if (!bodies.has(id)) found.push(broken('event-at-every-receiver', `${receiver} never got ${type} ${id}`));
    }
    for (const id of bodies.keys()) {
      if (!ids.has(id)) found.push(broken('one-id-an-event', `${receiver} got ${id}, which nobody committed`));
    }
  }
  return found;
}

/** These happen once to what they are about. */
const ONCE = new Set([
  'incident.opened',
  'incident.resolved',
  'monitor.created',
  'monitor.updated',
  'status_incident.updated',
]);

function repeated(committed: readonly SeenEvent[]): string[] {
  const told = Map.groupBy(
    committed.filter(({ type }) => ONCE.has(type)),
    ({ type, about }) => `${type} about ${about}`,
  );
  return [...told].flatMap(([what, all]) => (all.length === 1 ? [] : [`${what} was told under ${all.length} ids`]));
}

/** Every outage is told once as `monitor.down`, and its end, or the first check, once as `monitor.up`. */
function stateEvents({ watched, outages }: WorldTruth, { committed }: Observations): Violation[] {
  return watched.flatMap(({ id, name }) => {
    const count = (type: string): number =>
      committed.filter((event) => event.type === type && event.about === id).length;
    const its = outages.filter(({ monitorId }) => monitorId === id);
    const ended = its.filter(({ endedAt }) => endedAt !== null);
    const wanted = { 'monitor.down': its.length, 'monitor.up': 1 + ended.length };
    return Object.entries(wanted).flatMap(([type, times]) =>
      count(type) === times
        ? []
        : [
            broken(
              count(type) > times ? 'no-false-alarm' : 'one-incident-an-outage',
              `${name}: ${count(type)} × ${type} instead of ${times}`,
            ),
          ],
    );
  });
}

function keys({ mutations }: WorldTruth, seen: Observations): Violation[] {
  return mutations.flatMap(({ key, kind, mark, status }) => {
    if (status === null || status < 200 || status > 299) {
      return [broken('one-effect-a-key', `${key} was answered ${status ?? 'never'}`)];
    }
    const effects = {
      'monitor-created': () => seen.createdMonitors[mark] ?? 0,
      'monitor-renamed': () =>
        seen.committed.filter(({ type, about }) => type === 'monitor.updated' && about === mark).length,
      'update-posted': () => seen.messages.filter((message) => message === mark).length,
    }[kind]();
    return effects === 1 ? [] : [broken('one-effect-a-key', `${key} (${kind}) had ${effects} effects`)];
  });
}

/** Mail may wait until many alerts are told in one message, which is no violation before everything has settled. */
function alerts({ incidents: opened, ...seen }: Observations, way: 'calls' | 'mails'): Violation[] {
  const known = new Set(opened.map(({ id }) => id));
  const got = new Set(seen[way].map(({ incidentId, kind }) => `${incidentId} ${kind}`));
  return [
    ...opened.flatMap(({ id, resolvedAt }) =>
      (['opened', ...(resolvedAt === null ? [] : ['resolved'])] as const)
        .filter((kind) => !got.has(`${id} ${kind}`))
        .map((kind) => broken('contact-told', `none of the ${way} says that ${id} was ${kind}`, way === 'mails')),
    ),
    ...seen[way]
      .filter(({ incidentId }) => !known.has(incidentId))
      .map(({ incidentId }) =>
        broken('no-false-alarm', `one of the ${way} is about ${incidentId}, which does not exist`),
      ),
  ];
}

function leftovers(seen: Observations): Violation[] {
  return seen.leftovers.map(({ kind, text, waitsForRetry }) =>
    broken('nothing-left-over', `${kind}: ${text}`, waitsForRetry),
  );
}

function requests(truth: WorldTruth): Violation[] {
  return truth.requests
    .filter(({ failuresInARow, isDuringSingleKill }) => isDuringSingleKill && failuresInARow.length > 1)
    .map(({ what, at, failuresInARow }) =>
      broken('no-second-failure', `${what} failed again and again ${when(at)}: ${failuresInARow.join(', ')}`),
    );
}

function when(at: number): string {
  return `at ${new Date(at).toISOString()}`;
}
