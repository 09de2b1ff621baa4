import type { Northwind } from './northwind.ts';

export interface Screen {
  readonly name: string;
  /** After the address of the organization. */
  readonly path: (northwind: Northwind) => string;
}

/** Every screen of the web app that an organization has. */
export const SCREENS: readonly Screen[] = [
  { name: 'overview', path: () => 'overview' },
  { name: 'monitors', path: () => 'monitors' },
  { name: 'monitor', path: ({ monitorIds }) => `monitors/${monitorIds.get('REST API') ?? ''}` },
  { name: 'monitor-down', path: ({ monitorIds }) => `monitors/${monitorIds.get('Webhook intake') ?? ''}` },
  { name: 'new-monitor', path: () => 'monitors/new' },
  { name: 'edit-monitor', path: ({ monitorIds }) => `monitors/${monitorIds.get('Dashboard') ?? ''}/edit` },
  { name: 'monitor-alerting', path: ({ monitorIds }) => `monitors/${monitorIds.get('REST API') ?? ''}/alerting` },
  { name: 'incidents', path: () => 'incidents' },
  { name: 'incident', path: ({ incidentId }) => `incidents/${incidentId}` },
  { name: 'status-pages', path: () => 'status-pages' },
  { name: 'status-page', path: ({ furniture }) => `status-pages/${furniture.pageId}` },
  { name: 'published-incidents', path: () => 'status-pages/incidents' },
  { name: 'published-incident', path: ({ furniture }) => `status-pages/incidents/${furniture.publishedId}` },
  { name: 'new-published-incident', path: () => 'status-pages/incidents/new' },
  { name: 'maintenance', path: () => 'maintenance' },
  { name: 'calendar', path: () => 'maintenance?view=calendar' },
  { name: 'new-window', path: () => 'maintenance/new' },
  { name: 'window', path: ({ furniture }) => `maintenance/${furniture.windowId}` },
  { name: 'contacts', path: () => 'contacts' },
  { name: 'new-contact', path: () => 'contacts/new' },
  { name: 'contact', path: ({ contactId }) => `contacts/${contactId}` },
  { name: 'contact-settings', path: ({ contactId }) => `contacts/${contactId}/edit` },
  {
    name: 'contacts-by-monitor',
    path: ({ monitorIds }) => `contacts/by-monitor?monitor=${monitorIds.get('REST API') ?? ''}`,
  },
  { name: 'organization', path: () => 'organization' },
  { name: 'settings', path: () => 'settings' },
  { name: 'webhooks', path: () => 'webhooks' },
  { name: 'new-webhook', path: () => 'webhooks/new' },
  { name: 'webhook', path: ({ furniture }) => `webhooks/${furniture.endpointId}` },
  { name: 'deliveries', path: () => 'webhooks/deliveries' },
  { name: 'delivery', path: ({ furniture }) => `webhooks/deliveries/${furniture.deliveryId}` },
  { name: 'keys', path: () => 'keys' },
  { name: 'people', path: () => 'people' },
  { name: 'audit', path: () => 'audit' },
  { name: 'usage', path: () => 'usage' },
];

/** Those that the README shows. */
export const SHOWN = ['overview', 'monitor', 'incident'];
