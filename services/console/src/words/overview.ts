import type { EventType } from '@vedette/sdk';
import { catalogue } from '../language/catalogue.ts';
import { plural } from '../language/plural.ts';

const count = (number: number, one: string, other: string): string => plural('en', number, { one, other });

const events: Readonly<Record<EventType, string>> = {
  'incident.opened': 'Incident opened',
  'incident.acknowledged': 'Incident acknowledged',
  'incident.resolved': 'Incident resolved',
  'status_incident.published': 'Published on status pages',
  'status_incident.updated': 'Published incident updated',
  'status_incident.resolved': 'Published incident resolved',
  'monitor.created': 'Monitor created',
  'monitor.updated': 'Monitor changed',
  'monitor.deleted': 'Monitor deleted',
  'monitor.paused': 'Monitor paused',
  'monitor.resumed': 'Monitor resumed',
  'monitor.up': 'Up',
  'monitor.degraded': 'Degraded',
  'monitor.down': 'Down',
  'monitor.certificate_expiring': 'Certificate expires soon',
  'monitor.domain_expiring': 'Domain expires soon',
  'maintenance.scheduled': 'Maintenance planned',
  'maintenance.updated': 'Maintenance changed',
  'maintenance.started': 'Maintenance started',
  'maintenance.ended': 'Maintenance ended',
  'maintenance.cancelled': 'Maintenance cancelled',
  'webhook.test': 'Webhook test sent',
};

export const overviewWords = catalogue(async () => (await import('../words-de/overview.ts')).de, {
  title: 'Overview',
  verdict: 'Whether all is well',
  verdicts: {
    empty: () => 'Nothing is watched yet',
    well: (number: number) => count(number, 'All is well', 'All is well'),
    down: (number: number) => count(number, '# monitor is down', '# monitors are down'),
    degraded: (number: number) => count(number, '# monitor is slow', '# monitors are slow'),
    pending: (number: number) => count(number, 'A first check is under way', '# first checks are under way'),
    paused: (number: number) => count(number, 'The monitor is paused', 'All # monitors are paused'),
  },
  newMonitor: 'New monitor',
  ongoing: 'Ongoing incidents',
  allIncidents: 'All incidents',
  noIncident: 'Nothing is down.',
  noCause: 'Cause unknown',
  acknowledged: 'Acknowledged',
  moreIncidents: (number: number) => count(number, 'And # more.', 'And # more.'),
  unknown: 'Not known at the moment.',
  slowest: 'Slowest monitors',
  slowestLead: 'Median of 24 hours',
  noLatency: 'Nothing was measured in the last 24 hours.',
  windows: 'Maintenance',
  noWindow: 'Nothing is planned.',
  endsIn: (span: string) => `Runs, ${span} left`,
  covers: (number: number) => count(number, '# monitor', '# monitors'),
  feed: 'What happens',
  live: 'Live',
  noEvent: 'Nothing happened in the last 30 days.',
  events,
});

export type OverviewWords = ReturnType<typeof overviewWords>;
