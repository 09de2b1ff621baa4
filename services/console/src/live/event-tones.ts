// Decides how an event looks: nothing is red but what is wrong.

import type { Tone } from '@vedette/design';
import type { EventType } from '@vedette/sdk';

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
