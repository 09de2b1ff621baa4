// Decides what an alert about an outage says on every channel: what is down, since when, why, the evidence, how often that happens, where
// to act, and for how long it was down once it is over.

import { durationWords, type AlertKind, type IncidentDetail, type IncidentEvidence } from '@vedette/contract';
import type { Tone } from '@vedette/design';
import { incidentUrl } from './console-links.ts';
import { changesWords, type MonitorChange } from './monitor-changes.ts';
import { oneLine } from './one-line.ts';

/** Everything that an alert about an outage is written from. */
export interface OutageNews {
  readonly subject: 'INCIDENT';
  readonly kind: AlertKind;
  readonly organizationId: string;
  readonly incident: Omit<IncidentDetail, 'timeline'>;
  /** How it ended; SUPERSEDED: nobody knows yet. */
  readonly resolution: 'RECOVERED' | 'PAUSED' | 'TYPE_CHANGED' | 'SUPERSEDED' | null;
  /** What is checked, without anything that could be secret. */
  readonly target: string | null;
  /** How many outages of the monitor began in the last 30 days, this one included. */
  readonly recentOutages: number;
  /** The contact in whose place this one is told, and why; null in the normal case. */
  readonly unreached: string | null;
  /** What was changed on the monitor shortly before, the newest first. */
  readonly changes: readonly MonitorChange[];
  /** Where people read what to do; null: nowhere. */
  readonly runbookUrl: string | null;
  /** Where the contact can acknowledge the outage. */
  readonly acknowledgeUrl: string;
}

export interface AlertMessage {
  /** One or two words in capitals. */
  readonly label: string;
  readonly tone: Tone;
  /** One line, without a full stop. */
  readonly headline: string;
  readonly facts: readonly AlertFact[];
  readonly list: AlertList | null;
  readonly links: readonly AlertLink[];
}

/** Lines that are left out where they have no room. */
export interface AlertList {
  readonly title: string;
  readonly items: readonly AlertItem[];
  /** How many there are besides the items. */
  readonly more: number;
}

export interface AlertItem {
  readonly text: string;
  /** Shown where there is room for the links of all items. */
  readonly links: readonly AlertLink[];
}

export interface AlertLink {
  readonly label: string;
  readonly url: string;
}

export interface AlertFact {
  readonly label: string;
  readonly value: string;
}

const LABELS: Readonly<Record<AlertKind, string>> = {
  OPENED: 'DOWN',
  REMINDED: 'STILL DOWN',
  ACKNOWLEDGED: 'ACKNOWLEDGED',
  RESOLVED: 'RESOLVED',
};
const TONES: Readonly<Record<AlertKind, Tone>> = {
  OPENED: 'bad',
  REMINDED: 'bad',
  ACKNOWLEDGED: 'work',
  RESOLVED: 'good',
};

/** As many as a reader can take in at a glance; the incident itself has the rest. */
const MAX_EVIDENCE = 10;

export function alertMessage(news: OutageNews, consoleUrl: string): AlertMessage {
  const { kind, organizationId, incident, resolution, target, recentOutages, unreached, changes } = news;
  const { acknowledgeUrl, runbookUrl } = news;
  const { id, monitor, startedAt, resolvedAt, durationSec, cause, evidence } = incident;
  const facts: AlertFact[] = [
    { label: 'Monitor', value: `${oneLine(monitor.name)} (${monitor.type})` },
    ...(target === null ? [] : [{ label: 'Target', value: oneLine(target) }]),
    { label: resolvedAt === null ? 'Down since' : 'Down from', value: shownTime(startedAt) },
  ];
  if (resolvedAt !== null) {
    facts.push({ label: 'Until', value: shownTime(resolvedAt) });
    facts.push({ label: 'Down for', value: durationWords(durationSec ?? 0) });
  }
  const changed = changesWords(changes);
  facts.push(
    { label: 'Why', value: oneLine(cause ?? 'unknown') },
    ...(changed === undefined ? [] : [{ label: 'Changed', value: changed }]),
    { label: 'Outages', value: outagesWords(recentOutages) },
    ...(unreached === null ? [] : [{ label: 'Not reached', value: oneLine(unreached) }]),
    { label: 'Incident', value: id },
  );
  return {
    label: LABELS[kind],
    // Nobody knows whether all is well then.
    tone: kind === 'RESOLVED' && resolution === 'TYPE_CHANGED' ? 'none' : TONES[kind],
    headline: headlineOf(kind, oneLine(monitor.name), resolution),
    facts,
    list: attemptList(evidence.slice(0, MAX_EVIDENCE)),
    links: [
      { label: 'Open the incident', url: incidentUrl(consoleUrl, organizationId, id) },
      ...(isOpen(incident) ? [{ label: 'Acknowledge', url: acknowledgeUrl }] : []),
      ...runbookLinks(runbookUrl),
    ],
  };
}

/** Last, because receivers that show one link show the first. */
export function runbookLinks(url: string | null): AlertLink[] {
  return url === null ? [] : [{ label: 'Open the runbook', url }];
}

function isOpen({ resolvedAt, acknowledged }: OutageNews['incident']): boolean {
  return resolvedAt === null && !acknowledged;
}

function headlineOf(kind: AlertKind, name: string, resolution: OutageNews['resolution']): string {
  switch (kind) {
    case 'OPENED':
      return `${name} is down`;
    case 'REMINDED':
      return `${name} is still down`;
    case 'ACKNOWLEDGED':
      return `Somebody has acknowledged that ${name} is down`;
    case 'RESOLVED':
      return resolution === 'TYPE_CHANGED'
        ? `${name} is not known to be down any more: its type was changed`
        : `${name} is up again`;
  }
}

function outagesWords(count: number): string {
  return count <= 1 ? 'the first in 30 days' : `${count} in 30 days, with this one`;
}

function attemptList(evidence: readonly IncidentEvidence[]): AlertList | null {
  if (evidence.length === 0) return null;
  const items = evidence.map((attempt) => ({ text: attemptLine(attempt), links: [] }));
  return { title: 'Failed attempts', items, more: 0 };
}

function attemptLine({ checkedAt, worker, region, error, statusCode, responseMs, phases }: IncidentEvidence): string {
  const place = [worker, region].filter((part) => part !== '').join(', ');
  const measured = [
    ...(statusCode === null ? [] : [`status ${statusCode}`]),
    ...(responseMs === null ? [] : [`answered in ${responseMs} ms`]),
    ...phasesOf(phases),
  ];
  const by = place === '' ? '' : ` by ${place}`;
  const details = measured.length === 0 ? '' : ` (${measured.join(', ')})`;
  return `${shownTime(checkedAt)}${by}: ${oneLine(error)}${details}`;
}

function phasesOf(phases: IncidentEvidence['phases']): string[] {
  const named = [
    ['DNS', phases.dns],
    ['connect', phases.connect],
    ['TLS', phases.tls],
    ['first byte', phases.firstByte],
    ['total', phases.total],
  ] as const;
  return named.flatMap(([name, ms]) => (ms === null ? [] : [`${name} ${ms} ms`]));
}

export function shownTime(timestamp: string): string {
  return `${timestamp.slice(0, 19).replace('T', ' ')} UTC`;
}
