// Decides how states, ages and percentages are worded.

import type { StatusIncidentImpact, StatusIncidentState, StatusPageState } from '@vedette/contract';
import type { Tone } from '@vedette/design';
import type { ComponentState } from '../view/page-state.ts';

export const PAGE_WORDS: Readonly<Record<StatusPageState, string>> = {
  OPERATIONAL: 'All systems operational',
  DEGRADED: 'Degraded performance',
  PARTIAL_OUTAGE: 'Partial outage',
  MAJOR_OUTAGE: 'Major outage',
  MAINTENANCE: 'Maintenance in progress',
};

export const COMPONENT_WORDS: Readonly<Record<ComponentState, string>> = {
  OPERATIONAL: 'Operational',
  DEGRADED: 'Degraded',
  OUTAGE: 'Outage',
  MAINTENANCE: 'Maintenance',
  UNKNOWN: 'Not monitored',
};

export const INCIDENT_WORDS: Readonly<Record<StatusIncidentState, string>> = {
  INVESTIGATING: 'Investigating',
  IDENTIFIED: 'Identified',
  MONITORING: 'Monitoring',
  RESOLVED: 'Resolved',
};

export const IMPACT_WORDS: Readonly<Record<StatusIncidentImpact, string>> = {
  NONE: 'No impact',
  MINOR: 'Minor impact',
  MAJOR: 'Major impact',
  CRITICAL: 'Critical impact',
};

/** The colour and the icon of a state. */
export const PAGE_TONES: Readonly<Record<StatusPageState, Tone>> = {
  OPERATIONAL: 'good',
  DEGRADED: 'slow',
  PARTIAL_OUTAGE: 'bad',
  MAJOR_OUTAGE: 'bad',
  MAINTENANCE: 'work',
};

export const COMPONENT_TONES: Readonly<Record<ComponentState, Tone>> = {
  OPERATIONAL: 'good',
  DEGRADED: 'slow',
  OUTAGE: 'bad',
  MAINTENANCE: 'work',
  UNKNOWN: 'none',
};

export const IMPACT_TONES: Readonly<Record<StatusIncidentImpact, Tone>> = {
  NONE: 'none',
  MINOR: 'slow',
  MAJOR: 'bad',
  CRITICAL: 'bad',
};

/** The age of something that happened at least a minute ago. */
export function ageWords(ms: number): string {
  const minutes = Math.max(1, Math.floor(ms / 60_000));
  if (minutes < 60) return plural(minutes, 'minute');
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? plural(hours, 'hour') : plural(Math.floor(hours / 24), 'day');
}

function plural(count: number, unit: string): string {
  return `${String(count)} ${unit}${count === 1 ? '' : 's'} ago`;
}

/** `99.982%`. */
export function percentWords(percent: number): string {
  return `${String(percent)}%`;
}
