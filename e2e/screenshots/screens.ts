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
  { name: 'incidents', path: () => 'incidents' },
  { name: 'incident', path: ({ incidentId }) => `incidents/${incidentId}` },
  { name: 'keys', path: () => 'keys' },
  { name: 'people', path: () => 'people' },
  { name: 'audit', path: () => 'audit' },
  { name: 'usage', path: () => 'usage' },
];

/** Those that the README shows. */
export const SHOWN = ['monitors', 'monitor', 'incident'];
