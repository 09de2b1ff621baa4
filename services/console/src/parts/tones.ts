// Decides how states of monitors, events and failures look: nothing is red but what is wrong.

import type { Tone } from '@vedette/design';
import type { EventType, Monitor, VedetteError } from '@vedette/sdk';

export type MonitorState = Monitor['state'];

export const STATE_TONES: Readonly<Record<MonitorState, Tone>> = {
  DOWN: 'bad',
  DEGRADED: 'slow',
  UP: 'good',
  PENDING: 'work',
  PAUSED: 'none',
};

export const EVENT_TONES: Readonly<Record<EventType, Tone>> = {
  'incident.opened': 'bad',
  'incident.acknowledged': 'work',
  'incident.resolved': 'good',
  'status_incident.published': 'slow',
  'status_incident.updated': 'slow',
  'status_incident.resolved': 'good',
  'monitor.created': 'none',
  'monitor.updated': 'none',
  'monitor.deleted': 'none',
  'monitor.paused': 'none',
  'monitor.resumed': 'work',
  'monitor.up': 'good',
  'monitor.degraded': 'slow',
  'monitor.down': 'bad',
  'monitor.certificate_expiring': 'slow',
  'monitor.domain_expiring': 'slow',
  'maintenance.scheduled': 'work',
  'maintenance.updated': 'work',
  'maintenance.started': 'work',
  'maintenance.ended': 'good',
  'maintenance.cancelled': 'none',
  'webhook.test': 'none',
};

/** A notice that is `offline` is hidden while the banner of the shell says the same for all reads. */
export type FailureLook = Extract<Tone, 'slow' | 'none' | 'bad'> | 'slow offline';

export function failureLook(code: VedetteError['code'], isWrite: boolean): FailureLook {
  switch (code) {
    case 'connection_error':
    case 'timeout':
      return isWrite ? 'slow' : 'slow offline';
    case 'not_found':
      return 'none';
    default:
      return 'bad';
  }
}
