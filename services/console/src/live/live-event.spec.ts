import { describe, expect, it } from '@jest/globals';
import type { VedetteEvent } from '@vedette/sdk';
import { liveEventOf } from './live-event.ts';

const monitor = { id: 'mon_1', name: 'Shop' };
const event = (type: string, data: object): VedetteEvent =>
  ({ id: 'evt_1', type, timestamp: '2026-01-01T00:00:00.000Z', data }) as unknown as VedetteEvent;

describe('what the app keeps of an event', () => {
  it.each([
    {
      name: 'a monitor that is down',
      given: event('monitor.down', { monitor }),
      is: { name: 'Shop', place: 'monitors/mon_1', topics: ['monitors', 'monitor mon_1'] },
    },
    {
      name: 'a deleted monitor, which has no screen any more',
      given: event('monitor.deleted', { monitor }),
      is: { name: 'Shop', place: undefined, topics: ['monitors', 'monitor mon_1'] },
    },
    {
      name: 'an incident, which concerns its monitor too',
      given: event('incident.opened', { incident: { id: 'inc_1', monitor } }),
      is: { name: 'Shop', place: 'incidents/inc_1', topics: ['incidents', 'incident inc_1', 'monitor mon_1'] },
    },
    {
      name: 'a published incident',
      given: event('status_incident.published', { statusIncident: { id: 'sin_1', title: 'Slow' } }),
      is: {
        name: 'Slow',
        place: 'status-pages/incidents/sin_1',
        topics: ['status-incidents', 'status-incident sin_1'],
      },
    },
    {
      name: 'a window',
      given: event('maintenance.started', { maintenanceWindow: { id: 'mnt_1', title: 'Upgrade' } }),
      is: { name: 'Upgrade', place: 'maintenance/mnt_1', topics: ['maintenance', 'maintenance-window mnt_1'] },
    },
    {
      name: 'a cancelled window, which has no screen any more',
      given: event('maintenance.cancelled', { maintenanceWindow: { id: 'mnt_1', title: 'Upgrade' } }),
      is: { name: 'Upgrade', place: undefined, topics: ['maintenance', 'maintenance-window mnt_1'] },
    },
    {
      name: 'a test of a webhook',
      given: event('webhook.test', { webhookEndpoint: { id: 'whe_1', url: 'https://example.com/hook' } }),
      is: { name: 'example.com', place: 'webhooks/whe_1', topics: ['webhooks', 'webhook whe_1'] },
    },
    {
      name: 'a test of a webhook with a port',
      given: event('webhook.test', { webhookEndpoint: { id: 'whe_1', url: 'https://example.com:8443/hook' } }),
      is: { name: 'example.com:8443', place: 'webhooks/whe_1', topics: ['webhooks', 'webhook whe_1'] },
    },
  ])('is enough to show $name', ({ given, is }) => {
    expect(liveEventOf(given)).toEqual({ id: 'evt_1', type: given.type, at: '2026-01-01T00:00:00.000Z', ...is });
  });
});
