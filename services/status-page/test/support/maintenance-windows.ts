import { expect } from '@jest/globals';
import type { EventMessage, MaintenanceFacts } from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import type { Organization } from '@vedette/test-kit/organization';
import type { Suite } from './suite.ts';

export const HOUR_MS = 3_600_000;
export const inMs = (ms: number): string => new Date(Date.now() + ms).toISOString();
export const facts = (message: EventMessage | undefined): MaintenanceFacts => message?.facts as MaintenanceFacts;

/** What the suites of maintenance windows do and read; their service starts later than their file is loaded. */
export function maintenanceWindows(suiteOf: () => Suite) {
  function withMonitor(): { organization: Organization; monitorId: string } {
    const organization = suiteOf().organization();
    return { organization, monitorId: suiteOf().peers.add(organization.id, 'Monitor') };
  }
  const schedule = (organization: Organization, monitorId: string, body: object = {}) =>
    organization.call('createMaintenanceWindow', {
      body: { title: 'Upgrade', startsAt: inMs(HOUR_MS), endsAt: inMs(2 * HOUR_MS), monitorIds: [monitorId], ...body },
    });
  const patch = (organization: Organization, maintenanceId: string, body: object) =>
    organization.call('updateMaintenanceWindow', { id: maintenanceId, body });
  const get = (organization: Organization, maintenanceId: string) =>
    organization.call('getMaintenanceWindow', { id: maintenanceId });
  const remove = (organization: Organization, maintenanceId: string) =>
    organization.call('deleteMaintenanceWindow', { id: maintenanceId });

  async function told(organization: Organization): Promise<string[]> {
    return (await suiteOf().eventsOf(organization)).map(({ event }) => event.type.replace('maintenance.', ''));
  }
  async function toldAll(organization: Organization, types: string[]): Promise<EventMessage[]> {
    await waitFor(types.join(', '), async () => (await told(organization)).length >= types.length);
    expect(await told(organization)).toEqual(types);
    return suiteOf().eventsOf(organization);
  }
  async function spans(monitorId: string): Promise<{ from: string; to: string }[]> {
    const { rows } = await suiteOf().pool.query<{ started_at: Date; ended_at: Date }>(
      'SELECT started_at, ended_at FROM status_page.maintenance_span WHERE monitor_id = $1 ORDER BY started_at',
      [monitorId],
    );
    return rows.map((row) => ({ from: row.started_at.toISOString(), to: row.ended_at.toISOString() }));
  }
  return { withMonitor, schedule, patch, get, remove, told, toldAll, spans };
}
